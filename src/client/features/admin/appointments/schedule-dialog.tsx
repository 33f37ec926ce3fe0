import { useRef } from 'react';
import { Controller } from 'react-hook-form';
import { staffFacts } from '@/client/appointment/conflict-facts';
import { When } from '@/client/appointment/when';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { SkeletonList } from '@/client/components/feedback/states';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { RadioCards } from '@/client/components/form/radio-cards';
import { nextVersion, useEditConflict } from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { schedulingSchema } from '@/domain/appointment/appointment.schema';
import { totalsOf } from '@/domain/dispatch/day';
import { isAnything, loadOfAll, loadText, shortOf } from '@/domain/driver/on-board';
import { formatGallons } from '@/domain/money';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import type { Appointment } from './appointment';
import { type Line, orderOfLine } from './day/line';
import type { Dispatch } from './dispatch/use-plan';
import { toastUpdateFailed, useRefreshAppointments } from './use-status-changes';

type ScheduleDialogProps = {
  appointment: Appointment;
  drivers: Outputs['admin']['drivers'];
  /** Called after the appointment is scheduled. */
  onDone: () => unknown;
  onClose: () => void;
};

/** Asks for the driver if several are available, and shows the stops that each already has. */
export function ScheduleDialog({ appointment, drivers, onDone, onClose }: ScheduleDialogProps) {
  const { id, publicCode, date, time, location } = appointment;
  const refresh = useRefreshAppointments();
  const scheduling = trpc.admin.schedule.useMutation();
  const rescheduling = trpc.admin.reschedule.useMutation();
  const conflict = useEditConflict(appointment.version, nextVersion);
  const day = trpc.admin.day.useQuery({ date }, { staleTime: 0 });
  const dispatch = trpc.admin.dispatch.useQuery({ date }, { staleTime: 0 });
  // The list waits for both, because lines that are added later would move the drivers under a
  // finger.
  const isLoading = day.isLoading || dispatch.isLoading;
  /**
   * True if another admin scheduled the delivery while this dialog was open. In that case, the
   * driver is changed.
   */
  const isScheduled = useRef(false);
  const form = useZodForm(schedulingSchema, {
    defaultValues: { id, driverId: drivers[0]?.id ?? null },
    send: async ({ driverId = null }) => {
      const input = { id, driverId, version: conflict.read() };
      const { driverName } = isScheduled.current
        ? await rescheduling.mutateAsync(input)
        : await scheduling.mutateAsync(input);
      toastSuccess(`${publicCode} Scheduled`, driverName ? `Driver: ${driverName}.` : undefined);
      await refresh();
      onDone();
    },
    onFailed: (problem, _field, error) => {
      void refresh();
      if (!conflict.notice(problem)) return toastUpdateFailed(error);
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
      cancelLabel="Not Now"
      disabled={isLoading}
      onClose={onClose}
    >
      <EditConflictPanel conflict={conflict} facts={staffFacts(drivers)} />
      {isLoading ? (
        <SkeletonList label="Loading the drivers’ stops" rows={drivers.length} />
      ) : (
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
                  day.data && stopsText(driver, appointment, day.data.lines),
                  day.data && vanText(driver, appointment, day.data.lines, dispatch.data),
                ]
                  .filter(Boolean)
                  .join(' · '),
                icon: 'truck',
              }))}
            />
          )}
        />
      )}
    </FormDialog>
  );
}

/** @returns the driver's vehicle and today's lateness */
function driverText({ vehicleInfo, lateness }: Outputs['admin']['drivers'][number]) {
  const late =
    lateness &&
    `${lateness.stops === 1 ? '1 stop' : `${lateness.stops} stops`} late today, up to ${lateness.mostMinutes} min`;
  return [vehicleInfo, late].filter(Boolean).join(' · ') || undefined;
}

/** @returns a driver's stops on that day, such as "5 stops that day, 120 gal, 2 in this window" */
function stopsText(
  { id }: Outputs['admin']['drivers'][number],
  { time }: Appointment,
  lines: readonly Line[],
): string {
  const own = lines.filter(({ driverId }) => driverId === id);
  const { stops, gallonsTenths } = totalsOf(own);
  if (stops === 0) return 'no other stops that day';
  const inTimeSlot = own.filter(({ slotIndex }) => timeSlotLabel(slotIndex) === time).length;
  return withNoBreaks(
    `${stops} ${stops === 1 ? 'stop' : 'stops'} that day, ${formatGallons(gallonsTenths)} gal, ${inTimeSlot} in this window`,
  );
}

/**
 * @returns the onboard load, or the shortage if the driver gets this delivery too: "short 5 gallons of
 * Regular with this one"; null for dates without loads
 */
function vanText(
  { id }: Outputs['admin']['drivers'][number],
  appointment: Appointment,
  lines: readonly Line[],
  dispatch: Dispatch | undefined,
): string | null {
  const driver = dispatch?.drivers.find((one) => one.id === id);
  if (!driver || !dispatch?.hasLoads) return null;
  const { onBoard, stops } = driver;
  if (!onBoard) return 'no load entered';
  const open = lines.filter((line) => stops.some((stop) => stop.id === line.id));
  const others = open.filter((line) => line.id !== appointment.id).map(orderOfLine);
  const short = shortOf(onBoard, loadOfAll([...others, appointment]));
  if (isAnything(short)) return `short by ${withNoBreaks(loadText(short))} with this one`;
  return `onboard load: ${withNoBreaks(loadText(onBoard)) || 'empty'}`;
}
