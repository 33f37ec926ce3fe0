import * as z from 'zod/mini';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { Select } from '@/client/components/form/select';
import { TextArea } from '@/client/components/form/text-area';
import { useZodForm } from '@/client/components/form/use-zod-form';
import type { Outputs } from '@/client/lib/trpc';
import { BULK_MESSAGES, MAX_BULK_TEXT } from '@/domain/bulk/bulk.schema';
import type { BulkKind } from '@/domain/bulk/bulk-change';
import { MAX_NOTE_LENGTH, noteText, requiredText } from '@/domain/fields';
import type { Line } from '../day/line';
import { CloseEmptied, emptiedBy } from './close-emptied';
import { useBeginBulk } from './use-begin-bulk';

/** What is done to many deliveries at once without another window for each. */
export type ManyKind = Exclude<BulkKind, 'move'>;

type Look = {
  title: (count: string) => string;
  submit: string;
  description: string;
  field: 'driver' | 'reason' | 'text';
};

const TOLD = 'Customers are notified in 10 minutes. You can undo everything until then.';

const LOOKS: Readonly<Record<ManyKind, Look>> = {
  confirm: {
    title: (count) => `Confirm ${count}?`,
    submit: 'Confirm',
    description: `Those without a saved card are left out, unless you give a reason. ${TOLD}`,
    field: 'reason',
  },
  schedule: {
    title: (count) => `Schedule ${count}?`,
    submit: 'Schedule',
    description: 'Only confirmed deliveries can be scheduled; the others are left out.',
    field: 'driver',
  },
  assign: {
    title: (count) => `Assign ${count}`,
    submit: 'Assign',
    description: 'Their window stays. For ten minutes you can take all of it back.',
    field: 'driver',
  },
  cancel: {
    title: (count) => `Cancel ${count}?`,
    submit: 'Cancel deliveries',
    description: TOLD,
    field: 'reason',
  },
  write: {
    title: (count) => `Write to ${count}`,
    submit: 'Write',
    description: `One email each. ${TOLD}`,
    field: 'text',
  },
};

const values = { driverId: z.string(), reason: noteText, text: z.string(), closes: z.boolean() };
type Values = { driverId: string; reason: string; text: string; closes: boolean };

/** The form shows one field; the others stay empty. */
const SCHEMAS: Readonly<Record<Look['field'], z.ZodMiniType<Values, Values>>> = {
  driver: z.object({ ...values, driverId: z.string().check(z.minLength(1, BULK_MESSAGES.driver)) }),
  reason: z.object(values),
  text: z.object({ ...values, text: requiredText(BULK_MESSAGES.text, MAX_BULK_TEXT) }),
};

type BulkDialogProps = {
  kind: ManyKind;
  lines: readonly Line[];
  /** All deliveries of their day. */
  all: readonly Line[];
  drivers: Outputs['admin']['drivers'];
  onDone: () => void;
  onClose: () => void;
};

/** Asks for what a bulk change needs beside its deliveries, and begins it. */
export function BulkDialog({ kind, lines, all, drivers, onDone, onClose }: BulkDialogProps) {
  const look = LOOKS[kind];
  const begin = useBeginBulk();
  const emptied = kind === 'cancel' ? emptiedBy(all, lines) : [];
  const form = useZodForm(SCHEMAS[look.field], {
    defaultValues: { driverId: '', reason: '', text: '', closes: true },
    send: async (typed) => {
      await begin({
        kind,
        parts: lines.map(({ id, version }) => ({ id, version })),
        ...(look.field === 'driver' && { driverId: Number(typed.driverId) }),
        ...(look.field === 'reason' && typed.reason.trim() && { reason: typed.reason.trim() }),
        ...(look.field === 'text' && { text: typed.text }),
        ...(emptied.length > 0 && { keepsOpen: !typed.closes }),
      });
      onDone();
    },
  });
  return (
    <FormDialog
      form={form}
      danger={kind === 'cancel'}
      title={look.title(lines.length === 1 ? '1 delivery' : `${lines.length} deliveries`)}
      description={look.description}
      submitLabel={look.submit}
      cancelLabel="Go back"
      onClose={onClose}
    >
      {look.field === 'driver' ? (
        <Field label="Driver" error={form.errors.driverId?.message} required>
          <Select
            {...form.register('driverId')}
            placeholder="Choose a driver"
            options={drivers
              .filter(({ status }) => status !== 'retired')
              .map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </Field>
      ) : null}
      {look.field === 'reason' ? (
        <Field label="Reason" optional error={form.errors.reason?.message}>
          <TextArea {...form.register('reason')} rows={2} maxLength={MAX_NOTE_LENGTH} />
        </Field>
      ) : null}
      <CloseEmptied emptied={emptied} {...form.register('closes')} />
      {look.field === 'text' ? (
        <Field label="Message" error={form.errors.text?.message} required>
          <TextArea {...form.register('text')} rows={5} maxLength={MAX_BULK_TEXT} />
        </Field>
      ) : null}
    </FormDialog>
  );
}
