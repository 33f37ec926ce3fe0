/** Staff actions on screen, as steps for any browser test. */
import { expect, type Locator, type Page } from 'playwright/test';
import { listsLoaded } from './lists';

export const DEMO = {
  admin: { username: 'admin', password: 'admin-demo' },
  driver: { username: 'driver', password: 'driver-demo' },
  customer: { username: 'customer', password: 'customer-demo' },
} as const;
type Credentials = { username: string; password: string };

/** Fills the open page's sign-in form and sends it. */
export async function submitSignIn(page: Page, { username, password }: Credentials) {
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Signs an admin in at /admin-login and waits for the dashboard. */
export async function signInAsAdmin(page: Page, credentials: Credentials = DEMO.admin) {
  await page.goto('/admin-login');
  await submitSignIn(page, credentials);
  await expect(page.getByText('Login Successful')).toBeVisible();
  await page.waitForURL('**/admin');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await listsLoaded(page);
}

export type SectionTitle = 'Pending' | 'Confirmed' | 'Scheduled' | 'Completed';

/** One of the four sections of the Appointments tab. */
export function section(page: Page, title: SectionTitle): Locator {
  return page.getByRole('region', { name: new RegExp(`^${title} \\(`) });
}

/** An appointment's card by its public code, in a section if one is named. */
export function cardOf(page: Page, code: string, title?: SectionTitle): Locator {
  const scope = title ? section(page, title) : page;
  return scope.locator(`[data-appointment="${code}"]`);
}

/** The public code on a card. */
export async function codeOf(card: Locator): Promise<string> {
  const code = await card.getAttribute('data-appointment');
  if (!code) throw new Error('the card has no code');
  return code;
}

/** Confirms, which moves the card from Pending to Confirmed. */
export async function confirmAppointment(page: Page, code: string) {
  await cardOf(page, code, 'Pending').getByRole('button', { name: 'Confirm' }).click();
  await expect(cardOf(page, code, 'Confirmed')).toBeVisible();
}

/** Schedules with the only driver, which moves the card from Confirmed to Scheduled. */
export async function scheduleAppointment(page: Page, code: string) {
  await cardOf(page, code, 'Confirmed')
    .getByRole('button', { name: 'Schedule', exact: true })
    .click();
  await expect(cardOf(page, code, 'Scheduled')).toBeVisible();
}

/** Opens Complete Service, attaches both photos, and enters the gallons. Nothing is sent yet. */
export async function fillCompletion(page: Page, code: string, gallons: string): Promise<Locator> {
  await cardOf(page, code, 'Scheduled').getByRole('button', { name: 'Complete Service' }).click();
  const dialog = page.getByRole('dialog', { name: 'Complete Appointment' });
  await expect(dialog).toBeVisible();
  const photos = [
    ['receiptPhoto', 'Receipt Photo', 'image/png'],
    ['fuelPhoto', 'Fuel Delivery Photo', 'image/jpeg'],
  ] as const;
  for (const [name, label, type] of photos) {
    await dialog.locator(`input[name="${name}"]`).setInputFiles({
      name: `${name}.${type.slice(6)}`,
      mimeType: type,
      buffer: await drawPicture(page, type),
    });
    await expect(dialog.getByRole('img', { name: label })).toBeVisible();
    await expect(page.getByText('Photo Uploaded')).toBeVisible();
  }
  await dialog.getByLabel('Actual Gallons Delivered').fill(gallons);
  return dialog;
}

/** Completes a scheduled appointment with actual gallons and two photos, and charges its card. */
export async function completeService(page: Page, code: string, gallons: string) {
  const dialog = await fillCompletion(page, code, gallons);
  await dialog.getByRole('button', { name: 'Complete Delivery' }).click();
  await expect(page.getByText('Service Complete & Paid')).toBeVisible();
  await expect(cardOf(page, code, 'Completed')).toContainText('Payment Complete');
}

/** A real picture of 1600 × 1200 pixels, drawn by the browser. */
export async function drawPicture(page: Page, type: 'image/png' | 'image/jpeg'): Promise<Buffer> {
  const base64 = await page.evaluate((mime) => {
    const canvas = document.createElement('canvas');
    canvas.width = 1600;
    canvas.height = 1200;
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('no canvas');
    for (let band = 0; band < 12; band += 1) {
      pen.fillStyle = `hsl(${band * 30} 70% 50%)`;
      pen.fillRect(0, band * 100, 1600, 100);
    }
    return canvas.toDataURL(mime, 0.9).split(',')[1] ?? '';
  }, type);
  return Buffer.from(base64, 'base64');
}

/**
 * Makes the browser remember its admin, so that the dashboard's check may take ten seconds. A new
 * browser's two seconds are too few for a busy machine.
 */
export const knowAdmin = (page: Page) =>
  page.addInitScript(() => {
    if (location.protocol === 'http:') localStorage.setItem('dockside-admin-here', '1');
  });

/** Signs an admin in without the form, and opens a dashboard page. */
export async function enterAsAdmin(page: Page, path: string) {
  await knowAdmin(page);
  const answer = await page.request.post('/api/trpc/auth.adminLogin', {
    data: { json: DEMO.admin },
  });
  expect(answer.ok()).toBe(true);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await listsLoaded(page);
}

/** Presses an entry of the menu under the person's name: another screen, or Logout. */
export async function pressInMenu(page: Page, role: 'link' | 'button', name: string) {
  const banner = page.getByRole('banner');
  const item = banner.getByRole(role, { name });
  // The menu stays open while a question about unsaved work is answered.
  if (!(await item.isVisible())) await banner.locator('summary').click();
  await item.click();
}

/**
 * Answers a confirmation dialog's question and waits until it closes, because it would still
 * receive key presses.
 */
export async function answer(page: Page, title: string | RegExp, button: string) {
  const question = page.getByRole('dialog', { name: title });
  await question.getByRole('button', { name: button }).click();
  await expect(question).toBeHidden();
}

/**
 * Makes one call without the screen, as the signed-in user.
 * @returns its answer
 */
export async function call(page: Page, path: string, input: object, headers = {}) {
  const answered = await page.request.post(`/api/trpc/${path}`, { data: { json: input }, headers });
  expect(answered.ok(), `${path}: ${await answered.text()}`).toBe(true);
  return (await answered.json()).result.data.json;
}

/** An appointment without an account in the last available time slot: 10 gallons, no card. */
export async function bookAsGuest(
  page: Page,
  location: string,
): Promise<{ id: string; publicCode: string }> {
  const slots = await page.request.get('/api/trpc/slots.window');
  const { days } = (await slots.json()).result.data.json;
  const day = days.toReversed().find((one: { bookable: boolean }) => one.bookable);
  const open = day.timeSlots.find((one: { state: string }) => one.state === 'open');
  const order = {
    date: day.date,
    time: open.label,
    location,
    slipNumber: '7',
    estimatedGallons: 10,
    customerPhone: '269-555-0188',
  };
  return (await call(page, 'booking.create', order, { cookie: '' })).appointment;
}
