import { useState } from 'react';
import { Button } from '@/client/components/button';
import { useLeaveQuestion } from '@/client/components/confirm-dialog';
import { Dialog } from '@/client/components/dialog';
import { Field } from '@/client/components/field';
import { Select } from '@/client/components/select';
import { TextInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { type Inputs, type Outputs, trpc } from '@/client/lib/trpc';
import { formatLongDate } from '@/domain/calendar';
import type { Appointment } from './appointment';
import { sayUpdateFailed, useRefreshAppointments } from './use-status-changes';

type Driver = Outputs['admin']['drivers'][number];

type Name = 'date' | 'time' | 'location' | 'slipNumber' | 'driverId';

type RescheduleDialogProps = {
  appointment: Appointment;
  drivers: Driver[];
  onClose: () => void;
};

/** Another date, window, place or driver; the new window is taken as the old one is left. */
export function RescheduleDialog({ appointment, drivers, onClose }: RescheduleDialogProps) {
  const refresh = useRefreshAppointments();
  const moving = trpc.admin.reschedule.useMutation();
  const stands = {
    date: appointment.date,
    time: appointment.time as string,
    location: appointment.location,
    slipNumber: appointment.slipNumber ?? '',
    driverId: String(appointment.driverId ?? ''),
  };
  const [typed, setTyped] = useState(stands);
  const isDirty = Object.entries(typed).some(([name, value]) => value !== stands[name as Name]);
  const { leave, leaveDialog } = useLeaveQuestion(isDirty, onClose);
  const [error, setError] = useState<{ field: string; message: string } | null>(null);
  const calendar = trpc.admin.calendar.useQuery(
    { date: typed.date },
    { staleTime: 0, refetchOnMount: 'always' },
  );

  const change = (next: Partial<typeof typed>) => {
    setTyped({ ...typed, ...next });
    setError(null);
  };
  const isOwn = (date: string, time: string) =>
    date === appointment.date && time === appointment.time;
  const { data } = calendar;
  const dates = [...new Set([appointment.date, ...(data?.days ?? []).map((day) => day.date)])];
  const windows = data?.windows ?? [];
  const at = (name: string) => (error?.field === name ? error.message : null);

  const save = async () => {
    if (typed.location.trim() === '') {
      return setError({ field: 'location', message: 'Please enter the location.' });
    }
    const input: Inputs['admin']['reschedule'] = {
      id: appointment.id,
      date: typed.date,
      time: typed.time,
      location: typed.location,
      slipNumber: typed.slipNumber,
      driverId: typed.driverId === '' ? null : Number(typed.driverId),
    };
    try {
      const moved = await moving.mutateAsync(input);
      toast({
        variant: 'success',
        title: `Appointment ${moved.publicCode} is rescheduled`,
        description: `${formatLongDate(moved.date)}, ${moved.time}, at ${moved.location}.`,
      });
      await refresh();
      onClose();
    } catch (failure) {
      const { reason, field, message } = problemOf(failure);
      const isOurs = field !== null && field in typed;
      if (isOurs && (reason === 'invalid_input' || reason === 'slot_taken')) {
        setError({ field, message });
      } else {
        sayUpdateFailed(failure);
      }
      await Promise.all([refresh(), calendar.refetch()]);
    }
  };

  return (
    <Dialog
      open
      size="md"
      backdropCloses={false}
      dismissible={!moving.isPending}
      onClose={leave}
      title="Reschedule"
      description={`${appointment.publicCode}, now ${formatLongDate(appointment.date)}, ${appointment.time}. The customer is told when time or place change.`}
      footer={
        <>
          <Button variant="quiet" disabled={moving.isPending} onClick={leave}>
            Cancel
          </Button>
          <Button variant="main" busy={moving.isPending} busyText="Saving…" onClick={save}>
            Reschedule
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Date" error={at('date')}>
          <Select
            value={typed.date}
            options={dates.map((date) => {
              const day = data?.days.find((one) => one.date === date);
              const full = day?.available === 0 && date !== appointment.date;
              return { value: date, label: `${formatLongDate(date)}${full ? ' (No slots)' : ''}` };
            })}
            onChange={(event) => change({ date: event.currentTarget.value })}
          />
        </Field>
        <Field
          label="Time window"
          error={at('time') ?? (calendar.isError ? 'The windows could not be loaded.' : null)}
        >
          <Select
            value={typed.time}
            options={
              windows.length === 0
                ? [{ value: typed.time, label: typed.time }]
                : windows.map(({ date, label, state }) => {
                    const own = isOwn(date, label);
                    return {
                      value: label,
                      label: own ? `${label} (now)` : withState(label, state),
                      disabled: !own && state !== 'Available',
                    };
                  })
            }
            onChange={(event) => change({ time: event.currentTarget.value })}
          />
        </Field>
        <Field label="Location" error={at('location')} required>
          <TextInput
            icon="pin"
            value={typed.location}
            onChange={(event) => change({ location: event.currentTarget.value })}
          />
        </Field>
        <Field label="Slip number" optional error={at('slipNumber')}>
          <TextInput
            value={typed.slipNumber}
            onChange={(event) => change({ slipNumber: event.currentTarget.value })}
          />
        </Field>
        <Field label="Driver" error={at('driverId')} className="sm:col-span-2">
          <Select
            value={typed.driverId}
            placeholder="No driver yet"
            options={drivers.map((driver) => ({
              value: String(driver.id),
              label: driver.status === 'offline' ? `${driver.name} (offline)` : driver.name,
            }))}
            onChange={(event) => change({ driverId: event.currentTarget.value })}
          />
        </Field>
      </div>
      {leaveDialog}
    </Dialog>
  );
}

const withState = (label: string, state: string) =>
  state === 'Available' ? label : `${label} (${state})`;
