import { type RefObject, useEffect } from 'react';

/** A window that got another width has another layout, and no finger was on it. */
const widthOf = () => window.innerWidth;

/**
 * Keeps an element at its place on the screen while what is above it comes, goes or grows: a thumb that
 * types would press another key. The page scrolls by the difference. At its top it can't, so the room
 * is kept above the element instead.
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
      // A page that got shorter was scrolled by the browser as well.
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
    // The one sees what is drawn, before it is painted; the other what comes later, such as a picture.
    const drawn = new MutationObserver(steady);
    const sized = new ResizeObserver(steady);
    drawn.observe(document.body, {
      ...{ subtree: true, childList: true, characterData: true, attributes: true },
      attributeFilter: ['class', 'hidden', 'open'],
    });
    sized.observe(document.body);
    window.addEventListener('scroll', noteScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', noteScroll);
      drawn.disconnect();
      sized.disconnect();
    };
  }, [element]);
}
