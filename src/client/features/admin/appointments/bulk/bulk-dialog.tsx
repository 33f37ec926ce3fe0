import * as z from 'zod/mini';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { Select } from '@/client/components/form/select';
import { TextArea } from '@/client/components/form/text-area';
import { useZodForm } from '@/client/components/form/use-zod-form';
import type { Outputs } from '@/client/lib/trpc';
import { BULK_MESSAGES, MAX_BULK_TEXT } from '@/domain/bulk/bulk.schema';
import type { BulkKind } from '@/domain/bulk/bulk-change';
import type { CalendarDate } from '@/domain/dates';
import { MAX_NOTE_LENGTH, noteText, requiredText } from '@/domain/fields';
import { CloseEmptied } from './close-emptied';
import { useBeginBulk } from './use-begin-bulk';

/** The bulk changes that need no time window per delivery. */
export type ManyKind = Exclude<BulkKind, 'move'>;

type DialogFacts = {
  title: (count: string) => string;
  submit: string;
  description: string;
  field: 'driver' | 'reason' | 'text';
};

const UNDO_NOTE = 'We’ll notify customers in 10 minutes. You can undo everything until then.';

/** What happens first if a whole day is moved or cancelled. */
export const CLOSES_DAY = 'We’ll close the day to new orders first.';

const DIALOGS: Readonly<Record<ManyKind, DialogFacts>> = {
  confirm: {
    title: (count) => `Confirm ${count}?`,
    submit: 'Confirm',
    description: `Deliveries without a saved card will be left out unless you enter a reason. ${UNDO_NOTE}`,
    field: 'reason',
  },
  schedule: {
    title: (count) => `Schedule ${count}?`,
    submit: 'Schedule',
    description: 'Only confirmed deliveries can be scheduled. The others will be left out.',
    field: 'driver',
  },
  assign: {
    title: (count) => `Assign ${count}`,
    submit: 'Assign',
    description:
      'Confirmed deliveries will be scheduled. The time windows won’t change. You can undo everything for 10 minutes.',
    field: 'driver',
  },
  cancel: {
    title: (count) => `Cancel ${count}?`,
    submit: 'Cancel Deliveries',
    description: UNDO_NOTE,
    field: 'reason',
  },
  write: {
    title: (count) => `Message customers about ${count}`,
    submit: 'Send Message',
    description: 'We’ll notify each customer in 10 minutes. You can undo everything until then.',
    field: 'text',
  },
};

const values = { driverId: z.string(), reason: noteText, text: z.string(), closes: z.boolean() };
type Values = { driverId: string; reason: string; text: string; closes: boolean };

/** The form shows only one of these fields. The others stay empty. */
const SCHEMAS: Readonly<Record<DialogFacts['field'], z.ZodMiniType<Values, Values>>> = {
  driver: z.object({ ...values, driverId: z.string().check(z.minLength(1, BULK_MESSAGES.driver)) }),
  reason: z.object(values),
  text: z.object({ ...values, text: requiredText(BULK_MESSAGES.text, MAX_BULK_TEXT) }),
};

type BulkDialogProps = {
  kind: ManyKind;
  /** The deliveries as staff saw them. */
  parts: readonly { id: string; version: number }[];
  /** The indexes of the windows that become empty if these deliveries are cancelled. */
  emptied: readonly number[];
  /** The day or window of a whole day or window, for the title. */
  when?: string;
  /** The day to close to new orders first, if it's cancelled as a whole. */
  closeDate?: CalendarDate | undefined;
  drivers: Outputs['admin']['drivers'];
  onDone: () => void;
  onClose: () => void;
};

/** Asks for the driver, reason, or text of a bulk change, then starts it. */
export function BulkDialog(props: BulkDialogProps) {
  const { kind, parts, emptied, when, closeDate, drivers, onDone, onClose } = props;
  const { title, submit, description, field } = DIALOGS[kind];
  const begin = useBeginBulk();
  const form = useZodForm(SCHEMAS[field], {
    defaultValues: { driverId: '', reason: '', text: '', closes: true },
    send: async (typed) => {
      await begin({
        kind,
        parts: [...parts],
        ...(field === 'driver' && { driverId: Number(typed.driverId) }),
        ...(field === 'reason' && typed.reason.trim() && { reason: typed.reason.trim() }),
        ...(field === 'text' && { text: typed.text }),
        ...(closeDate && { closeDate }),
        ...(emptied.length > 0 && { keepsOpen: !typed.closes }),
      });
      onDone();
    },
  });
  const count = parts.length === 1 ? '1 delivery' : `${parts.length} deliveries`;
  return (
    <FormDialog
      form={form}
      danger={kind === 'cancel'}
      title={title(when ? `${count} on ${when}` : count)}
      description={closeDate ? `${CLOSES_DAY} ${description}` : description}
      submitLabel={submit}
      cancelLabel={kind === 'cancel' ? 'Keep Deliveries' : 'Not Now'}
      onClose={onClose}
    >
      {field === 'driver' ? (
        <Field label="Driver" error={form.errors.driverId?.message} required>
          <Select
            {...form.register('driverId')}
            placeholder="Select a driver"
            options={drivers
              .filter(({ status }) => status !== 'retired')
              .map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </Field>
      ) : null}
      {field === 'reason' ? (
        <Field label="Reason" optional error={form.errors.reason?.message}>
          <TextArea {...form.register('reason')} rows={2} maxLength={MAX_NOTE_LENGTH} />
        </Field>
      ) : null}
      <CloseEmptied emptied={emptied} {...form.register('closes')} />
      {field === 'text' ? (
        <Field label="Message" error={form.errors.text?.message} required>
          <TextArea {...form.register('text')} rows={5} maxLength={MAX_BULK_TEXT} />
        </Field>
      ) : null}
    </FormDialog>
  );
}
