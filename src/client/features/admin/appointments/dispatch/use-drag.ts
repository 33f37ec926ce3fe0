import {
  type PointerEvent as PressEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { PlanSpot } from '@/domain/dispatch/plan';

/** The dragged stop, and the spot where it would drop. */
export type Drag = { id: string; over: PlanSpot | null };
type Point = Pick<PointerEvent, 'clientX' | 'clientY'>;

/** @returns the attribute by which a drag finds the column under the pointer */
export const columnMark = (driverId: number | null) => ({ 'data-column': driverId ?? '' });
/** @returns the attribute by which a drag finds the stop under the pointer */
export const stopMark = (id: string) => ({ 'data-stop': id });

/**
 * Drags stops by their handles with a mouse, pen, or finger. The page scrolls at the edges of the
 * screen, so that a stop can reach every column.
 */
export function useDrag(onDrop: (id: string, spot: PlanSpot) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  /** The dragged copy follows the pointer without rendering the columns again. */
  const ghost = useRef<HTMLParagraphElement>(null);
  const drop = useEffectEvent(onDrop);
  const id = drag?.id;

  // The window listens to the pointer, so that the drag continues if the list below is rendered
  // again.
  useEffect(() => {
    if (id === undefined) return;
    let last: Point | null = null;
    const look = (point: Point) => {
      last = point;
      const { clientX, clientY } = point;
      if (ghost.current) {
        ghost.current.style.transform = `translate(${clientX + 12}px, ${clientY + 12}px)`;
      }
      const over = spotAt(point, id);
      setDrag((before) => (isSame(before?.over, over) ? before : { id, over }));
    };
    const onMove = (event: PointerEvent) => {
      if (event.isPrimary) look(event);
    };
    const onUp = (event: PointerEvent) => {
      if (!event.isPrimary) return;
      const spot = spotAt(event, id);
      if (last && spot) drop(id, spot);
      setDrag(null);
    };
    const onCancel = () => setDrag(null);
    let frame = requestAnimationFrame(function follow() {
      if (last && scrollsAt(last)) look(last);
      frame = requestAnimationFrame(follow);
    });
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onCancel);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', onCancel);
    };
  }, [id]);

  const onPointerDown = (stopId: string) => (event: PressEvent<HTMLElement>) => {
    if (event.button !== 0 || !event.isPrimary) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ id: stopId, over: null });
  };
  return { drag, ghost, onPointerDown };
}

const isSame = (a: PlanSpot | null | undefined, b: PlanSpot | null) =>
  a?.driverId === b?.driverId && a?.index === b?.index;

/** @returns the spot in the plan under a point of the screen; null outside of all columns */
function spotAt({ clientX, clientY }: Point, id: string): PlanSpot | null {
  const column = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-column]');
  if (!column) return null;
  const others = [...column.querySelectorAll<HTMLElement>('[data-stop]')].filter(
    (stop) => stop.dataset.stop !== id,
  );
  const isAbove = (stop: HTMLElement) => {
    const { top, height } = stop.getBoundingClientRect();
    return top + height / 2 < clientY;
  };
  const driverId = column.dataset.column ? Number(column.dataset.column) : null;
  return { driverId, index: others.filter(isAbove).length };
}

/** Distance from the edge of the screen at which the page scrolls. */
const EDGE_PX = 56;
/** Distance scrolled per frame. */
const STEP_PX = 10;

/** Scrolls the page and the columns if a point is near an edge. @returns true if it was near one */
function scrollsAt({ clientX, clientY }: Point): boolean {
  const top = stepAt(clientY, window.innerHeight);
  const left = stepAt(clientX, window.innerWidth);
  if (top === 0 && left === 0) return false;
  window.scrollBy({ top, behavior: 'instant' });
  const columns = document.querySelector('[data-column]')?.parentElement;
  columns?.scrollBy({ left, behavior: 'instant' });
  return true;
}

function stepAt(at: number, length: number): number {
  if (at < EDGE_PX) return -STEP_PX;
  return at > length - EDGE_PX ? STEP_PX : 0;
}
