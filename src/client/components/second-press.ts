/** The two taps of a double-tap are at most this far apart in time and in distance. */
export const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 40;

let lastTap = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
let isSecondTap = false;

function noteTap({ pointerType, timeStamp: at, clientX: x, clientY: y }: PointerEvent) {
  const isSoon = at - lastTap.at < DOUBLE_TAP_MS;
  const isNear = Math.hypot(x - lastTap.x, y - lastTap.y) < DOUBLE_TAP_PX;
  isSecondTap = pointerType === 'touch' && isSoon && isNear;
  if (pointerType === 'touch') lastTap = { at, x, y };
}
// The server also renders these components, but it has no document.
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', noteTap, { capture: true, passive: true });
}

/**
 * Returns true if a press is the second one of a double-click or double-tap. Browsers count clicks,
 * but Safari doesn't count taps, so we compare their times and positions.
 */
export function isSecondPress({ detail }: Pick<MouseEvent, 'detail'>): boolean {
  // A press by keyboard has a count of 0, even right after a tap.
  return detail > 1 || (detail === 1 && isSecondTap);
}

/**
 * Ignores the second press of a double-click on a control that just closed something, because it
 * would hit whatever is below. The focus stays where the first press left it. The next separate
 * press is handled as usual.
 */
export function takeSecondPress(): void {
  const listening = new AbortController();
  const take = (event: MouseEvent) => {
    if (!isSecondPress(event)) return listening.abort();
    event.preventDefault();
    event.stopPropagation();
  };
  for (const kind of ['mousedown', 'click'] as const) {
    document.addEventListener(kind, take, { capture: true, signal: listening.signal });
  }
}
