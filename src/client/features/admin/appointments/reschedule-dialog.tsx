import { dayClosedText, slotNote } from '@/client/appointment/closed-text';
import { staffFacts } from '@/client/appointment/conflict-facts';
import { FOR_LINE, OverbookingReason } from '@/client/appointment/overbooking-reason';
import { When } from '@/client/appointment/when';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { Select, type SelectOption } from '@/client/components/form/select';
import { TextInput } from '@/client/components/form/text-input';
import { nextVersion, useEditConflict } from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { rescheduleSchema } from '@/domain/appointment/staff-patch.schema';
import { formatLongDate } from '@/domain/dates';
import { takesBookings } from '@/domain/slots/time-slots';
import { isForLine } from '@/domain/waiting-list/waiting-list';
import type { Appointment } from './appointment';
import { driverOptions } from './driver-options';
import { callText } from './unreached';
import { toastUpdateFailed, useRefreshAppointments } from './use-status-changes';

type Driver = Outputs['admin']['drivers'][number];

type RescheduleDialogProps = {
  appointment: Appointment;
  drivers: Driver[];
  onClose: () => void;
};

/** Changes the date, time window, dock, or driver of an appointment. */
export function RescheduleDialog({ appointment, drivers, onClose }: RescheduleDialogProps) {
  const refresh = useRefreshAppointments();
  const rescheduling = trpc.admin.reschedule.useMutation();
  const conflict = useEditConflict(appointment.version, nextVersion);
  const form = useZodForm(rescheduleSchema, {
    defaultValues: {
      id: appointment.id,
      date: appointment.date,
      time: appointment.time,
      location: appointment.location,
      slipNumber: appointment.slipNumber ?? '',
      driverId: appointment.driverId,
      overCapacityReason: '',
    },
    send: async (typed) => {
      const version = conflict.read();
      const moved = await rescheduling.mutateAsync({ ...typed, version });
      toastSuccess(
        moved.version === version ? 'Nothing Changed' : `${moved.publicCode} Rescheduled`,
        <>
          <When {...moved} />, at {moved.location}. {callText(moved)}
        </>,
      );
      await refresh();
      onClose();
    },
    onFailed: (problem, field, error) => {
      const { reason } = problem;
      if (conflict.notice(problem)) return void Promise.all([refresh(), calendar.refetch()]);
      if (!field || (reason !== 'invalid_input' && reason !== 'slot_taken'))
        toastUpdateFailed(error);
      void Promise.all([refresh(), calendar.refetch()]);
    },
  });
  const { register, errors } = form;
  const [date = appointment.date, time = appointment.time] = form.watch(['date', 'time']);
  const calendar = trpc.admin.calendar.useQuery(
    { date },
    { staleTime: 0, refetchOnMount: 'always' },
  );
  const calendarError = calendar.isError ? 'We couldn’t load the windows.' : undefined;
  const chosen = calendar.data?.timeSlots.find(
    (slot) => slot.date === date && slot.label === time && !isOwnSlot(slot, appointment),
  );
  // The server may know that a window is full before the calendar does.
  const isFull = chosen !== undefined && (slotNote(chosen) !== null || errors.time !== undefined);
  const listed = (calendar.data?.days ?? []).map((day) => day.date);
  // A select drops a value that isn't among its options, even while the calendar is still loading.
  const dates = [...new Set([appointment.date, date, ...listed])].sort();

  return (
    <FormDialog
      form={form}
      size="md"
      title="Reschedule"
      description={
        <>
          {appointment.publicCode} is booked for <When {...appointment} />. We’ll notify the
          customer if the time or location changes.
        </>
      }
      submitLabel="Reschedule"
      busyText="Saving…"
      onClose={onClose}
      className="grid gap-4 sm:grid-cols-2"
    >
      <EditConflictPanel conflict={conflict} facts={staffFacts(drivers)} />
      <Field label="Date" error={errors.date?.message} className="sm:col-span-2">
        <Select
          {...register('date')}
          options={dates.map((one) => {
            const day = calendar.data?.days.find((listedDay) => listedDay.date === one);
            const note = day && one !== appointment.date ? dayClosedText(day) : null;
            return { value: one, label: `${formatLongDate(one)}${note ? ` (${note})` : ''}` };
          })}
        />
      </Field>
      <Field label="Time Window" error={errors.time?.message ?? calendarError}>
        <Select {...register('time')} options={slotOptions(calendar.data, appointment, time)} />
      </Field>
      <Field label="Driver" error={errors.driverId?.message}>
        <Select
          {...register('driverId', { setValueAs: (id) => (id ? Number(id) : null) })}
          placeholder="No driver yet"
          options={driverOptions(drivers, appointment)}
        />
      </Field>
      <OverbookingReason
        isNeeded={isFull && canExceed(chosen)}
        why={chosen && isForLine(chosen, chosen.line) ? FOR_LINE : 'This window is full.'}
      />
      <Field label="Location" error={errors.location?.message} required>
        <TextInput {...register('location')} icon="pin" />
      </Field>
      <Field label="Slip Number" optional error={errors.slipNumber?.message}>
        <TextInput {...register('slipNumber')} />
      </Field>
    </FormDialog>
  );
}

type Slot = Outputs['admin']['calendar']['timeSlots'][number];

/** True if staff may use the window even if it's full. */
const canExceed = (slot: Slot) => !slot.isOver && takesBookings(slot);

const isOwnSlot = ({ date, label }: Slot, appointment: Appointment) =>
  date === appointment.date && label === appointment.time;

/**
 * @returns the time slots of the selected date; the appointment's own one stays available, and full
 *   ones can be selected with a reason
 */
function slotOptions(
  calendar: Outputs['admin']['calendar'] | undefined,
  appointment: Appointment,
  chosen: string,
): SelectOption[] {
  if (!calendar) return [{ value: chosen, label: chosen }];
  return calendar.timeSlots.map((slot) => {
    const { label } = slot;
    const isOwn = isOwnSlot(slot, appointment);
    const note = isOwn ? 'current' : slotNote(slot);
    return {
      value: label,
      label: note ? `${label} (${note})` : label,
      disabled: !isOwn && !canExceed(slot),
    };
  });
}
