import { expect, test } from '../support/e2e';
import { expectFitPhoneAndDesk } from './steps/boxes';
import { answer, call, cardOf, codeOf, DEMO, enterAsAdmin, section } from './steps/staff';

test('a report and a refused device action wait in the queue and are settled there', async ({
  page,
  browser,
  baseURL,
}) => {
  await enterAsAdmin(page, '/admin');
  const card = section(page, 'Scheduled').locator('[data-appointment]').filter({ hasText: '40' });
  const code = await codeOf(card.first());
  const found = await page.request.get(
    `/api/trpc/admin.appointments?input=${encodeURIComponent(JSON.stringify({ json: { status: 'scheduled', search: code } }))}`,
  );
  const { id } = (await found.json()).result.data.json.appointments[0];
  const device = await browser.newContext({ baseURL });
  const send = (path: string, json: object) =>
    device.request.post(`/api/trpc/${path}`, { data: { json } });
  expect((await send('auth.login', DEMO.driver)).ok()).toBe(true);

  // The report arrives while staff have the queue open.
  await page.goto('/admin/review');
  await expect(page.getByText('Nothing needs attention')).toBeVisible();
  const report = {
    appointmentId: id,
    text: 'The gate is locked',
    actionKey: 'report-of-the-gate-1',
  };
  expect((await send('driver.reportIssue', report)).ok()).toBe(true);
  const item = page.getByRole('article', { name: `Driver report ${code}` });
  await expect(item).toContainText('The gate is locked');
  await expect(item.getByRole('link', { name: 'Call Dana Rivers' })).toHaveAttribute(
    'href',
    /^tel:/,
  );
  await item.getByRole('button', { name: 'Mark Resolved' }).press('Enter');
  const done = page.getByRole('region', { name: 'Recently resolved' });
  await expect(done).toContainText(`Driver report, ${code}: resolved by Alex Harbor`);

  // Staff reassign the delivery to another driver, but the first one delivers it.
  const { id: driverId } = await call(page, 'admin.addDriver', {
    username: 'second',
    password: 'second-driver',
    name: 'Sol Waters',
    phone: '(269) 555-0190',
  });
  await call(page, 'admin.reschedule', { id, driverId });
  const late = { id, actualGallons: 40, actionKey: 'late-press-of-dana-1' };
  expect((await send('driver.complete', late)).status()).toBe(404);
  const refused = page.getByRole('article', { name: `Driver update not accepted ${code}` });
  await expect(refused).toContainText(
    'Dana Rivers recorded this on a device: completed with 40 gallons',
  );
  await expectFitPhoneAndDesk(page);
  await refused.getByRole('button', { name: 'Complete with 40 gal' }).press('Enter');
  await answer(page, `Complete ${code} with 40 gal?`, 'Complete Delivery');
  await expect(page.getByText('Nothing needs attention')).toBeVisible();
  await expect(done).toContainText('Completed with 40 gallons');
  await page.goto(`/admin?q=${code}`);
  await expect(cardOf(page, code, 'Completed')).toContainText('Payment Complete');
  await device.close();
});
