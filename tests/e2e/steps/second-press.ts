/** Imitates a bouncing finger's second press in Safari on a phone, which doesn't count clicks. */
import type { Locator } from 'playwright/test';

/**
 * Taps a button's position `ms` after the page was opened, by the clock of its events. Each tap is
 * at the same point and claims to be the first one.
 * @returns whether the click reached the button
 */
export function tapAt(button: Locator, ms: number): Promise<boolean> {
  return button.evaluate((node, timeStamp) => {
    const at = { bubbles: true, cancelable: true, detail: 1, clientX: 100, clientY: 100 };
    const events = [
      new PointerEvent('pointerdown', { ...at, detail: 0, pointerType: 'touch' }),
      new MouseEvent('mousedown', at),
      new MouseEvent('click', at),
    ];
    const reached = events.map((event) => {
      Object.defineProperty(event, 'timeStamp', { value: timeStamp });
      return node.dispatchEvent(event);
    });
    return reached.at(-1) === true;
  }, ms);
}
