import { type PointerEvent, useRef, useState } from 'react';
import type { PlanPlace } from '@/domain/dispatch/plan';

/** A stop that is dragged, and the place that it would be dropped at. */
export type Drag = { id: string; over: PlanPlace | null };

/** What makes an element a column, or a stop in it, to whoever drags. */
export const columnMark = (driverId: number | null) => ({ 'data-column': driverId ?? '' });
export const stopMark = (id: string) => ({ 'data-stop': id });

/** Drags stops by their handles, with a mouse, a pen or a finger. */
export function useDrag(onDrop: (id: string, place: PlanPlace) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  /** Follows the pointer without a render of the columns. */
  const ghost = useRef<HTMLParagraphElement>(null);

  const handlesOf = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ id, over: null });
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (drag?.id !== id) return;
      if (ghost.current) {
        ghost.current.style.transform = `translate(${clientX + 12}px, ${clientY + 12}px)`;
      }
      const over = placeAt(clientX, clientY, id);
      if (JSON.stringify(over) !== JSON.stringify(drag.over)) setDrag({ id, over });
    },
    onPointerUp: () => {
      if (drag?.over) onDrop(id, drag.over);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  });
  return { drag, ghost, handlesOf };
}

/** The place in a plan under a point of the screen; null outside of every column. */
function placeAt(x: number, y: number, id: string): PlanPlace | null {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]');
  if (!column) return null;
  const others = [...column.querySelectorAll<HTMLElement>('[data-stop]')].filter(
    (stop) => stop.dataset.stop !== id,
  );
  const isAbove = (stop: HTMLElement) => {
    const { top, height } = stop.getBoundingClientRect();
    return top + height / 2 < y;
  };
  const driverId = column.dataset.column ? Number(column.dataset.column) : null;
  return { driverId, index: others.filter(isAbove).length };
}
