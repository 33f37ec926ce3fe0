/** A finger in browser tests: real touches, which the browser turns into pointer events. */
import { expect, type Locator } from 'playwright/test';
import { boxAtRest } from './boxes';

/** The distance from the edge at which a finger can rest. Nearer to the edge, the page scrolls. */
const MARGIN_PX = 12;

/**
 * Puts a finger on a handle, drags it to a part of the target (0 is its top, 1 its bottom), and
 * lifts it. If the target is out of sight, the finger waits at the edge until the page has scrolled
 * to it.
 */
export async function dragByFinger(handle: Locator, target: Locator, part = 0.5): Promise<void> {
  const page = handle.page();
  const touch = await page.context().newCDPSession(page);
  await handle.scrollIntoViewIfNeeded();
  const from = await boxAtRest(handle);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
  await send('touchStart', from.x + from.width / 2, from.y + from.height / 2);
  const height = await page.evaluate(() => window.innerHeight);
  const place = async () => {
    const box = await target.boundingBox();
    if (!box) throw new Error('the target is not on the page');
    return { x: box.x + box.width / 2, y: box.y + box.height * part };
  };
  let before = Number.NaN;
  await expect(async () => {
    const to = await place();
    await send('touchMove', to.x, Math.min(Math.max(to.y, MARGIN_PX), height - MARGIN_PX));
    const isAtRest = to.y === before && to.y > 0 && to.y < height;
    before = to.y;
    expect(isAtRest).toBe(true);
  }).toPass({ intervals: [50], timeout: 20_000 });
  await send('touchEnd');
  await touch.detach();
}
