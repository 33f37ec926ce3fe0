import { useRef, useState } from 'react';
import { toastError } from '@/client/components/feedback/toast-store';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { MODIFIABLE_STATUSES } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';
import {
  type PlanColumn,
  type PlanSpot,
  spotIn,
  withMoves,
  withStopAt,
} from '@/domain/dispatch/plan';
import type { Line } from '../day/line';
import { LIVE_LIST } from '../live-list';
import { toastUpdateFailed, useRefreshAppointments } from '../use-status-changes';

export type Dispatch = Outputs['admin']['dispatch'];

/**
 * Reads the plan of a date: the drivers' stops in order, and the positions of drivers and docks.
 * Waits while the date is undefined.
 */
export function useDispatch(date: CalendarDate | null | undefined) {
  return trpc.admin.dispatch.useQuery(
    { date: date ?? null },
    { ...LIVE_LIST, enabled: date !== undefined },
  );
}

/** True if staff may still assign a delivery to another driver. */
export const isMovable = ({ status }: Line) =>
  MODIFIABLE_STATUSES.includes(status) || status === 'en_route';

/** @returns the plan on the server: the open stops of the pool and of each driver */
function planOf(dispatch: Dispatch, lines: readonly Line[]): PlanColumn[] {
  const lineIds = new Set(lines.map(({ id }) => id));
  const pool = lines.filter((line) => line.driverId === null && isMovable(line));
  return [
    { driverId: null, stopIds: pool.map(({ id }) => id) },
    ...dispatch.drivers.map(({ id, stops }) => ({
      driverId: id,
      stopIds: stops.map((stop) => stop.id).filter((stopId) => lineIds.has(stopId)),
    })),
  ];
}

const toastKept = ({ publicCode }: Line) =>
  toastError(
    'Still En Route',
    `Nothing was changed. Assign ${publicCode} to another driver, or undo En Route first.`,
  );

/** A move made on this page that the server may not have yet. */
type Move = { id: string; to: PlanSpot };

/**
 * The plan of a day and its changes. A change is shown immediately, and saved after the earlier
 * ones. If the server refuses it, the stop returns to its old spot.
 */
export function usePlan(dispatch: Dispatch, lines: readonly Line[]) {
  const refresh = useRefreshAppointments();
  const scheduling = trpc.admin.schedule.useMutation();
  const rescheduling = trpc.admin.reschedule.useMutation();
  const ordering = trpc.driver.setRouteOrder.useMutation();
  const [moves, setMoves] = useState<Move[]>([]);
  const saving = useRef({ count: 0, last: Promise.resolve() });
  /**
   * The version and status of stops after changes made on this page. The lines may still show the old ones.
   */
  const changed = useRef(new Map<string, Pick<Line, 'version' | 'status'>>());
  const plan = withMoves(planOf(dispatch, lines), moves);
  const { date } = dispatch;

  const assign = async (line: Line, driverId: number | null) => {
    const { id } = line;
    const own = changed.current.get(id);
    const { version, status } = own && own.version > line.version ? own : line;
    const input = { id, driverId, version };
    const saved =
      status === 'confirmed' && driverId !== null
        ? await scheduling.mutateAsync(input)
        : await rescheduling.mutateAsync(input);
    changed.current.set(id, saved);
  };

  const save = (work: () => Promise<unknown>) => {
    saving.current.count += 1;
    saving.current.last = saving.current.last
      .then(work)
      .then(() => {}, toastUpdateFailed)
      .then(async () => {
        saving.current.count -= 1;
        if (saving.current.count > 0) return;
        await refresh();
        if (saving.current.count === 0) setMoves([]);
      });
  };

  /**
   * Moves a stop. If it's added after another driver's last stop, the planned order still applies.
   */
  const move = (id: string, to: PlanSpot) => {
    const from = spotIn(plan, id);
    const line = lines.find((one) => one.id === id);
    if (!from || !line) return;
    // The driver is on the way to this stop, so staff must set it back to scheduled before they
    // unassign it.
    if (line.status === 'en_route' && to.driverId === null) return void toastKept(line);
    const isOther = from.driverId !== to.driverId;
    const next = withStopAt(plan, id, to);
    const stopIds = next.find(({ driverId }) => driverId === to.driverId)?.stopIds ?? [];
    const isOrdered = to.driverId !== null && (!isOther || to.index < stopIds.length - 1);
    setMoves((before) => [...before, { id, to }]);
    save(async () => {
      if (isOther) await assign(line, to.driverId);
      if (isOrdered) {
        await ordering.mutateAsync({ driverId: to.driverId, date, stopIds: [...stopIds] });
      }
    });
  };

  const takePlannedOrder = (driverId: number) =>
    save(() => ordering.mutateAsync({ driverId, date, stopIds: null }));

  return { plan, move, takePlannedOrder };
}
