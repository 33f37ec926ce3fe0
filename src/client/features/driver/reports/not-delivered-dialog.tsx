import { useState } from 'react';
import * as z from 'zod/mini';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { RadioCards } from '@/client/components/form/radio-cards';
import { TextArea } from '@/client/components/form/text-area';
import { useZodForm } from '@/client/components/form/use-zod-form';
import type { Delivery } from '@/client/features/driver/day/driver-day';
import type { PerformAction } from '@/client/features/driver/outbox/perform-action';
import {
  draftKey,
  type FormDraft,
  useDraft,
  useDraftOfForm,
} from '@/client/features/driver/outbox/use-draft';
import {
  MAX_NOT_DELIVERED_NOTE_LENGTH,
  notDeliveredFields,
  otherHasNote,
  reportPhotoSchema,
} from '@/domain/driver/driver.schema';
import {
  NOT_DELIVERED_LABELS,
  NOT_DELIVERED_REASONS,
  needsNote,
} from '@/domain/driver/not-delivered';
import { ReportPhoto } from './report-photo';

const { reason, note } = notDeliveredFields;
const schema = z
  .object({
    reason,
    note,
    next: z.enum(['end', 'tryAgain']),
    photo: z.nullish(reportPhotoSchema.shape.photo),
  })
  .check(otherHasNote);

type Values = z.input<typeof schema>;

type NotDeliveredDialogProps = {
  delivery: Delivery;
  userId: string;
  /** Moves the stop to the end of the day. */
  putLast: () => void;
  perform: PerformAction;
  onClose: () => void;
};

/** Ends a delivery with a reason, or postpones it until later that day. */
export function NotDeliveredDialog(props: NotDeliveredDialogProps) {
  const formDraft = useDraft<Values>(draftKey(props.userId, `not-delivered:${props.delivery.id}`));
  const { draft } = formDraft;
  return draft === undefined ? null : (
    <NotDeliveredForm {...props} formDraft={{ ...formDraft, draft }} />
  );
}

type NotDeliveredFormProps = Omit<NotDeliveredDialogProps, 'userId'> & {
  formDraft: FormDraft<Values>;
};

function NotDeliveredForm({
  delivery,
  formDraft,
  putLast,
  perform,
  onClose,
}: NotDeliveredFormProps) {
  const [isPreparing, setIsPreparing] = useState(false);
  const form = useZodForm(schema, {
    defaultValues: { note: '', next: 'end', photo: null },
    send: async ({ reason, note, next, photo }) => {
      const tryAgain = next === 'tryAgain';
      const sent = perform(
        {
          kind: 'notDelivered',
          id: delivery.id,
          shownDate: delivery.date,
          reason,
          note: note?.trim() || null,
          ...(tryAgain && { tryAgain }),
        },
        {
          publicCode: delivery.publicCode,
          photo: photo ?? null,
          draft: formDraft.key,
          onStored: discard,
        },
      );
      if (tryAgain) putLast();
      await sent;
    },
  });
  useDraftOfForm(form, formDraft);
  const discard = () => {
    formDraft.forget();
    onClose();
  };
  const { register, errors, watch } = form;
  const chosen = watch('reason');
  const triesAgain = watch('next') === 'tryAgain';
  const isNoteNeeded = chosen !== undefined && needsNote(chosen);
  return (
    <FormDialog
      form={form}
      danger={!triesAgain}
      size="md"
      buttonSize="lg"
      title="Couldn’t deliver"
      description={`Order ${delivery.publicCode}. The customer won’t be charged. We’ll notify them and dispatch.`}
      submitLabel={triesAgain ? 'Try Again Later' : 'End Delivery'}
      cancelLabel="Keep Delivery"
      disabled={isPreparing}
      onClose={discard}
    >
      <RadioCards
        {...register('reason')}
        legend="What happened?"
        dense
        columns={2}
        error={errors.reason?.message}
        options={NOT_DELIVERED_REASONS.map((value) => ({
          value,
          label: NOT_DELIVERED_LABELS[value],
        }))}
      />
      <Field
        label="Note for Dispatch"
        required={isNoteNeeded}
        optional={!isNoteNeeded}
        error={errors.note?.message}
      >
        <TextArea {...register('note')} rows={2} maxLength={MAX_NOT_DELIVERED_NOTE_LENGTH} />
      </Field>
      <RadioCards
        {...register('next')}
        legend="What’s next?"
        error={errors.next?.message}
        options={[
          { value: 'end', label: 'End the delivery and cancel the order' },
          { value: 'tryAgain', label: 'Try again later today' },
        ]}
      />
      <ReportPhoto name="photo" onBusy={setIsPreparing} />
    </FormDialog>
  );
}
