/** What a person presses while the connection is broken. */
import { expect, type Locator, type Page } from 'playwright/test';

/**
 * Lets the requests to an address through again. `page.unroute` would end the interception instead, and a
 * request that is on its way just then may never be sent, so that its page waits for good (23 of 123 pages
 * that send without pause).
 */
export const letThrough = (page: Page, address: string | RegExp) =>
  page.route(address, (route) => route.continue());

/**
 * Presses the button twice while the call is on its way, which counts as once; then the connection
 * breaks, which is told; then once more, when it has healed.
 */
export async function pressWithBrokenConnection(
  page: Page,
  call: string,
  button: string,
  told: string[],
  within: Page | Locator = page,
) {
  const address = `**/api/trpc/${call}**`;
  const pressed = Promise.withResolvers<void>();
  let sent = 0;
  await page.route(address, async (route) => {
    sent += 1;
    await pressed.promise;
    await route.abort();
  });
  // The message of an earlier failure may still be shown: this call's own has to fail first.
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().includes(`/api/trpc/${call}`),
  );
  await within.getByRole('button', { name: button, exact: true }).dblclick();
  pressed.resolve();
  await failed;
  for (const text of told) await expect(page.getByText(text, { exact: true })).toBeVisible();
  expect(sent).toBe(1);
  await letThrough(page, address);
  await within.getByRole('button', { name: button, exact: true }).click();
}

/**
 * Presses a button twice while the call of the first press (`admin.recordCash`) is on its way. Its dialog
 * cannot close between the two, so that the second press never meets what lies below.
 */
export async function pressTwice(page: Page, call: string, button: Locator): Promise<void> {
  const pressed = Promise.withResolvers<void>();
  await page.route(`**/api/trpc/${call}**`, async (route) => {
    await pressed.promise;
    await route.fallback();
  });
  await button.dblclick();
  pressed.resolve();
}

/** Presses Retry until `loaded` is seen. A screen that hears news may load it again by itself before. */
export async function retryUntil(within: Page | Locator, loaded: Locator): Promise<void> {
  const retry = within.getByRole('button', { name: 'Retry' });
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
    await expect(loaded).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Breaks the connection of a call (`admin.recordCash`) while `play` runs, and heals it again. */
export async function whileCallFails(
  page: Page,
  call: string,
  play: () => Promise<unknown>,
): Promise<void> {
  const address = `**/api/trpc/${call}**`;
  await page.route(address, (route) => route.abort());
  await play();
  await letThrough(page, address);
}
