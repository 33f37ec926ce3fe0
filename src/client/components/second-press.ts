/** The time between the two taps of a double-tap, and how far they lie apart, at most. */
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
// The server renders pages with these components, and has no document.
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', noteTap, { capture: true, passive: true });
}

/**
 * Whether a press is the second one of a double-click or double-tap. Browsers count clicks, but Safari
 * counts no taps: there the time and the place of the finger tell.
 */
export function isSecondPress({ detail }: Pick<MouseEvent, 'detail'>): boolean {
  // A key presses with 0, wherever the finger was before.
  return detail > 1 || (detail === 1 && isSecondTap);
}

/**
 * Takes the second press of a double-click on what has just closed something: what lies below was not
 * meant, and the focus stays where the first press put it. It ends with the next press of its own.
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
