import { type RefObject, useEffect, useRef } from 'react';

/** @returns the number of pages; null until the queue is loaded */
export function pagesOf(queue: { openCount: number; pageSize: number } | undefined): number | null {
  return queue ? Math.max(1, Math.ceil(queue.openCount / queue.pageSize)) : null;
}

/** If the button with the focus disappears together with its item, moves the focus to the list. */
export function useFocusWhenFewer(count: number, list: RefObject<HTMLDivElement | null>) {
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) list.current?.focus();
    before.current = count;
  }, [count, list]);
}
