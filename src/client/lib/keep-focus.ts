import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** These parts of a page have a heading. */
const PARTS = 'section, article, [role="tabpanel"], main';

/**
 * Focuses the heading of a part of the page, so that a screen reader reads it and Tab continues
 * there.
 */
export function focusHeading(part: Element): void {
  const heading = part.querySelector<HTMLElement>('h1, h2, h3, h4') ?? (part as HTMLElement);
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Runs `act` after React has rendered and effects have set the focus. */
const whenDrawn = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act));

const isDialogOpen = () => document.querySelector('dialog[open]') !== null;

/**
 * Keeps the focus in a useful place. When the focused element is removed, a browser silently moves
 * the focus to the top of the document. After a page change, the focus goes to the new page's title
 * instead. If a button or its card is removed, it goes to the heading of the part around it. The
 * root calls this once.
 */
export function useKeptFocus(): void {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shown = useRef(pathname);
  useEffect(() => {
    const before = shown.current;
    shown.current = pathname;
    if (before === undefined || before === pathname) return;
    whenDrawn(() => {
      const main = document.querySelector('main');
      if (main && !isDialogOpen() && !main.querySelector(':focus')) focusHeading(main);
    });
  }, [pathname]);

  useEffect(() => {
    let focused: Element | null = null;
    let around: Element[] = [];
    const note = ({ target }: FocusEvent) => {
      // A dialog returns the focus to the element that opened it, which may be gone, too.
      if (!(target instanceof Element) || target.closest('dialog')) return;
      focused = target;
      around = [];
      for (
        let part = target.closest(PARTS);
        part;
        part = part.parentElement?.closest(PARTS) ?? null
      )
        around.push(part);
    };
    const restore = () => {
      if (focused?.isConnected !== false || isDialogOpen()) return;
      focused = null;
      if (document.activeElement !== document.body) return;
      const part = around.find((one) => one.isConnected) ?? document.querySelector('main');
      if (part) focusHeading(part);
    };
    const observer = new MutationObserver(() => {
      if (focused?.isConnected === false) whenDrawn(restore);
    });
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, []);
}
