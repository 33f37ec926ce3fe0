/** Second presses of a finger that bounces, in a browser that counts none: Safari on a phone. */
import type { Locator } from 'playwright/test';

/**
 * Taps where a button is, `ms` after the page was opened by the clock of its events. The tap is at the same
 * point of the screen each time, and says that it is the first one. Returns whether the click reached it.
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
