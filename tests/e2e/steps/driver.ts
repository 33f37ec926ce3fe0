/**
 * The driver's day in browser tests: a day with only future stops, and appointments assigned to the
 * driver.
 */
import { type APIResponse, expect, type Locator, type Page } from 'playwright/test';
import { DEMO } from './staff';

/** Calls the server as the user who is signed in in that page's browser. */
export function callsOf(page: Pick<Page, 'request'>, url: string) {
  const read = async (path: string, answer: APIResponse) => {
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()).result.data.json;
  };
  return {
    ask: async (path: string, input?: object) => {
      const query = input ? `?input=${encodeURIComponent(JSON.stringify({ json: input }))}` : '';
      return read(path, await page.request.get(`${url}/api/trpc/${path}${query}`));
    },
    call: async (path: string, input: object) =>
      read(path, await page.request.post(`${url}/api/trpc/${path}`, { data: { json: input } })),
  };
}

/** Makes a stop fill the driver's screen instead of another one. */
export async function openStop(page: Page, publicCode: string): Promise<Locator> {
  const stop = page.locator(`[data-appointment="${publicCode}"]`);
  await expect(stop).toBeVisible();
  const line = stop.getByRole('button', { name: /^Open stop/ });
  const heading = stop.getByRole('heading', { name: `Order ${publicCode}` });
  // The server's day may arrive after the device's, with another stop first.
  await expect(async () => {
    if (await line.isVisible()) await line.click({ timeout: 2_000 });
    await expect(heading).toBeVisible({ timeout: 2_000 });
  }).toPass();
  return stop;
}

type Calls = ReturnType<typeof callsOf>;
type Booked = { id: string; publicCode: string };

/**
 * Books a guest's appointment for today and assigns it to the only driver. Leaves staff signed in.
 */
export async function giveAppointment(
  calls: Calls,
  order: Record<string, unknown> = {},
): Promise<Booked> {
  const appointment = await confirmAppointment(calls, order);
  await calls.call('admin.schedule', { id: appointment.id });
  return appointment;
}

/** Books a guest's appointment for today and confirms it. Leaves staff signed in. */
export async function confirmAppointment(
  { ask, call }: Calls,
  order: Record<string, unknown> = {},
): Promise<Booked> {
  const { today } = await ask('slots.window');
  const { appointment } = await call('booking.create', {
    date: today,
    time: '10:00 AM - 12:00 PM',
    location: 'Eagle Point, dock C',
    slipNumber: '7',
    estimatedGallons: 10,
    smallIceBags: 2,
    customerName: 'Gina Guest',
    customerEmail: 'gina@dockside.example',
    customerPhone: '269-555-0188',
    ...order,
  });
  await call('auth.adminLogin', DEMO.admin);
  await call('admin.confirm', { id: appointment.id, noCardReason: 'Pays cash' });
  return appointment;
}

/** Staff complete the only appointment of this page's customer, in a separate browser. */
export async function deliverTenGallons(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const [booked] = await callsOf(page, origin).ask('booking.list');
  const office = await page.context().browser()?.newContext();
  if (!office) throw new Error('the page has no browser');
  const staff = callsOf(office, origin);
  await staff.call('auth.adminLogin', DEMO.admin);
  for (const step of ['confirm', 'schedule']) await staff.call(`admin.${step}`, { id: booked.id });
  await staff.call('admin.complete', { id: booked.id, actualGallons: 10 });
  await office.close();
}
