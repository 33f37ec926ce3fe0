import { expect, type Locator } from 'playwright/test';

/** More stops than any screen has. */
const MOST_STOPS = 150;

/** Goes on with the Tab key until something is focused, as a person without a pointer does. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
