import { expect, type Locator } from 'playwright/test';

/** More tab stops than any screen has. */
const MOST_STOPS = 150;

/** Presses Tab until something is focused, like a person without a pointer. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
