/** Measures the positions of things on the screen. */
import { expect, type Locator, type Page } from 'playwright/test';

export type Box = { x: number; y: number; width: number; height: number };

/** Waits until the page has drawn a whole frame. Runs in the page. */
const drawnFrame = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/**
 * Returns the box of a visible element, in whole pixels, once it stops moving. A page in layout
 * moves the element, and the browser's scaling adds a rounding error. A browser scrolls a typed
 * field into view only with the next frame, which a busy machine draws late.
 */
export async function boxAtRest(target: Locator): Promise<Box> {
  let box: Box | undefined;
  await expect(async () => {
    const before = box;
    await target.evaluate(drawnFrame);
    const now = await target.boundingBox();
    box = now ? inWholePixels(now) : undefined;
    expect(box).toBeDefined();
    expect(box).toEqual(before);
  }).toPass({ intervals: [30] });
  return box as Box;
}

const inWholePixels = ({ x, y, width, height }: Box): Box => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});

/**
 * Checks that the page isn't wider than its window. A changed width takes effect a moment later.
 */
export const expectFit = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      }),
    )
    .toBeLessThanOrEqual(0);

/** Checks that the page fits a phone and a desktop, and keeps the desktop width. */
export async function expectFitPhoneAndDesk(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectFit(page);
  }
}

/**
 * Records for each frame how far below the top of `within` the element is drawn, on pages opened
 * from now on. Resolves to a function that reads the distinct distances on the current page, in
 * whole pixels.
 * @param element and `within` are CSS selectors. The first match of each is measured
 */
export async function watchPlace(page: Page, element: string, within: string) {
  await page.addInitScript(
    ([of, inside]) => {
      const places = new Set<number>();
      Object.assign(window, { places });
      const topOf = (selector = '') =>
        document.querySelector(selector)?.getBoundingClientRect().top;
      const look = () => {
        const [top, from] = [topOf(of), topOf(inside)];
        if (top !== undefined && from !== undefined) places.add(Math.round(top - from));
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    [element, within],
  );
  return () => page.evaluate(() => [...(window as unknown as { places: Set<number> }).places]);
}
