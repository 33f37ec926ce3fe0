import * as z from 'zod/mini';
import { BagsFields } from '@/client/appointment/bags-fields';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { TextArea } from '@/client/components/form/text-area';
import { useZodForm } from '@/client/components/form/use-zod-form';
import type { ShownDay } from '@/client/features/driver/day/driver-day';
import type { PerformAction } from '@/client/features/driver/outbox/perform-action';
import { dockCompletionFields } from '@/domain/driver/driver.schema';
import { deliveredText, wrongFiguresText } from '@/domain/driver/wrong-figures';
import { formatGallons, NO_GALLONS } from '@/domain/money';
import { MAX_ICE_BAGS } from '@/domain/order/options';

const { actualGallons, smallIceBags, largeIceBags } = dockCompletionFields;
const MAX_NOTE_LENGTH = 500;
const schema = z.object({
  actualGallons,
  smallIceBags,
  largeIceBags,
  note: z.optional(z.string().check(z.maxLength(MAX_NOTE_LENGTH))),
});

const bagsOf = ({ smallIceBags, largeIceBags }: ShownDay['done'][number]) => ({
  smallIceBags,
  largeIceBags,
});

type WrongFiguresDialogProps = {
  done: ShownDay['done'][number];
  driverId: number;
  perform: PerformAction;
  onClose: () => void;
};

/** Reports the actual figures to dispatch, who correct the delivery and its charge. */
export function WrongFiguresDialog({ done, driverId, perform, onClose }: WrongFiguresDialogProps) {
  const { id, publicCode } = done;
  const recorded = { ...done, actualGallonsTenths: done.actualGallonsTenths ?? NO_GALLONS };
  const form = useZodForm(schema, {
    defaultValues: {
      actualGallons: formatGallons(recorded.actualGallonsTenths),
      smallIceBags: done.smallIceBags,
      largeIceBags: done.largeIceBags,
      note: '',
    },
    send: async (typed) => {
      const { actualGallons: text, note, ...bags } = typed;
      // The schema has already refused anything but a number.
      const gallons = actualGallons.safeParse(text).data ?? NO_GALLONS;
      const delivered = { ...recorded, ...bags, actualGallonsTenths: gallons };
      if (deliveredText(delivered) === deliveredText(recorded)) {
        form.setError('actualGallons', { message: 'Enter what you delivered.' });
        return;
      }
      const reportText = wrongFiguresText({ recorded, delivered, note });
      await perform(
        {
          ...{ kind: 'report', driverId, id, text: reportText },
          delivered: { ...bagsOf(delivered), actualGallons: formatGallons(gallons) },
        },
        { publicCode, onStored: onClose },
      );
    },
  });
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      size="md"
      buttonSize="lg"
      title={`Correct the figures for ${publicCode}`}
      description="Enter what you delivered. Dispatch will correct the delivery and its charge."
      submitLabel="Send to Dispatch"
      onClose={onClose}
    >
      <Field label="Actual Gallons Delivered" error={errors.actualGallons?.message} required>
        <NumberInput
          name="actualGallons"
          decimal
          after="gal"
          className="h-16 text-2xl font-semibold"
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <BagsFields most={MAX_ICE_BAGS} />
      </div>
      <Field label="Note for Dispatch" optional error={errors.note?.message}>
        <TextArea {...register('note')} rows={2} maxLength={MAX_NOTE_LENGTH} />
      </Field>
    </FormDialog>
  );
}
