import { type PointerEvent, useRef, useState } from 'react';
import { TimeRange } from '@/client/appointment/when';
import { IconButton } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { Icon } from '@/client/components/icon';
import { OTHER_ICONS } from '@/client/components/other-icons';
import type { Delivery } from './day/driver-day';

type StopListProps = {
  stops: readonly Delivery[];
  /** The first stop's number. */
  first: number;
  /** Called once per change, with the ids in the new order. */
  onOrder: (stopIds: string[]) => void;
};

/** The stops in order. The driver reorders them with drag handles or buttons. */
export function StopList({ stops, first, onOrder }: StopListProps) {
  const ids = stops.map(({ id }) => id);
  const [dragged, setDragged] = useState<{ id: string; order: string[] } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const byId = new Map(stops.map((stop) => [stop.id, stop]));
  const shown = (dragged?.order ?? ids).flatMap((id) => byId.get(id) ?? []);

  const announce = (id: string, order: readonly string[]) => {
    const stop = byId.get(id);
    setAnnouncement(
      `${stop?.location}: stop ${first + order.indexOf(id)} of ${first + order.length - 1}`,
    );
  };
  const move = (id: string, by: number) => {
    const order = moved(ids, id, ids.indexOf(id) + by);
    announce(id, order);
    onOrder(order);
  };

  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!dragged || !list.current) return;
    const rows = [...list.current.children];
    const at = dragged.order.indexOf(dragged.id);
    const target = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return event.clientY >= top && event.clientY < bottom;
    });
    if (target >= 0 && target !== at) {
      setDragged({ ...dragged, order: moved(dragged.order, dragged.id, target) });
    }
  };
  const drop = () => {
    if (!dragged) return;
    setDragged(null);
    if (dragged.order.join() === ids.join()) return;
    announce(dragged.id, dragged.order);
    onOrder(dragged.order);
  };

  return (
    <>
      <ol ref={list} aria-label="Stops in order" className="flex flex-col gap-2">
        {shown.map((stop, i) => (
          <li
            key={stop.id}
            data-stop={stop.publicCode}
            className={classNames(
              'flex flex-wrap items-center gap-1 rounded-field border bg-base-100 py-1 pe-1',
              dragged?.id === stop.id ? 'border-primary shadow-far' : 'border-edge',
            )}
          >
            <button
              type="button"
              // Keyboard users have the Move buttons, so the handle isn't a tab stop.
              tabIndex={-1}
              aria-hidden="true"
              title="Drag to change the order"
              className="grid h-14 w-12 shrink-0 cursor-grab touch-none place-items-center text-muted select-none"
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDragged({ id: stop.id, order: ids });
              }}
              onPointerMove={drag}
              onPointerUp={drop}
              onPointerCancel={() => setDragged(null)}
            >
              <Icon name={OTHER_ICONS.grip} size={24} />
            </button>
            <p className="min-w-24 flex-1">
              <span className="block font-semibold wrap-anywhere">
                <span className="tabular">{first + i}.</span> {stop.location}
              </span>
              <span className="block text-sm text-muted">
                <TimeRange time={stop.time} />
              </span>
            </p>
            <IconButton
              icon={OTHER_ICONS.up}
              size="lg"
              label={`Move ${stop.location} up`}
              disabled={i === 0}
              onClick={() => move(stop.id, -1)}
            />
            <IconButton
              icon="chevron-down"
              size="lg"
              label={`Move ${stop.location} down`}
              disabled={i === shown.length - 1}
              onClick={() => move(stop.id, 1)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

function moved(ids: readonly string[], id: string, to: number): string[] {
  const rest = ids.filter((other) => other !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}
