import { useState } from 'react';
import * as z from 'zod/mini';
import { chargeQuestion } from '@/client/appointment/charge-question';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/confirm-dialog';
import { Field } from '@/client/components/field';
import { Form } from '@/client/components/form';
import { Money } from '@/client/components/money';
import { NumberInput } from '@/client/components/number-input';
import { PhotoField } from '@/client/components/photo-field';
import { TextArea } from '@/client/components/text-area';
import { toast } from '@/client/components/toast-store';
import { useZodForm } from '@/client/components/use-zod-form';
import { assessDelivery } from '@/domain/appointment/completion';
import { MAX_COMPLETION_NOTES_LENGTH } from '@/domain/appointment/completion.schema';
import { dockCompletionFields } from '@/domain/driver/driver.schema';
import { formatDollars, type GallonTenths, NO_GALLONS } from '@/domain/money';
import { ORDER_MESSAGES } from '@/domain/order/messages';
import { recentPosition } from './device-position';
import type { Delivery } from './driver-day';
import type { PerformAction } from './perform-action';

const { actualGallons, notes, fuelPhoto } = dockCompletionFields;
const schema = z.object({ actualGallons, notes, fuelPhoto });

type CompletionFormProps = { delivery: Delivery; perform: PerformAction };

/** Records what was delivered. The completion charges the customer's card. */
export function CompletionForm({ delivery, perform }: CompletionFormProps) {
  const [isPreparing, setIsPreparing] = useState(false);
  const { confirm, confirmDialog } = useConfirm();
  const form = useZodForm(schema, {
    defaultValues: {
      // Ice alone needs no measuring.
      actualGallons: delivery.estimatedGallonsTenths === 0 ? '0' : '',
      notes: '',
      fuelPhoto: null,
    },
    onInvalid: ({ actualGallons }) => {
      if (actualGallons?.message !== ORDER_MESSAGES.actualGallons) return;
      toast({
        variant: 'destructive',
        title: 'Missing information',
        description: ORDER_MESSAGES.actualGallons,
      });
    },
    send: async ({ actualGallons: typed, notes, fuelPhoto }) => {
      const gallons = actualGallons.safeParse(typed).data;
      const { price, doubtText } = deliveredOf(delivery, gallons ?? NO_GALLONS);
      const { totalCents } = price;
      if (doubtText && !(await confirm(chargeQuestion(doubtText, totalCents)))) return;
      await perform(
        {
          kind: 'complete',
          id: delivery.id,
          shownDate: delivery.date,
          actualGallons: String(typed),
          notes: notes?.trim() || null,
          position: recentPosition(),
          expectedTotalCents: totalCents,
          ...(doubtText && { confirmedTotalCents: totalCents }),
        },
        { publicCode: delivery.publicCode, photo: fuelPhoto },
      );
    },
  });
  const { register, errors } = form;
  const gallons = actualGallons.safeParse(form.watch('actualGallons')).data;

  return (
    <Form
      form={form}
      aria-label={`Complete order ${delivery.publicCode}`}
      className="flex flex-col gap-4 border-t border-edge pt-4"
    >
      <h4 className="text-lg">Complete Delivery</h4>
      <Field label="Actual Gallons Delivered" error={errors.actualGallons?.message} required>
        <NumberInput
          name="actualGallons"
          decimal
          after="gal"
          className="h-16 text-2xl font-semibold"
        />
      </Field>
      <Field label="Delivery Notes" optional error={errors.notes?.message}>
        <TextArea {...register('notes')} rows={2} maxLength={MAX_COMPLETION_NOTES_LENGTH} />
      </Field>
      <PhotoField
        label="Photo"
        name="fuelPhoto"
        size="lg"
        frameWhenEmpty={false}
        onBusy={setIsPreparing}
        className="max-w-80"
      />
      <p className="flex items-baseline justify-between gap-3 rounded-field bg-base-200 px-4 py-3">
        <span>{delivery.testMode ? 'Test booking, nothing is charged' : 'Total to charge'}</span>
        <Money size="lg" live>
          {gallons === undefined
            ? '—'
            : formatDollars(deliveredOf(delivery, gallons).price.totalCents)}
        </Money>
      </p>
      <Button
        type="submit"
        variant="main"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyText="Completing…"
        disabled={isPreparing}
      >
        Complete
      </Button>
      {confirmDialog}
    </Form>
  );
}

/** What so many gallons come to, and why they look like a slip of the finger. */
function deliveredOf(delivery: Delivery, actualGallonsTenths: GallonTenths) {
  return assessDelivery(delivery, { ...delivery, actualGallonsTenths }, delivery);
}
