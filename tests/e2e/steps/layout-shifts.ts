/** Measures how far a page moves. */
import type { Page } from 'playwright/test';

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/**
 * Observes the next page.
 * @returns a function that returns the sum of the layout shifts that no press caused
 */
export async function shiftsOf(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[]))).observe({
      type: 'layout-shift',
      buffered: true,
    });
  });
  return () =>
    page.evaluate(async () => {
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
      await frame();
      await frame();
      const { shifts } = window as unknown as { shifts: Shift[] };
      const sum = shifts
        .filter(({ hadRecentInput }) => !hadRecentInput)
        .reduce((total, { value }) => total + value, 0);
      return Math.round(sum * 1000) / 1000;
    });
}
