import { expect, test } from '../support/e2e';
import { deliveries } from './steps/booked-delivery';
import { boxAtRest } from './steps/boxes';
import { enterAsCustomer } from './steps/customer';
import { callsOf } from './steps/driver';
import { scheduleButton } from './steps/order-form';
import { DEMO } from './steps/staff';

test('on a phone a balance to pay lies above the form, and on a desk beside it', async ({
  page,
  product,
  browser,
}) => {
  const customer = await enterAsCustomer(page);
  const { today, days } = await callsOf(page, product.url).ask('slots.window');
  const later = days.find(
    (day: { date: string; bookable: boolean }) => day.bookable && day.date > today,
  );
  const { appointment } = await callsOf(page, product.url).call('booking.create', {
    date: later.date,
    time: later.timeSlots.find(({ state }: { state: string }) => state === 'open').label,
    location: 'Eagle Point',
    estimatedGallons: 10,
    customerName: customer.fullName,
    customerEmail: customer.email,
    customerPhone: customer.phone,
  });
  const topOf = async (what: typeof form) => (await boxAtRest(what)).y;
  const form = scheduleButton(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(deliveries(page).getByRole('article')).toHaveCount(1);
  expect(await topOf(deliveries(page))).toBeGreaterThan(
    await topOf(page.getByLabel('Delivery Location')),
  );

  const office = await browser.newContext();
  const staff = callsOf(office, product.url);
  await staff.call('auth.adminLogin', DEMO.admin);
  await staff.call('admin.confirm', { id: appointment.id, noCardReason: 'Pays later' });
  await staff.call('admin.schedule', { id: appointment.id });
  await staff.call('admin.complete', { id: appointment.id, actualGallons: 10 });
  await office.close();
  await page.reload();
  await expect(deliveries(page).getByRole('button', { name: /^Pay/ })).toBeVisible();
  expect(await topOf(deliveries(page))).toBeLessThan(
    await topOf(page.getByLabel('Delivery Location')),
  );
  // A screen reader and the Tab key follow the document, which has the same order.
  const first = page.getByRole('region', { name: /^Schedule/ }).first();
  await expect(first).toHaveAccessibleName('Scheduled Deliveries');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(form).toBeVisible();
  const { x: left } = await boxAtRest(deliveries(page));
  expect(left).toBeLessThan((await boxAtRest(form)).x);
});
