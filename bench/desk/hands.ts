/** The 5 people's actions on their screens, and the delay until the others see the results. */
import type { Page } from 'playwright';
import type { Booked, guestOrder } from './scene';

/** A change that a screen doesn't show by then counts as lost. */
const LOST_AFTER_MS = 60_000;
export const GALLONS = '20';

/** A screen, and its content after the change. */
export type Watch = { by: string; page: Page; selector: string; text: string };

/** When a screen shows the change, or null if it doesn't in time. */
export async function whenSeen({ by, page, selector, text }: Watch) {
  try {
    await page.waitForFunction(
      (sought) => {
        const shown = document.querySelector(sought.selector)?.textContent;
        return shown?.includes(sought.text) ?? false;
      },
      { selector, text },
      { timeout: LOST_AFTER_MS },
    );
    return { by, at: performance.now() };
  } catch {
    return { by, at: null };
  }
}

/** Clicks, and returns when the resulting call was answered. */
async function answered(page: Page, path: string, press: () => Promise<unknown>): Promise<number> {
  const answer = page.waitForResponse((one) => one.url().includes(path) && one.ok());
  const at = answer.then(() => performance.now());
  await press();
  return at;
}

/** Books a delivery for a customer on a signed-in staff page. */
export const bookIn = (page: Page, order: ReturnType<typeof guestOrder>): Promise<Booked> =>
  page.evaluate(async (json) => {
    const answer = await fetch('/api/trpc/admin.bookForCustomer', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ json }),
    });
    return (await answer.json()).result.data.json;
  }, order);

/** Confirms a delivery without a card through its row and the dialog. @returns when it was answered (ms) */
export async function confirmIn(page: Page, publicCode: string) {
  await page.locator(`tr[data-line="${publicCode}"] button`).first().click();
  const card = page.locator(`aside [data-appointment="${publicCode}"]`);
  await card.getByRole('button', { name: 'Confirm', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Pays cash');
  const at = await answered(page, 'admin.confirm', () =>
    dialog.getByRole('button', { name: 'Confirm Anyway' }).click(),
  );
  await dialog.waitFor({ state: 'detached' });
  return at;
}

/** Assigns a delivery to a driver by dragging it in Dispatch. @returns when it was answered (ms) */
export const giveIn = (page: Page, id: string, driverId: number) =>
  answered(page, 'admin.schedule', () =>
    page
      .locator(`[data-column=""] [data-stop="${id}"] button`)
      .first()
      .dragTo(page.locator(`[data-column="${driverId}"] h3`)),
  );

/** Sets out for a stop on the driver's page. @returns when it was answered (ms) */
export async function setOutIn(page: Page, publicCode: string) {
  const stop = page.locator(`[data-appointment="${publicCode}"]`);
  const line = stop.getByRole('button', { name: /^Open stop/ });
  if (await line.isVisible()) await line.click();
  return answered(page, 'driver.enRoute', () =>
    stop.getByRole('button', { name: 'Mark En Route', exact: true }).click(),
  );
}

/** Completes a stop on the driver's page with only its gallons. @returns when it was answered (ms) */
export async function deliverIn(page: Page, publicCode: string) {
  const stop = page.locator(`[data-appointment="${publicCode}"]`);
  await stop.getByLabel('Actual Gallons Delivered').fill(GALLONS);
  return answered(page, 'driver.complete', () =>
    stop.getByRole('button', { name: 'Complete', exact: true }).click(),
  );
}
