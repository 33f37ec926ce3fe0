import { useState } from 'react';
import * as z from 'zod/mini';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { Select } from '@/client/components/form/select';
import { TextArea } from '@/client/components/form/text-area';
import { useZodForm } from '@/client/components/form/use-zod-form';
import type { ShownDay } from '@/client/features/driver/day/driver-day';
import type { PerformAction } from '@/client/features/driver/outbox/perform-action';
import { isAtServer } from '@/client/features/driver/outbox/unsent-walk-up';
import {
  type FormDraft,
  formDraftKey,
  useDraft,
  useDraftOfForm,
} from '@/client/features/driver/outbox/use-draft';
import {
  driverReportSchema,
  MAX_REPORT_LENGTH,
  reportPhotoSchema,
} from '@/domain/driver/driver.schema';
import { ReportPhoto } from './report-photo';

const schema = z.extend(z.pick(driverReportSchema, { text: true, appointmentId: true }), {
  issuePhoto: z.nullable(reportPhotoSchema.shape.photo),
});

type Values = z.input<typeof schema>;

type ReportDialogProps = {
  day: ShownDay;
  userId: string;
  perform: PerformAction;
  onClose: () => void;
};

/** Sends a driver report to dispatch. It can name an appointment and have a photo. */
export function ReportDialog(props: ReportDialogProps) {
  const formDraft = useDraft<Values>(formDraftKey(props.userId, 'report', props.day.driver.id));
  const { draft } = formDraft;
  return draft === undefined ? null : <ReportForm {...props} formDraft={{ ...formDraft, draft }} />;
}

type ReportFormProps = Omit<ReportDialogProps, 'userId'> & { formDraft: FormDraft<Values> };

function ReportForm({ day, formDraft, perform, onClose }: ReportFormProps) {
  const [isPreparing, setIsPreparing] = useState(false);
  const stops = day.deliveries.filter(isAtServer);
  const form = useZodForm(schema, {
    defaultValues: { text: '', appointmentId: null, issuePhoto: null },
    send: async ({ text, appointmentId: id, issuePhoto }) => {
      // The draft may name an appointment that isn't listed anymore.
      const about = stops.find((delivery) => delivery.id === id);
      await perform(
        { kind: 'report', driverId: day.driver.id, id: about?.id ?? null, text: text.trim() },
        {
          publicCode: about?.publicCode,
          photo: issuePhoto,
          draft: formDraft.key,
          onStored: discard,
        },
      );
    },
  });
  useDraftOfForm(form, formDraft);
  const discard = () => {
    formDraft.forget();
    onClose();
  };
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      size="md"
      buttonSize="lg"
      title="Report Issue"
      description="Dispatch will see it right away and get an email."
      submitLabel="Send Report"
      disabled={isPreparing}
      onClose={discard}
    >
      <Field label="What’s wrong?" error={errors.text?.message} required>
        <TextArea {...register('text')} rows={4} maxLength={MAX_REPORT_LENGTH} />
      </Field>
      {stops.length > 0 ? (
        <Field label="Order" error={errors.appointmentId?.message}>
          <Select
            {...register('appointmentId', { setValueAs: (id: string | null) => id || null })}
            className="h-14"
            placeholder="No specific order"
            options={stops.map(({ id, publicCode, location }) => ({
              value: id,
              label: `${publicCode}, ${location}`,
            }))}
          />
        </Field>
      ) : null}
      <ReportPhoto name="issuePhoto" onBusy={setIsPreparing} />
    </FormDialog>
  );
}
