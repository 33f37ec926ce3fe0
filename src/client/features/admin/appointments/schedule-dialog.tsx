import { useRef } from 'react';
import { Controller } from 'react-hook-form';
import { staffFacts } from '@/client/appointment/meanwhile-facts';
import { When } from '@/client/appointment/when';
import { FormDialog } from '@/client/components/form-dialog';
import { MeanwhilePanel } from '@/client/components/meanwhile-panel';
import { RadioCards } from '@/client/components/radio-cards';
import { toast } from '@/client/components/toast-store';
import { nextVersion, useMeanwhile } from '@/client/components/use-meanwhile';
import { useZodForm } from '@/client/components/use-zod-form';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { whole } from '@/client/lib/whole';
import { schedulingSchema } from '@/domain/appointment/appointment.schema';
import { totalsOf } from '@/domain/dispatch/day';
import { formatGallons } from '@/domain/money';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import type { Appointment } from './appointment';
import type { Line } from './day/line';
import { toastUpdateFailed, useRefreshAppointments } from './use-status-changes';

type ScheduleDialogProps = {
  appointment: Appointment;
  drivers: Outputs['admin']['drivers'];
  /** The appointment is scheduled. */
  onDone: () => unknown;
  onClose: () => void;
};

/** Asks for the driver when several are available (D38), and shows what each already has to do. */
export function ScheduleDialog({ appointment, drivers, onDone, onClose }: ScheduleDialogProps) {
  const { id, publicCode, date, time, location } = appointment;
  const refresh = useRefreshAppointments();
  const scheduling = trpc.admin.schedule.useMutation();
  const rescheduling = trpc.admin.reschedule.useMutation();
  const meanwhile = useMeanwhile(appointment.version, nextVersion);
  const day = trpc.admin.day.useQuery({ date }, { staleTime: 0 });
  /** Another admin scheduled it while this was open: from then on the driver is changed. */
  const isScheduled = useRef(false);
  const form = useZodForm(schedulingSchema, {
    defaultValues: { id, driverId: drivers[0]?.id ?? null },
    send: async ({ driverId = null }) => {
      const input = { id, driverId, version: meanwhile.read() };
      const { driverName } = isScheduled.current
        ? await rescheduling.mutateAsync(input)
        : await scheduling.mutateAsync(input);
      toast({
        variant: 'success',
        title: `Appointment ${publicCode} is scheduled${driverName ? `, with ${driverName}` : ''}`,
      });
      await refresh();
      onDone();
    },
    onFailed: (problem, _field, error) => {
      void refresh();
      if (!meanwhile.notice(problem)) return toastUpdateFailed(error);
      const changes = problem.details?.changes as { field: string; to: unknown }[];
      isScheduled.current ||= changes.some(
        ({ field, to }) => field === 'status' && to === 'scheduled',
      );
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Schedule ${publicCode}`}
      description={
        <>
          <When date={date} time={time} />, at {location}.
        </>
      }
      submitLabel="Schedule"
      cancelLabel="Go back"
      onClose={onClose}
    >
      <MeanwhilePanel meanwhile={meanwhile} facts={staffFacts(drivers)} />
      <Controller
        control={form.control}
        name="driverId"
        render={({ field, fieldState }) => (
          <RadioCards
            legend="Driver"
            value={String(field.value)}
            error={fieldState.error?.message}
            onValueChange={(chosen) => field.onChange(Number(chosen))}
            options={drivers.map((driver) => ({
              value: String(driver.id),
              label: driver.name,
              description: [
                driverText(driver),
                day.data && loadText(driver, appointment, day.data.lines),
              ]
                .filter(Boolean)
                .join(' · '),
              icon: 'truck',
            }))}
          />
        )}
      />
    </FormDialog>
  );
}

/** The vehicle, and how today goes. */
function driverText({ vehicleInfo, lateness }: Outputs['admin']['drivers'][number]) {
  const late =
    lateness &&
    `${lateness.stops === 1 ? '1 stop' : `${lateness.stops} stops`} of today late, by up to ${lateness.mostMinutes} min`;
  return [vehicleInfo, late].filter(Boolean).join(' · ') || undefined;
}

/** What a driver already has on the day of an appointment: "5 stops that day, 120 gal, 2 in this window". */
function loadText(
  { id }: Outputs['admin']['drivers'][number],
  { time }: Appointment,
  lines: readonly Line[],
): string {
  const own = lines.filter(({ driverId }) => driverId === id);
  const { stops, gallonsTenths } = totalsOf(own);
  if (stops === 0) return 'nothing else that day';
  const inWindow = own.filter(({ slotIndex }) => timeSlotLabel(slotIndex) === time).length;
  return whole(
    `${stops} ${stops === 1 ? 'stop' : 'stops'} that day, ${formatGallons(gallonsTenths)} gal, ${inWindow} in this window`,
  );
}
