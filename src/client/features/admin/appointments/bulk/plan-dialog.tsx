import { useState } from 'react';
import * as z from 'zod/mini';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Callout } from '@/client/components/feedback/callout';
import { useZodForm } from '@/client/components/form/use-zod-form';
import type { Outputs } from '@/client/lib/trpc';
import { OPEN_STATUSES } from '@/domain/appointment/status';
import { formatLongDate } from '@/domain/dates';
import { type LeftOverReason, type PlanStop, suggestPlan } from '@/domain/dispatch/suggest-plan';
import { latenessOf, lateText, timeSlotInstants } from '@/domain/route/lateness';
import { freshPosition } from '@/domain/route/position';
import { formatCount } from '@/domain/text';
import { type Line, nameText, orderOfLine, shortTimeSlot } from '../day/line';
import type { Dispatch } from '../dispatch/use-plan';
import { useBeginBulk } from './use-begin-bulk';

const REASONS: Readonly<Record<LeftOverReason, string>> = {
  late: 'every driver would be late',
  load: 'no driver has enough on board',
  no_driver: 'no driver is available',
};

type PlanDialogProps = {
  day: Outputs['admin']['day'];
  dispatch: Dispatch;
  onDone: () => void;
  onClose: () => void;
};

/** Suggests a driver for each delivery without one, and assigns them together. */
export function PlanDialog({ day, dispatch, onDone, onClose }: PlanDialogProps) {
  // The preview doesn't change while it's open. If someone else has changed a delivery, applying
  // the plan leaves it out.
  const [{ lines, plan }] = useState(() => ({
    lines: new Map(day.lines.map((line) => [line.id, line])),
    plan: planOfDay(day, dispatch),
  }));
  const begin = useBeginBulk();
  const form = useZodForm(z.object({}), {
    defaultValues: {},
    send: async () => {
      const parts = plan.assigned.flatMap(({ id, driverId }) => {
        const line = lines.get(id);
        return line ? [{ id, version: line.version, driverId }] : [];
      });
      await begin({ kind: 'assign', parts });
      onDone();
    },
  });
  const count = plan.assigned.length;
  return (
    <FormDialog
      form={form}
      size="lg"
      title={`Suggested plan for ${formatLongDate(day.date)}`}
      description="Deliveries with a driver keep that driver. Confirmed deliveries will be scheduled. You can undo everything for 10 minutes."
      submitLabel={`Assign ${count} ${count === 1 ? 'Delivery' : 'Deliveries'}`}
      busyText="Starting…"
      cancelLabel="Not Now"
      disabled={count === 0}
      onClose={onClose}
    >
      <ul aria-label="Drivers" className="flex flex-col divide-y divide-edge/60">
        {plan.drivers.map((driver) => (
          <DriverDay
            key={driver.id}
            driver={driver}
            name={dispatch.drivers.find(({ id }) => id === driver.id)?.name ?? ''}
            before={day.lines.filter((line) => line.driverId === driver.id && isOpen(line)).length}
          />
        ))}
      </ul>
      {plan.left.length > 0 ? (
        <Callout tone="warn" title={leftTitle(plan.left.length)}>
          <ul className="list-disc ps-5">
            {plan.left.map(({ id, reason }) => {
              const line = lines.get(id);
              return line ? (
                <li key={id}>
                  {nameText(line)}, {shortTimeSlot(line.slotIndex)}: {REASONS[reason]}
                </li>
              ) : null;
            })}
          </ul>
        </Callout>
      ) : null}
    </FormDialog>
  );
}

const leftTitle = (count: number) =>
  count === 1 ? '1 delivery couldn’t be assigned' : `${count} deliveries couldn’t be assigned`;

type DriverDayProps = {
  driver: ReturnType<typeof suggestPlan>['drivers'][number];
  name: string;
  /** The number of stops before the plan. */
  before: number;
};

/** Shows a driver's day with the suggested stops: the number of stops, gallons, and lateness. */
function DriverDay({ driver: { stops, expected }, name, before }: DriverDayProps) {
  const gallons = stops.reduce((sum, stop) => sum + stop.estimatedGallonsTenths, 0) / 10;
  const late = latenessOf(expected);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
      <strong className="font-semibold">{name}</strong>
      <span className="tabular">
        {before} → {stops.length} {stops.length === 1 ? 'stop' : 'stops'}, {formatCount(gallons)}{' '}
        gal,{' '}
        {late ? (
          <span className="text-error">
            {late.stops} {late.stops === 1 ? 'stop' : 'stops'} up to {lateText(late.mostMinutes)}
          </span>
        ) : (
          'on time'
        )}
      </span>
    </li>
  );
}

const isOpen = ({ status }: Pick<Line, 'status'>) => OPEN_STATUSES.includes(status);

/** Plans a day. Today, offline drivers get no new stops. */
function planOfDay(day: Outputs['admin']['day'], dispatch: Dispatch) {
  const { answeredAt: now, timeZone, positions } = dispatch;
  const positionOf = new Map(positions.map(({ id, ...position }) => [id, position]));
  const stops: PlanStop[] = day.lines.filter(isOpen).map((line) => ({
    ...orderOfLine(line),
    enRoute: line.status === 'en_route',
    arrivalAt: null,
    position: positionOf.get(line.id) ?? null,
    ...timeSlotInstants(day.date, line.slotIndex, timeZone),
  }));
  const drivers = dispatch.drivers
    .filter(({ status }) => day.date !== day.today || status !== 'offline')
    .map((driver) => ({
      id: driver.id,
      position: driver.position && freshPosition(driver.position, now),
      onBoard: driver.onBoard,
      manualOrder: driver.isManualOrder ? driver.stops.map(({ id }) => id) : null,
    }));
  return suggestPlan(stops, drivers, now);
}
