/**
 * On narrow screens and with large text, nothing overflows, every target can be hit, and every text
 * can be read.
 */
import { expect, test } from '../support/e2e';
import { bookWithCard, deliveryCards, openDelivery } from './steps/booked-delivery';
import { enterAsCustomer } from './steps/customer';
import { reload } from './steps/history';
import { goToDay, showTools } from './steps/lists';
import { canBeUsed } from './steps/order-form';
import { expectNoFaults, expectNoFaultsIn } from './steps/small-screens';
import { call, DEMO, enterAsAdmin, knowAdmin } from './steps/staff';

test('every visitor screen fits', async ({ page }) => {
  await expectNoFaults(page, [
    '/',
    '/schedule',
    '/account',
    '/reset-password',
    '/reset-password?token=x',
    '/nowhere',
  ]);
});

test('every customer screen fits', async ({ page }) => {
  const tabs = ['profile', 'security', 'preferences'];
  await enterAsCustomer(page);
  await expectNoFaults(page, ['/', ...tabs.map((tab) => `/account?tab=${tab}`)]);
});

test("a customer's deliveries and the questions about them fit", async ({ page }) => {
  await page.request.post('/api/trpc/auth.login', { data: { json: DEMO.customer } });
  const tabs = ['profile', 'security', 'preferences'];
  await expectNoFaults(page, ['/', '/schedule', ...tabs.map((tab) => `/account?tab=${tab}`)]);
  await page.goto('/account?tab=profile');
  await expectNoFaultsIn(page, ['Add Boat', 'Add Dock']);
  await page.goto('/');
  await canBeUsed(page);
  const last = deliveryCards(page).last();
  const code = await last.getAttribute('data-appointment');
  await expectNoFaultsIn(page, [`Actions for ${code}`]);
  await openDelivery(last);
  await expectNoFaultsIn(page, ['Cancel', 'Customer Support']);
});

test('every staff screen fits', async ({ page }) => {
  test.slow();
  await knowAdmin(page);
  await page.request.post('/api/trpc/auth.adminLogin', { data: { json: DEMO.admin } });
  const tabs = ['customers', 'calendar', 'prices', 'support'].map((tab) => `/admin?tab=${tab}`);
  const pages = [
    '/admin/reports',
    '/admin/settings',
    '/admin/team',
    '/admin/activity',
    '/admin/review',
  ];
  await expectNoFaults(page, ['/admin', ...tabs, ...pages]);
});

test('the driver screen fits', async ({ page }) => {
  await page.request.post('/api/trpc/auth.login', { data: { json: DEMO.driver } });
  await expectNoFaults(page, ['/driver']);
  await page.setViewportSize({ width: 320, height: 844 });
  await reload(page);
  const load = page.getByRole('region', { name: 'Load table' });
  await expect(load).toContainText('500 loaded, 0 delivered');
  // The day's totals aren't outside of the screen.
  expect(await load.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoFaultsIn(page, ['Couldn’t Deliver', 'Report Issue', 'View Route Map']);
});

test('the staff dialogs fit', async ({ page }) => {
  await enterAsAdmin(page, '/admin');
  await expectNoFaultsIn(page, [
    'Edit Details',
    'Reschedule',
    'Complete Service',
    'Correct Delivery',
    'Refund',
    'Photos and History',
  ]);
});

test('the day views fit by time slot and by driver, with an appointment open', async ({ page }) => {
  await enterAsAdmin(page, '/admin?view=day');
  const input = encodeURIComponent(JSON.stringify({ json: { date: null } }));
  const day = await (await page.request.get(`/api/trpc/admin.day?input=${input}`)).json();
  const { today, lines, strip } = day.result.data.json;
  const tomorrow = strip[strip.findIndex(({ date }: { date: string }) => date === today) + 1].date;
  await expectNoFaults(page, [
    '/admin?view=day',
    `/admin?view=day&open=${lines[0].id}`,
    `/admin?view=day&day=${tomorrow}`,
    '/admin?view=day&by=driver',
    '/admin/months',
    '/admin/closing',
  ]);
});

test('search, booking for a caller, and bulk actions fit', async ({ page }) => {
  await enterAsAdmin(page, '/admin?view=day');
  await page.setViewportSize({ width: 390, height: 844 });
  await showTools(page);
  await expectNoFaultsIn(page, ['New Booking']);
  await expectNoFaultsIn(page, ['Search'], async (dialog) => {
    await dialog.getByRole('combobox').fill('sam');
    await expect(dialog.getByRole('option', { name: /^Sam Waters/ })).toBeVisible();
  });
  await goToDay(page, 1);
  await expectNoFaultsIn(page, ['Move or Cancel This Day']);
  await page.getByRole('button', { name: 'Select All' }).click();
  await expectNoFaultsIn(page, ['Schedule', 'Assign', 'Message', 'Cancel', 'Move']);
});

test('open payments fit', async ({ page }) => {
  await page.request.post('/api/trpc/auth.login', { data: { json: DEMO.customer } });
  await page.goto('/');
  // The number of cards depends on the time of day.
  await expect(deliveryCards(page)).not.toHaveCount(0);
  // This card can be saved, but its charges are declined.
  const code = await bookWithCard(page, { gallons: '10', from: 6 }, '4000000000000341');
  const list = await (await page.request.get('/api/trpc/booking.list')).json();
  const { id } = list.result.data.json.find(
    ({ publicCode }: { publicCode: string }) => publicCode === code,
  );
  await enterAsAdmin(page, '/admin');
  await call(page, 'admin.confirm', { id });
  await call(page, 'admin.schedule', { id, driverId: 1 });
  await call(page, 'admin.complete', { id, actualGallons: 10 });
  await expectNoFaults(page, ['/admin?view=money', `/admin?q=${code}`]);
});
