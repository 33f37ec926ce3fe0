import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { isElsewhere, type PlanSpot, spotByKey } from '@/domain/dispatch/plan';
import { type Line, nameText } from '../day/line';
import { DriverColumn } from './driver-column';
import { handleId, StopCard } from './stop-card';
import { useDrag } from './use-drag';
import { type Dispatch, usePlan } from './use-plan';

type DispatchColumnsProps = {
  dispatch: Dispatch;
  lines: readonly Line[];
  openId: string | null;
  onOpen: (line: Line) => void;
};

/** The number of stops in a column that are rendered first. It's a little more than one screen shows. */
const FIRST_STOPS = 12;

/** The plan of a day: a column for each driver with their stops in order, and the pool. */
export function DispatchColumns({ dispatch, lines, openId, onOpen }: DispatchColumnsProps) {
  const { plan, move, takePlannedOrder } = usePlan(dispatch, lines);
  const [announcement, setAnnouncement] = useState('');
  const focused = useRef<string | null>(null);
  // The stops that the screen shows are painted before the others.
  const isWhole = useDeferredValue(true, false);
  const byId = new Map(lines.map((line) => [line.id, line]));
  const driverOf = new Map(dispatch.drivers.map((driver) => [driver.id, driver]));

  const moveTo = (id: string, to: PlanSpot) => {
    if (!isElsewhere(plan, id, to)) return;
    const line = byId.get(id);
    const name = to.driverId === null ? 'no driver' : driverOf.get(to.driverId)?.name;
    if (line) setAnnouncement(`${nameText(line)}: ${name}, stop ${to.index + 1}`);
    move(id, to);
  };
  const { drag, ghost, onPointerDown } = useDrag(moveTo);
  const byKey = (id: string) => (event: KeyboardEvent) => {
    const to = spotByKey(plan, id, event.key);
    if (!to) return;
    event.preventDefault();
    focused.current = id;
    moveTo(id, to);
  };
  // A card that moves to another column is mounted again, so it loses the focus and gets it back
  // here.
  useEffect(() => {
    if (focused.current) document.getElementById(handleId(focused.current))?.focus();
    focused.current = null;
  });
  const dragged = drag && byId.get(drag.id);

  return (
    <div className="flex gap-3 max-lg:flex-col lg:overflow-x-auto lg:pb-2">
      {plan.map(({ driverId, stopIds }) => {
        const driver = driverId === null ? null : (driverOf.get(driverId) ?? null);
        const open = stopIds.flatMap((id) => byId.get(id) ?? []);
        const isTarget = drag?.over?.driverId === driverId && drag.over !== null;
        const done = lines.filter(
          (line) => line.driverId === driverId && line.status === 'completed',
        );
        const others = open.filter(({ id }) => id !== drag?.id);
        const before = isTarget ? others[drag.over?.index ?? 0]?.id : undefined;
        return (
          <DriverColumn
            key={driverId ?? 'pool'}
            driver={driver}
            answeredAt={dispatch.answeredAt}
            hasLoads={dispatch.hasLoads}
            open={open}
            done={done}
            isTarget={isTarget}
            onPlannedOrder={() => driverId !== null && takePlannedOrder(driverId)}
          >
            {(isWhole ? open : open.slice(0, FIRST_STOPS)).map((line, index) => (
              <StopCard
                key={line.id}
                line={line}
                // Completed stops are counted too, as on the driver's page.
                number={driver ? done.length + index + 1 : null}
                expected={driver?.stops.find(({ id }) => id === line.id)}
                isOpen={line.id === openId}
                isDragged={line.id === drag?.id}
                isDropTarget={line.id === before}
                onOpen={() => onOpen(line)}
                handle={{ onPointerDown: onPointerDown(line.id), onKeyDown: byKey(line.id) }}
              />
            ))}
          </DriverColumn>
        );
      })}
      {dragged ? (
        <p
          ref={ghost}
          aria-hidden="true"
          // The copy of the dragged stop stays off screen until the pointer moves.
          style={{ transform: 'translateX(-100vw)' }}
          className="pointer-events-none fixed top-0 left-0 z-50 rounded-field bg-primary px-3 py-1 text-primary-content shadow-far"
        >
          {nameText(dragged)}
        </p>
      ) : null}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}
