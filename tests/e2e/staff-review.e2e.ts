import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { expectFitPhoneAndDesk } from './steps/boxes';
import { callsOf } from './steps/driver';
import { reload } from './steps/history';
import { answer, cardOf, codeOf, enterAsAdmin, section } from './steps/staff';

/** The demo's delivery that is scheduled for tomorrow: 40 gallons of Regular at $4.10. */
async function scheduled(page: Page): Promise<string> {
  await enterAsAdmin(page, '/admin');
  const card = section(page, 'Scheduled').locator('[data-appointment]').filter({ hasText: '40' });
  return codeOf(card.first());
}

/** Records a delivery like a device without signal, so that nobody confirms it. */
async function recordLate(page: Page, code: string, action: object) {
  const found = await page.request.get(
    `/api/trpc/admin.appointments?input=${encodeURIComponent(JSON.stringify({ json: { status: 'scheduled', search: code } }))}`,
  );
  const { appointments } = (await found.json()).result.data.json;
  const sent = await page.request.post('/api/trpc/driver.complete', {
    data: {
      json: { id: appointments[0].id, actionKey: `late-press-of-${code}`, ...action },
    },
  });
  expect(sent.ok()).toBe(true);
}

test('the dialog asks about figures far from the order, and staff correct them before anything is charged', async ({
  page,
}) => {
  const code = await scheduled(page);
  await cardOf(page, code, 'Scheduled').getByRole('button', { name: 'Complete Service' }).click();
  const dialog = page.getByRole('dialog', { name: 'Complete Appointment' });
  const gallons = dialog.getByLabel('Actual Gallons Delivered');
  await gallons.fill('-1');
  await dialog.getByRole('button', { name: 'Complete Delivery' }).click();
  await expect(dialog).toContainText('Gallons must be from 0 to 500, in tenths.');

  await gallons.fill('385');
  await dialog.getByRole('button', { name: 'Complete Delivery' }).click();
  const question = page.getByRole('dialog', { name: 'Charge $1,603.50?' });
  await expect(question).toContainText('385 gallons were entered, for an order of 40.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(dialog).toBeVisible();

  await gallons.fill('38.5');
  await dialog.getByRole('button', { name: 'Complete Delivery' }).click();
  await expect(page.getByText('Service Complete & Paid')).toBeVisible();
  await expect(cardOf(page, code, 'Completed')).toContainText('$182.85');
});

test("a double-click on Complete Delivery asks the question but doesn't answer it", async ({
  page,
}) => {
  const code = await scheduled(page);
  await cardOf(page, code, 'Scheduled').getByRole('button', { name: 'Complete Service' }).click();
  const dialog = page.getByRole('dialog', { name: 'Complete Appointment' });
  await dialog.getByLabel('Actual Gallons Delivered').fill('385');
  const question = page.getByRole('dialog', { name: 'Charge $1,603.50?' });
  const yes = question.getByRole('button', { name: 'Charge $1,603.50' });
  for (const answer of ['Charge $1,603.50', 'Cancel'] as const) {
    await dialog.getByRole('button', { name: 'Complete Delivery' }).click();
    const box = await question.getByRole('button', { name: answer }).boundingBox();
    if (!box) throw new Error(`"${answer}" is not shown`);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    // The browser counts this press as the second of a double-click.
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect(yes).toBeEnabled();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
  }

  // A double-click on the dialog's own button still counts as two presses.
  await dialog.getByRole('button', { name: 'More small ice bags' }).dblclick();
  await expect(dialog.getByRole('spinbutton', { name: 'Small ice bags' })).toHaveValue('2');
});

test('a charge in review is under “Needs attention”, with a live count, and is corrected there', async ({
  page,
}) => {
  const code = await scheduled(page);
  await page.goto('/admin/review');
  await expect(page.getByText('Nothing needs attention')).toBeVisible();
  await recordLate(page, code, { actualGallons: 400 });

  // The queue and its count update automatically.
  const item = page.getByRole('article', { name: `Charge in review ${code}` });
  await expect(item).toContainText('400 gallons were entered, for an order of 40.');
  await expect(page.getByRole('link', { name: /Needs attention 1 open/ })).toBeVisible();
  await expect(item.getByRole('button', { name: 'Charge $1,665.00' })).toBeVisible();

  await expectFitPhoneAndDesk(page);

  await item.getByRole('button', { name: 'Write Off' }).press('Enter');
  await answer(page, `Write off $1,665.00 for ${code}?`, 'Keep Charge');
  await item.getByRole('button', { name: 'Correct Delivery' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Correct ${code}` });
  await expect(dialog.getByLabel('Actual Gallons Delivered')).toBeFocused();
  await dialog.getByLabel('Actual Gallons Delivered').fill('40');
  await dialog.getByLabel('Note').fill('One zero too many');
  await dialog.getByRole('button', { name: 'Charge $189.00' }).click();
  await expect(page.getByText('Nothing needs attention')).toBeVisible();
  const done = page.getByRole('region', { name: 'Recently resolved' });
  await expect(done).toContainText(`${code}: corrected and charged by Alex Harbor`);
  await expect(done).toContainText('One zero too many');
  await page.goto(`/admin?q=${code}`);
  await expect(cardOf(page, code, 'Completed')).toContainText('Payment Complete');
});

test("the rest above a device's smaller total is charged under “Needs attention”", async ({
  page,
}) => {
  const code = await scheduled(page);
  await page.goto('/admin/review');
  await recordLate(page, code, { actualGallons: 40, expectedTotal: '170.00' });
  const item = page.getByRole('article', { name: `Charge in review ${code}` });
  await expect(item).toContainText('The total is higher than the one the driver saw.');
  await expect(item).toContainText('$170.00');
  await item.getByRole('button', { name: 'Write Off' }).press('Enter');
  const question = page.getByRole('dialog', { name: `Write off $19.00 for ${code}?` });
  await expect(question).toContainText('You won’t be able to collect this $19.00 later.');
  await answer(page, `Write off $19.00 for ${code}?`, 'Keep Charge');
  await item.getByRole('button', { name: 'Charge $19.00 More' }).press('Enter');
  await expect(page.getByText('Nothing needs attention')).toBeVisible();
  await page.goto(`/admin?q=${code}`);
  await expect(cardOf(page, code, 'Completed')).toContainText('Payment Complete');
});

test('a delivery is corrected to the figures of a driver report', async ({ page, product }) => {
  const code = await scheduled(page);
  await recordLate(page, code, { actualGallons: 40 });
  const { ask, call } = callsOf(page, product.url);
  const [appointment] = (await ask('admin.appointments', { status: 'completed', search: code }))
    .appointments;
  await call('driver.reportIssue', {
    driverId: appointment.driverId,
    actionKey: crypto.randomUUID(),
    appointmentId: appointment.id,
    text: 'The figures were wrong.',
    delivered: { actualGallons: '38', smallIceBags: 0, largeIceBags: 0 },
  });
  await page.goto('/admin/review');
  const report = page.getByRole('article', { name: `Driver report ${code}` });
  await report.getByRole('button', { name: 'Correct Delivery' }).click();
  const dialog = page.getByRole('dialog', { name: `Correct delivery ${code}` });
  await expect(dialog.getByLabel('Actual Gallons Delivered')).toHaveValue('38');
  await dialog.getByRole('button', { name: /^Correct to/ }).click();
  await expect(page.getByText(`${code} Corrected`)).toBeVisible();
  await expect(report).toBeHidden();
  expect((await ask('admin.reviewQueue')).open).toEqual([]);
});

test('every staff screen shows a notice while Stripe refuses our requests', async ({ page }) => {
  let refuses = true;
  await page.route('**/api/trpc/**', async (route) => {
    const address = route.request().url();
    if (!refuses || !address.includes('paymentTroubles')) return route.continue();
    const answered = await route.fetch();
    const calls = new URL(address).pathname.split('/').at(-1)?.split(',') ?? [];
    const results = await answered.json();
    const trouble = {
      id: 'account',
      reason: 'Invalid API Key provided: sk_test_****1234',
      since: Date.now() - 60_000,
      publicCode: 'D-7KM3Q9',
    };
    const list = Array.isArray(results) ? results : [results];
    const at = calls.indexOf('admin.paymentTroubles');
    list[at] = { result: { data: { json: [trouble] } } };
    await route.fulfill({ response: answered, json: Array.isArray(results) ? list : list[0] });
  });
  await enterAsAdmin(page, '/admin/review');
  const banner = page.getByRole('alert').filter({ hasText: 'Payments aren’t working' });
  await expect(banner).toContainText('The payment for D-7KM3Q9 is pending.');
  await expect(banner).toContainText('Invalid API Key provided');
  await expectFitPhoneAndDesk(page);
  await page.goto('/admin');
  await expect(banner).toBeVisible();
  refuses = false;
  await reload(page);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await expect(banner).toHaveCount(0);
});
