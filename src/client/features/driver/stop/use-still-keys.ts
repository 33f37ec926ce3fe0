import { type RefObject, useEffect } from 'react';

/**
 * If the width changes, the layout is new, for example after a rotation, so the place isn't kept.
 */
const widthOf = () => window.innerWidth;

/**
 * Keeps an element in place on the screen while content above it appears, disappears, or grows.
 * Otherwise a typing thumb would hit another key. The page scrolls by the difference. If it can't
 * scroll that far up, padding above the element makes up for the rest.
 */
export function useStillKeys(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const node = element.current;
    const inside = node?.firstElementChild;
    if (!node || !inside) return;
    let room = 0;
    let width = widthOf();
    const onScreen = () => inside.getBoundingClientRect().top;
    const inPage = () => onScreen() + window.scrollY;
    let [top, seenAt] = [inPage(), onScreen()];
    const note = () => {
      [top, seenAt] = [inPage(), onScreen()];
    };
    const noteScroll = () => {
      seenAt = onScreen();
    };
    const keepRoom = (height: number) => {
      room = height;
      node.style.paddingTop = height > 0 ? `${height}px` : '';
    };
    const steady = () => {
      if (width !== widthOf()) {
        width = widthOf();
        keepRoom(0);
        return note();
      }
      if (Math.abs(inPage() - top) < 0.5) return;
      // If the page became shorter, the browser may have scrolled as well, so positions on the
      // screen are compared.
      const moved = onScreen() - seenAt;
      if (seenAt < window.innerHeight) {
        const fromRoom = Math.min(Math.max(moved, 0), room);
        const wanted = moved - fromRoom;
        const byScrolling = Math.max(wanted, -window.scrollY);
        keepRoom(room - fromRoom + (byScrolling - wanted));
        window.scrollBy({ top: byScrolling, behavior: 'instant' });
      }
      note();
    };
    // The mutation observer runs before the next paint. The resize observer notices later changes,
    // such as pictures that have loaded.
    const mutations = new MutationObserver(steady);
    const sizes = new ResizeObserver(steady);
    mutations.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['class', 'hidden', 'open'],
    });
    sizes.observe(document.body);
    window.addEventListener('scroll', noteScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', noteScroll);
      mutations.disconnect();
      sizes.disconnect();
    };
  }, [element]);
}
