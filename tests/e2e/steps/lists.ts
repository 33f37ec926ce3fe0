import { expect, type Page } from 'playwright/test';

/** Waits until no list loads: one that arrives moves what stands below it, between press and release. */
export async function listsLoaded(page: Page) {
  await expect(page.getByText(/^Loading /)).toHaveCount(0);
}
