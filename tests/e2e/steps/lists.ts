import { expect, type Page } from 'playwright/test';

/**
 * Waits until no list is loading, because an arriving list moves what's below it between press and
 * release.
 */
export async function listsLoaded(page: Page) {
  await expect(page.getByText(/^Loading /)).toHaveCount(0);
  // A list that still shows another page or day is marked.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Selects the day this many days from today in the Day view's strip, and waits for its lines. */
export async function goToDay(page: Page, days: number) {
  const strip = page.getByRole('navigation', { name: 'Days' });
  const day = strip.getByRole('button').nth(days);
  await day.click();
  await expect(day).toHaveAttribute('aria-current', 'date');
  await listsLoaded(page);
}

/** Shows the tools or filters of a list, which a phone hides until someone asks for them. */
export async function showTools(page: Page) {
  if ((page.viewportSize()?.width ?? 0) >= 640) return;
  await page.getByRole('button', { name: /^Show (Tools|Filters)$/ }).click();
}
