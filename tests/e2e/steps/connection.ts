/** Tests what people press while the connection is broken. */
import { expect, type Locator, type Page } from 'playwright/test';

/**
 * Lets requests to an address through again. `page.unroute` would end the interception instead, and
 * a request that is being sent at that moment may never be sent, so its page would wait forever (23
 * of 123 pages that send continuously).
 */
export const letThrough = (page: Page, address: string | RegExp) =>
  page.route(address, (route) => route.continue());

/**
 * Presses the button twice during the call, which counts once. Then the connection breaks with an
 * error message, and the button is pressed again after it recovers.
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
  // An earlier error message may still be visible, so this call has to fail first.
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
 * Presses a button twice during the call of the first press (`admin.recordCash`). Its dialog can't
 * close in between, so the second press never hits what's below.
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

/** Presses Retry until `loaded` is visible. A screen that receives news may reload it first. */
export async function retryUntil(within: Page | Locator, loaded: Locator): Promise<void> {
  const retry = within.getByRole('button', { name: 'Retry' });
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
    await expect(loaded).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Breaks the connection of a call (`admin.recordCash`) while `play` runs, then restores it. */
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
