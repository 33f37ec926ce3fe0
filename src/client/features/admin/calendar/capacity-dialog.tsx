import * as z from 'zod/mini';
import { TimeRange } from '@/client/appointment/when';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Checkbox } from '@/client/components/form/checkbox';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { Stepper } from '@/client/components/form/stepper';
import {
  type ConflictFacts,
  nextValues,
  useEditConflict,
} from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { formatLongDate } from '@/domain/dates';
import type { FieldValue } from '@/domain/edit-conflict';
import { MAX_CAPACITY, timeSlotCapacitySchema } from '@/domain/slots/calendar.schema';
import { capacityText, type StaffTimeSlot } from './use-calendar';

type CapacityDialogProps = {
  /** Null changes the default of all time slots. */
  slot: StaffTimeSlot | null;
  defaultCapacity: number;
  /**
   * Resolves to true if the capacity was saved. If it's null, the time slot gets the default again.
   */
  onSave: (capacity: number | null, read: Record<string, FieldValue>) => Promise<boolean>;
  onClose: () => void;
};

const CAPACITY_FACTS: ConflictFacts = {
  capacity: {
    label: 'Capacity',
    text: (capacity) => capacityText(Number(capacity)),
    typed: (capacity) => capacity,
  },
};

const schema = z.pick(timeSlotCapacitySchema, { capacity: true });

/** Changes the capacity of a time slot, or the default of all slots without their own capacity. */
export function CapacityDialog({ slot, defaultCapacity, onSave, onClose }: CapacityDialogProps) {
  const conflict = useEditConflict<Record<string, FieldValue>>(
    { capacity: slot ? slot.ownCapacity : defaultCapacity },
    nextValues,
  );
  const form = useZodForm(schema, {
    defaultValues: { capacity: slot ? slot.ownCapacity : defaultCapacity },
    send: async ({ capacity }) => {
      if (await onSave(capacity, conflict.read())) onClose();
    },
    onFailed: (problem) => void conflict.notice(problem),
  });
  const capacity = form.watch('capacity');
  return (
    <FormDialog
      form={form}
      title={
        slot ? (
          <>
            Capacity for <TimeRange time={slot.label} />
          </>
        ) : (
          'Default capacity'
        )
      }
      description={
        slot
          ? `${formatLongDate(slot.date)}. The number of deliveries this window accepts. ${slot.occupied} booked so far.`
          : 'The number of deliveries each window accepts, unless it has its own capacity. Existing appointments won’t change.'
      }
      submitLabel="Save Capacity"
      onClose={onClose}
    >
      <EditConflictPanel conflict={conflict} facts={CAPACITY_FACTS} />
      {slot ? (
        <Checkbox
          label={`Use the default (${capacityText(slot.usualCapacity)})`}
          checked={capacity === null}
          onChange={(event) => {
            const next = event.currentTarget.checked ? null : slot.capacity;
            form.setValue('capacity', next, { shouldDirty: true });
          }}
        />
      ) : null}
      {capacity === null ? null : (
        <Field
          label="Capacity"
          hint="To stop bookings, block the window."
          error={form.errors.capacity?.message}
        >
          <Stepper name="capacity" min={1} max={MAX_CAPACITY} noun="spots" />
        </Field>
      )}
    </FormDialog>
  );
}
