import * as z from 'zod/mini';
import { BagsFields } from '@/client/appointment/bags-fields';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { TextArea } from '@/client/components/form/text-area';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { Money } from '@/client/components/money';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { trpc } from '@/client/lib/trpc';
import { MAX_NOTE_LENGTH } from '@/domain/fields';
import { type Cents, formatDollars, formatGallons, toDollars } from '@/domain/money';
import { quoteDelivered } from '@/domain/pricing/delivered-price';
import { correctionFields, forgivenessSchema } from '@/domain/review/review.schema';
import { type ChargeReviewItem, useDecide } from './use-review-queue';

const { note } = forgivenessSchema.shape;
const schema = z.object({ ...correctionFields, note });

type CorrectDialogProps = { item: ChargeReviewItem; onClose: () => void };

/** Asks for the amounts actually delivered and shows their total. Saving charges exactly that total. */
export function CorrectDialog({ item, onClose }: CorrectDialogProps) {
  const { delivery, held } = item;
  const correct = trpc.admin.correctCharge.useMutation();
  const decide = useDecide();
  const form = useZodForm(schema, {
    defaultValues: {
      actualGallons: formatGallons(held.delivered.gallonsTenths),
      smallIceBags: String(held.delivered.smallIceBags),
      largeIceBags: String(held.delivered.largeIceBags),
      note: '',
    },
    send: async (typed) => {
      const total = totalOf(item, typed);
      if (total === null) return;
      const input = { ...typed, id: delivery.id, confirmedTotal: toDollars(total) };
      const title = `${delivery.publicCode} Corrected`;
      if (await decide(() => correct.mutateAsync(input), title)) onClose();
    },
  });
  const { register, errors } = form;
  const total = totalOf(item, form.watch());
  const isRest = held.takenCents !== undefined;
  const shown = total === null ? '–' : formatDollars(total);

  return (
    <FormDialog
      form={form}
      title={`Correct ${delivery.publicCode}`}
      description={withNoBreaks(
        `Recorded: ${formatGallons(held.delivered.gallonsTenths)} gallons of ${delivery.fuelType}. Ordered: ${formatGallons(held.ordered.gallonsTenths)}.`,
      )}
      submitLabel={submitLabelOf(isRest, total)}
      busyText={isRest ? 'Correcting…' : 'Charging…'}
      onClose={onClose}
    >
      <Field label="Actual Gallons Delivered" error={errors.actualGallons?.message}>
        <NumberInput name="actualGallons" decimal after="gal" data-autofocus />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <BagsFields />
      </div>
      <Field label="Note" optional error={errors.note?.message}>
        <TextArea {...register('note')} rows={2} maxLength={MAX_NOTE_LENGTH} />
      </Field>
      <p className="flex items-baseline justify-between gap-3 rounded-field bg-base-200 px-4 py-3">
        <span>{isRest ? 'New total' : 'Total to charge'}</span>
        <Money size="lg" live>
          {shown}
        </Money>
      </p>
    </FormDialog>
  );
}

function submitLabelOf(isRest: boolean, total: Cents | null): string {
  if (isRest) return 'Correct Delivery';
  return total === null ? 'Charge' : `Charge ${formatDollars(total)}`;
}

/** @returns the total by the server's rule; null while a figure is invalid */
function totalOf({ delivery }: ChargeReviewItem, typed: z.input<typeof schema>) {
  const figures = schema.safeParse(typed).data;
  if (!figures) return null;
  const { actualGallons: actualGallonsTenths, smallIceBags, largeIceBags } = figures;
  return quoteDelivered(delivery, { actualGallonsTenths, smallIceBags, largeIceBags }).totalCents;
}
