/**
 * Tests the list of a long day on a phone: readable numbers and addresses, with the next stop
 * visible.
 */
import { earlyTest, expect } from '../support/e2e';
import { boxAtRest } from './steps/boxes';
import { confirmAll, fillDay } from './steps/day';
import { callsOf, giveAppointment, openStop } from './steps/driver';
import { DEMO, submitSignIn } from './steps/staff';

earlyTest(
  'a long day is readable, and the next stop is visible',
  async ({ browser, page, product }) => {
    const office = await browser.newContext();
    const staff = callsOf(office, product.url);
    await staff.call('auth.adminLogin', DEMO.admin);
    const { guests } = await fillDay(staff, 0, Array(11).fill(0));
    await confirmAll(staff, guests);
    for (const { id } of guests) await staff.call('admin.schedule', { id });
    await page.goto('/driver');
    await submitSignIn(page, DEMO.driver);
    const lines = page.getByRole('button', { name: /^Open stop/ });
    await expect(lines).toHaveCount(11);
    await expect(lines.last()).toContainText('12');
    await expect(lines.last()).toContainText(/\d (min|h) late/);

    const faults = await lines.evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const [, number, , place] = button.children;
        const isBroken = number instanceof HTMLElement && number.offsetHeight > 36;
        const isCut = place && place.scrollHeight > place.clientHeight + 1;
        return isBroken || isCut ? [button.textContent] : [];
      }),
    );
    expect(faults).toEqual([]);

    await page.screenshot({ path: earlyTest.info().outputPath('stops.png'), fullPage: true });

    // The demo's stop is en route and fills the screen.
    const [first] = await staff.ask('driver.day', {}).then(({ deliveries }) => deliveries);
    const card = await openStop(page, first.publicCode);
    await card.getByLabel('Actual Gallons Delivered').fill('20');
    await card.getByRole('button', { name: 'Complete', exact: true }).click();
    await expect(page.getByText('Delivery completed!')).toBeVisible();
    const next = page.locator('.shown-stop');
    await expect(next.getByRole('button', { name: 'Mark En Route' })).toBeVisible();
    await expect(next.locator('header')).toContainText('2');
    const toast = await boxAtRest(page.locator('.toast-card'));
    const dock = await boxAtRest(next.locator('.stop-about'));
    await page.screenshot({ path: earlyTest.info().outputPath('next-stop.png') });
    expect(toast.y).toBeGreaterThanOrEqual(dock.y + dock.height);
    // A typo is reported to dispatch, who correct the delivery.
    const done = page.getByRole('listitem').filter({ hasText: first.publicCode });
    await done.getByRole('button', { name: 'Correct Figures' }).click();
    const wrong = page.getByRole('dialog', { name: `Correct the figures for ${first.publicCode}` });
    await wrong.getByRole('button', { name: 'Send to Dispatch' }).click();
    await expect(wrong).toContainText('Enter what you delivered.');
    await wrong.getByLabel('Actual Gallons Delivered').fill('11');
    await wrong.getByRole('button', { name: 'Send to Dispatch' }).click();
    await expect(wrong).toBeHidden();
    await expect
      .poll(async () => (await staff.ask('admin.reviewQueue')).open)
      .toMatchObject([
        {
          kind: 'driver_report',
          delivery: { id: first.id },
          reason: expect.stringContaining('Delivered: 11 gallons'),
        },
      ]);
    const desk = await office.newPage();
    await desk.goto(`${product.url}/admin/review`);
    await desk
      .getByRole('article', { name: `Driver report ${first.publicCode}` })
      .getByRole('button', { name: 'Correct Delivery' })
      .click();
    const correction = desk.getByRole('dialog', { name: `Correct delivery ${first.publicCode}` });
    await expect(correction.getByLabel('Actual Gallons Delivered')).toHaveValue('11');
    await expect(correction.getByLabel('Reason')).toHaveValue(
      'Dana Rivers reported different figures.',
    );
    await correction.getByRole('button', { name: /^Correct to/ }).click();
    await expect(desk.getByText(`${first.publicCode} Corrected`)).toBeVisible();
    await expect.poll(async () => (await staff.ask('admin.reviewQueue')).open).toEqual([]);
    const { appointment } = await staff.ask('admin.appointment', { id: first.id });
    expect(appointment.actualGallonsTenths).toBe(110);
    await office.close();
  },
);

earlyTest("a driver sees dispatch's changes to the day", async ({ browser, page, product }) => {
  const office = await browser.newContext();
  const staff = callsOf(office, product.url);
  const first = await giveAppointment(staff);
  await page.goto('/driver');
  await submitSignIn(page, DEMO.driver);
  await openStop(page, first.publicCode);
  const news = page.getByRole('status').filter({ hasText: 'Your day changed' });

  const second = await giveAppointment(staff, { time: '12:00 PM - 2:00 PM' });
  await expect(news).toContainText(`${second.publicCode}, Eagle Point, dock C: New on your route`);
  await news.getByRole('button', { name: 'Got It' }).click();
  await expect(news).toBeHidden();

  await staff.call('admin.editDetails', {
    ...{ id: first.id, estimatedGallons: '20' },
    ...{ smallIceBags: 2, largeIceBags: 0 },
  });
  const stop = page.getByRole('article').filter({ hasText: first.publicCode });
  await expect(stop.first()).toContainText('Dispatch changed this stop');
  // A change that happens while the page is closed is shown at the next visit.
  await page.goto('about:blank');
  await staff.call('admin.cancel', { id: second.id });
  await page.goto('/driver');
  await expect(news).toContainText(
    `${second.publicCode}, Eagle Point, dock C: Removed from your route`,
  );
  await office.close();
});

earlyTest(
  'a driver sells ice at a dock without an ice order',
  async ({ browser, page, product }) => {
    const office = await browser.newContext();
    const staff = callsOf(office, product.url);
    const { id, publicCode } = await giveAppointment(staff, { smallIceBags: 0 });
    await page.goto('/driver');
    await submitSignIn(page, DEMO.driver);
    const card = await openStop(page, publicCode);
    await card.getByRole('button', { name: 'Mark En Route' }).click();
    await card.getByLabel('Actual Gallons Delivered').fill('10');
    await expect(card.getByLabel('Small Ice Bags Delivered')).toHaveCount(0);
    await card.getByRole('button', { name: 'Add Ice' }).click();
    await expect(card.getByLabel('Small Ice Bags Delivered')).toHaveValue('1');
    await expect(card.getByRole('button', { name: 'Add Ice' })).toHaveCount(0);
    // The fuel alone was 66.00. A bag adds 5.00, and the fee for both adds 5.00.
    await expect(card.locator('.next-bar')).toContainText('$76.00');
    await card.getByRole('button', { name: 'Complete', exact: true }).click();
    await expect
      .poll(async () => (await staff.ask('admin.appointment', { id })).appointment)
      .toMatchObject({ status: 'completed', smallIceBags: 1, largeIceBags: 0 });
    await office.close();
  },
);
