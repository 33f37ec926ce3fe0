/** Tests an order that staff or its customer change while a driver's form is open. */
import type { Locator, Page } from 'playwright/test';
import { earlyTest, expect } from '../support/e2e';
import { layLine } from '../support/line';
import { type Box, boxAtRest } from './steps/boxes';
import { callsOf, giveAppointment, openStop } from './steps/driver';
import { reload } from './steps/history';
import { DEMO, submitSignIn } from './steps/staff';

const PHONE = { width: 390, height: 844 };

/** A stop that the driver has set out for, and staff in a separate browser. */
async function underWay(page: Page, url: string, order: object) {
  const office = await page.context().browser()?.newContext();
  if (!office) throw new Error('the page has no browser');
  const staff = callsOf(office, url);
  const { id, publicCode } = await giveAppointment(staff, { ...order });
  await page.setViewportSize(PHONE);
  await page.goto('/driver');
  await submitSignIn(page, DEMO.driver);
  const stop = await openStop(page, publicCode);
  await stop.getByRole('button', { name: 'Mark En Route' }).click();
  await expect(stop.getByLabel('Actual Gallons Delivered')).toBeVisible();
  const edit = (over: object) =>
    staff.call('admin.editDetails', {
      ...{ id, estimatedGallons: '25', smallIceBags: '0', largeIceBags: '0' },
      ...over,
    });
  const read = async () => (await staff.ask('admin.appointment', { id })).appointment;
  return { stop, edit, read, id, staff, office };
}

const keyOf = (stop: Locator, digit: string) =>
  stop.getByRole('group', { name: 'Gallons keypad' }).getByText(digit, { exact: true });
/** Pages scroll by whole pixels, so a key may be off by less than one pixel. */
async function expectStill(key: Locator, before: Box) {
  const { x, y, height } = await boxAtRest(key);
  expect(Math.abs(y - before.y), `moved from ${before.y} to ${y}`).toBeLessThanOrEqual(1);
  expect([x, height]).toEqual([before.x, before.height]);
}
const complete = (stop: Locator) => stop.getByRole('button', { name: 'Complete', exact: true });

earlyTest(
  "ice removed while the form is open disappears from it and isn't charged",
  async ({ page, product }) => {
    const order = { fuelType: 'Regular', estimatedGallons: 25, smallIceBags: 2 };
    const { stop, edit, read, office } = await underWay(page, product.url, order);
    for (const digit of ['2', '5']) await keyOf(stop, digit).click();
    await expect(stop.getByRole('status').getByText('$142.50')).toBeVisible();
    await edit({});
    await expect(stop.getByText('Small ice bags: 2 → 0')).toBeVisible();
    await expect(stop.getByLabel('Small Ice Bags Delivered')).toHaveValue('0');
    await complete(stop).click();
    const seen = page.getByRole('dialog', { name: 'Did you see the changes?' });
    await expect(seen).toContainText('Small ice bags: 2 → 0');
    await seen.getByRole('button', { name: 'Got It' }).click();
    await expect(stop.getByText('Small ice bags: 2 → 0')).toHaveCount(0);
    await complete(stop).click();
    await expect(page.getByText('Delivery completed!')).toBeVisible();
    await expect.poll(read).toMatchObject({
      ...{ status: 'completed', smallIceBags: 0, deliveryFeeCents: 2500 },
    });
    await office.close();
  },
);

earlyTest(
  'an order increased while the driver types is shown until the driver has seen it',
  async ({ page, product }) => {
    const order = { fuelType: 'Regular', estimatedGallons: 10, smallIceBags: 0 };
    const { stop, edit, read, office } = await underWay(page, product.url, order);
    await keyOf(stop, '2').click();
    const before = await boxAtRest(keyOf(stop, '0'));
    await edit({ estimatedGallons: '20', smallIceBags: '3', largeIceBags: '1' });
    await expect(stop).toContainText('Dispatch changed this stop: 10 → 20 gal');
    await expect(stop).toContainText('Large ice bags: 0 → 1');
    await expectStill(keyOf(stop, '0'), before);
    await expect(page.getByText('This order changed. Check it')).toBeVisible();
    // Untouched fields follow the order, even after the page was closed.
    await reload(page);
    await expect(stop.getByText('10 → 20 gal')).toBeVisible();
    await expect(stop.getByLabel('Small Ice Bags Delivered')).toHaveValue('3');
    await stop.getByRole('button', { name: 'Got It' }).click();
    await reload(page);
    await expect(stop.getByLabel('Large Ice Bags Delivered')).toHaveValue('1');
    await expect(stop.getByText('10 → 20 gal')).toHaveCount(0);
    await keyOf(stop, '0').click();
    await stop.getByRole('button', { name: 'Fewer small bags' }).click();
    await complete(stop).click();
    const fewer = page.getByRole('dialog', { name: /^Charge/ });
    await expect(fewer).toContainText('3 ice bags were entered, for an order of 4.');
    await fewer.getByRole('button', { name: /^Charge/ }).click();
    await expect(page.getByText('Delivery completed!')).toBeVisible();
    await expect.poll(read).toMatchObject({
      ...{ status: 'completed', smallIceBags: 2, largeIceBags: 1, actualGallonsTenths: 200 },
    });
    await office.close();
  },
);

earlyTest(
  'a changed stop is marked until its driver presses Got It, and staff see that',
  async ({ browser, page, product }) => {
    const office = await browser.newContext();
    const staff = callsOf(office, product.url);
    const shown = await giveAppointment(staff, { estimatedGallons: 10, smallIceBags: 0 });
    const later = { time: '12:00 PM - 2:00 PM', estimatedGallons: 10, smallIceBags: 0 };
    const other = await giveAppointment(staff, later);
    const edit = (id: string, estimatedGallons: string) =>
      staff.call('admin.editDetails', {
        ...{ id, estimatedGallons, smallIceBags: '0', largeIceBags: '0' },
      });
    const lastChange = async (id: string) =>
      (await staff.ask('admin.appointment', { id })).appointment.lastStopChange;
    await page.setViewportSize(PHONE);
    await page.goto('/driver');
    await submitSignIn(page, DEMO.driver);
    const stop = await openStop(page, shown.publicCode);
    await edit(shown.id, '20');
    await expect(stop).toContainText('Dispatch changed this stop: 10 → 20 gal');
    await stop.getByRole('button', { name: 'Got It' }).click();
    await expect(stop).not.toContainText('Dispatch changed this stop');
    await expect.poll(() => lastChange(shown.id)).toMatchObject({ seenBy: expect.any(String) });
    // The other stops are listed in the news of the day.
    await edit(other.id, '30');
    const line = page.getByRole('article', { name: `Order ${other.publicCode}` });
    await expect(line.getByText('Changed', { exact: true })).toBeVisible();
    const news = page.getByRole('status').filter({ hasText: 'Your day changed' });
    await expect(news).toContainText('Dispatch changed this stop: 10 → 30 gal.');
    await news.getByRole('button', { name: 'Got It' }).click();
    await expect(line.getByText('Changed', { exact: true })).toHaveCount(0);
    // Before the completion, the form asks about a change that nobody acknowledged.
    await edit(shown.id, '25');
    await expect(stop).toContainText('20 → 25 gal');
    await stop.getByRole('button', { name: 'Mark En Route' }).click();
    for (const digit of ['2', '5']) await keyOf(stop, digit).click();
    await complete(stop).click();
    const question = page.getByRole('dialog', { name: 'Did you see the changes?' });
    await expect(question).toContainText('20 → 25 gal');
    await question.getByRole('button', { name: 'Got It' }).click();
    await expect.poll(() => lastChange(shown.id)).toMatchObject({ seenBy: expect.any(String) });
    await office.close();
  },
);

earlyTest('the screen stays on while en route', async ({ page, product }) => {
  await page.addInitScript(() => {
    const locks = { held: 0 };
    const request = async () => {
      locks.held += 1;
      const lock = {
        released: false,
        async release() {
          lock.released = true;
          locks.held -= 1;
        },
      };
      return lock;
    };
    Object.assign(window, { locks });
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  const held = () =>
    page.evaluate(() => (window as unknown as { locks: { held: number } }).locks.held);
  const order = { fuelType: 'Regular', estimatedGallons: 10, smallIceBags: 0 };
  const { office } = await underWay(page, product.url, order);
  await expect.poll(held).toBe(1);
  const choice = page.getByLabel('Keep the screen on while I’m en route');
  await choice.uncheck();
  await expect.poll(held).toBe(0);
  await choice.check();
  await expect.poll(held).toBe(1);
  await office.close();
});

earlyTest.describe('without signal', () => {
  earlyTest.use({ serviceWorkers: 'allow' });

  earlyTest(
    'a delivery of a different fuel is recorded as made, and its charge is in review',
    async ({ browser, page, product }) => {
      const office = await browser.newContext();
      const line = await layLine(product.url);
      try {
        const staff = callsOf(office, product.url);
        const order = { fuelType: 'Premium', estimatedGallons: 20, smallIceBags: 0 };
        const { id, publicCode } = await giveAppointment(staff, {
          ...order,
          location: 'Swap dock',
        });
        await page.setViewportSize(PHONE);
        await page.goto(`${line.url}/driver`);
        await submitSignIn(page, DEMO.driver);
        const stop = await openStop(page, publicCode);
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
        await line.cut();
        await page.context().setOffline(true);
        await stop.getByRole('button', { name: 'Mark En Route' }).click();
        await staff.call('admin.reschedule', { id, location: 'Other dock 9' });
        for (const digit of ['2', '0']) await keyOf(stop, digit).click();
        await complete(stop).click();
        await expect(page.getByText('Waiting for signal').first()).toBeVisible();
        await line.mend();
        await page.context().setOffline(false);
        const read = async () => (await staff.ask('admin.appointment', { id })).appointment;
        await expect.poll(read).toMatchObject({
          ...{ status: 'completed', chargeState: 'held', location: 'Swap dock' },
        });
        await expect(page.getByText('Waiting for signal')).toHaveCount(0);
      } finally {
        await office.close();
        await line.cut();
      }
    },
  );

  earlyTest(
    "keys don't move when an action is sent or an order changes",
    async ({ browser, page, product }) => {
      const office = await browser.newContext();
      const line = await layLine(product.url);
      try {
        const staff = callsOf(office, product.url);
        const { id, publicCode } = await giveAppointment(staff, { smallIceBags: 0 });
        await page.setViewportSize(PHONE);
        await page.goto(`${line.url}/driver`);
        await submitSignIn(page, DEMO.driver);
        const stop = await openStop(page, publicCode);
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
        await line.cut();
        await page.context().setOffline(true);
        await stop.getByRole('button', { name: 'Mark En Route' }).click();
        const one = keyOf(stop, '1');
        await one.click();
        await expect(stop).toContainText('Waiting for signal');
        const before = await boxAtRest(one);
        await line.mend();
        await page.context().setOffline(false);
        await expect(stop).not.toContainText('Waiting for signal');
        await expectStill(one, before);
        // A long address, a boat, and ice all fit above the keypad.
        const location = `The far end of the long pier ${'behind the lighthouse '.repeat(6)}`;
        await staff.call('admin.editDetails', {
          ...{ id, estimatedGallons: '12', smallIceBags: '3', largeIceBags: '2' },
        });
        await expect(stop).toContainText('3 small, 2 large');
        await expectStill(one, before);
        await page.evaluate(() => window.scrollTo(0, 0));
        const atTop = await boxAtRest(one);
        await page.evaluate((text) => {
          const notice = document.createElement('p');
          notice.id = 'notice';
          notice.textContent = text;
          document.querySelector('.stop-about')?.prepend(notice);
        }, location);
        await expect(page.locator('#notice')).toBeVisible();
        await expectStill(one, atTop);
        await page.evaluate(() => {
          window.scrollTo(0, 0);
          document.getElementById('notice')?.remove();
        });
        await one.click();
        await expect(stop.getByLabel('Actual Gallons Delivered')).toHaveValue('11');
      } finally {
        await office.close();
        await line.cut();
      }
    },
  );
});
