import * as z from 'zod/mini';
import { Field } from '@/client/components/field';
import { FormDialog } from '@/client/components/form-dialog';
import { RadioCards } from '@/client/components/radio-cards';
import { TextArea } from '@/client/components/text-area';
import { useZodForm } from '@/client/components/use-zod-form';
import { MAX_NOT_DELIVERED_NOTE_LENGTH, notDeliveredSchema } from '@/domain/driver/driver.schema';
import { NOT_DELIVERED_LABELS, NOT_DELIVERED_REASONS } from '@/domain/driver/not-delivered';
import type { Delivery } from './driver-day';
import type { PerformAction } from './perform-action';
import { draftKey, type KeptDraft, useDraft, useDraftOfForm } from './use-draft';

const schema = z.pick(notDeliveredSchema, { reason: true, note: true });

type Values = z.input<typeof schema>;

type NotDeliveredDialogProps = {
  delivery: Delivery;
  userId: string;
  perform: PerformAction;
  onClose: () => void;
};

/** Ends a delivery that cannot be made, with its reason and without a charge. */
export function NotDeliveredDialog(props: NotDeliveredDialogProps) {
  const kept = useDraft<Values>(draftKey(props.userId, `not-delivered:${props.delivery.id}`));
  const { draft } = kept;
  return draft === undefined ? null : <NotDeliveredForm {...props} kept={{ ...kept, draft }} />;
}

type NotDeliveredFormProps = Omit<NotDeliveredDialogProps, 'userId'> & {
  kept: KeptDraft<Values>;
};

function NotDeliveredForm({ delivery, kept, perform, onClose }: NotDeliveredFormProps) {
  const form = useZodForm(schema, {
    defaultValues: { note: '' },
    send: async ({ reason, note }) => {
      await perform(
        {
          ...{ kind: 'notDelivered', id: delivery.id, shownDate: delivery.date, reason },
          note: note?.trim() || null,
        },
        { publicCode: delivery.publicCode, draft: kept.key, onStored: discard },
      );
    },
  });
  useDraftOfForm(form, kept);
  const discard = () => {
    kept.forget();
    onClose();
  };
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      danger
      size="md"
      buttonSize="lg"
      title="Could not deliver"
      description={`Order ${delivery.publicCode}. Nothing is charged; dispatch and the customer are told.`}
      submitLabel="End delivery"
      cancelLabel="Go back"
      onClose={discard}
    >
      <RadioCards
        {...register('reason')}
        legend="What happened?"
        error={errors.reason?.message}
        options={NOT_DELIVERED_REASONS.map((value) => ({
          value,
          label: NOT_DELIVERED_LABELS[value],
        }))}
      />
      <Field label="Note for dispatch" optional error={errors.note?.message}>
        <TextArea {...register('note')} rows={2} maxLength={MAX_NOT_DELIVERED_NOTE_LENGTH} />
      </Field>
    </FormDialog>
  );
}
