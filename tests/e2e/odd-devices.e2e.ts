/** Tests devices with an old browser, without a time zone, or with a wrong clock. */
import type { Locator, Page } from 'playwright/test';
import { earlyTest, expect, test } from '../support/e2e';
import { paymentModal, saveCardButton, typeCard } from './steps/booked-delivery';
import { enterAsCustomer } from './steps/customer';
import { callsOf, giveAppointment, openStop } from './steps/driver';
import { reload } from './steps/history';
import { fillBooking, openHome, scheduleButton } from './steps/order-form';
import { DEMO, enterAsAdmin, signInAsAdmin, submitSignIn } from './steps/staff';

test('a browser that lacks newer built-ins shows every screen', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['toSorted', 'toReversed', 'toSpliced']) {
      Reflect.deleteProperty(Array.prototype, name);
    }
    Reflect.deleteProperty(Map, 'groupBy');
    Reflect.deleteProperty(AbortSignal, 'timeout');
  });
  await openHome(page);
  await signInAsAdmin(page);
  await page.goto('/admin?view=day');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const path of ['/admin?tab=prices', '/admin/reports', '/driver']) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
  }
  await expect(page.getByText('We couldn’t show this page')).toBeHidden();
});

for (const zone of ['Etc/Unknown', '']) {
  test(`staff on a device whose time zone is "${zone}" see their screens`, async ({ page }) => {
    await page.addInitScript((timeZone) => {
      const { resolvedOptions } = Intl.DateTimeFormat.prototype;
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        return { ...resolvedOptions.call(this), timeZone };
      };
    }, zone);
    await enterAsAdmin(page, '/admin');
    for (const path of ['/admin/activity', '/admin/settings', '/driver']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    await expect(page.getByText('We couldn’t show this page')).toBeHidden();
  });
}

for (const [what, minutes] of [
  ['20 minutes ahead', 20],
  ['2 days behind', -2 * 24 * 60],
] as const) {
  test(`a hold counts down by the server's clock on a device that is ${what}`, async ({ page }) => {
    await page.clock.install({ time: Date.now() + minutes * 60_000 });
    await enterAsCustomer(page);
    await fillBooking(page);
    await scheduleButton(page).click();
    await expect(paymentModal(page)).toBeVisible();
    await reload(page);
    const unfinished = page.getByRole('region', { name: 'Your unfinished booking' });
    await expect(unfinished).toContainText(/window for 1[0-4]:\d\d more/);
    await unfinished.getByRole('button', { name: 'Finish Booking' }).click();
    await expect(paymentModal(page)).not.toContainText('Your hold expired');
  });
}

test('a pasted ZIP Code stays complete, and a window released by another tab has our own message and leaves the form', async ({
  page,
  context,
}) => {
  await enterAsCustomer(page);
  await fillBooking(page);
  await scheduleButton(page).click();
  await typeCard(page, '4242424242424242');
  // A ZIP Code pasted with a leading space or in full-width digits stays complete.
  const zip = paymentModal(page).getByLabel('ZIP Code');
  for (const pasted of [' 49047', '４９０４７']) {
    await zip.fill(pasted);
    await expect(zip).toHaveValue('49047');
  }
  const other = await context.newPage();
  await other.goto('/');
  const mine = await other.request.get('/api/appointments');
  const [held] = (await mine.json()) as { id: string }[];
  await other.request.patch(`/api/appointments/${held?.id}`, { data: { status: 'cancelled' } });
  await saveCardButton(page).click();
  await expect(page.getByText('no longer holding your window')).toBeVisible();
  await expect(page.getByText('SetupIntent')).toBeHidden();
  await expect(paymentModal(page)).toBeHidden();
  await expect(page.getByLabel('Estimated Gallons')).not.toHaveValue('');
});

test('browsers never correct or spell-check usernames and codes', async ({ page }) => {
  const isVerbatim = async (field: Locator) => {
    await expect(field).toHaveAttribute('spellcheck', 'false');
    await expect(field).toHaveAttribute('autocorrect', 'off');
    await expect(field).toHaveAttribute('autocapitalize', /none|characters/);
  };
  await openHome(page);
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  await isVerbatim(page.getByRole('dialog').getByLabel('Username'));
  await page.getByRole('dialog').getByRole('button', { name: 'Create Account' }).click();
  await isVerbatim(page.getByRole('dialog').getByLabel('Username'));
  await enterAsCustomer(page, '/account');
  await page.getByRole('button', { name: 'Add dock' }).click();
  await isVerbatim(page.getByRole('dialog').getByLabel('Gate Code'));
  await enterAsAdmin(page, '/admin/team');
  await isVerbatim(page.getByLabel('New Test Code'));
  await page.getByRole('button', { name: 'Add Driver' }).click();
  await isVerbatim(page.getByRole('dialog').getByLabel('Username'));
});

test('a browser that blocks copying has the text selected instead', async ({ page }) => {
  await page.addInitScript(() => {
    const writings: Record<string, (() => Promise<void>) | undefined> = {
      refused: () => Promise.reject(new Error('refused')),
      unanswered: () => new Promise(() => {}),
    };
    Object.defineProperty(Navigator.prototype, 'clipboard', {
      get: () => {
        const writeText = writings[document.documentElement.dataset.clipboard ?? ''];
        return writeText && { writeText };
      },
    });
  });
  await enterAsAdmin(page, '/admin/team');
  const links = page.getByRole('region', { name: 'Calendar links' });
  await links.getByLabel('Name').fill('Office');
  await links.getByRole('button', { name: 'Create Link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your new link' });
  const secret = await dialog.locator('[data-copy-text]').textContent();
  for (const clipboard of ['refused', 'unanswered', 'missing']) {
    await page.evaluate((given) => {
      document.documentElement.dataset.clipboard = given;
      getSelection()?.removeAllRanges();
    }, clipboard);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(secret);
    await expect(page.getByText('Not Copied').first()).toBeVisible();
  }
});

/** The browser reports no connection although it works, as some do with a VPN. */
const reportOffline = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });
  });
const offlineStrip = (page: Page) => page.getByText(/^You’re offline\./);

test('a customer whose browser is wrong about the connection sees no strip', async ({ page }) => {
  await reportOffline(page);
  await openHome(page);
  await expect(page.getByRole('button', { name: 'Schedule Delivery' })).toBeVisible();
  await expect(offlineStrip(page)).toBeHidden();
});

earlyTest(
  "a tab that never releases the action lock doesn't block a departure or its undo",
  async ({ browser, page, product }) => {
    const office = await browser.newContext();
    const staff = callsOf(office, product.url);
    const { id, publicCode } = await giveAppointment(staff);
    const status = async () => (await staff.ask('admin.appointment', { id })).appointment.status;
    await page.goto('/driver');
    await submitSignIn(page, DEMO.driver);
    const stop = await openStop(page, publicCode);
    const me = await callsOf(page, product.url).ask('auth.me');
    const hung = await page.context().newPage();
    await hung.goto('/favicon.svg');
    const hold = () =>
      hung.evaluate(
        (name) =>
          new Promise<void>((resolve) => {
            const forEver = () => new Promise(() => resolve());
            navigator.locks.request(name, forEver).catch(() => {});
          }),
        `dockside-actions-${me.id}`,
      );
    await hold();
    await stop.getByRole('button', { name: 'Mark En Route' }).click();
    await expect.poll(status).toBe('en_route');
    await hold();
    await stop.getByRole('button', { name: 'Undo En Route' }).click();
    await expect.poll(status).toBe('scheduled');
    await office.close();
  },
);

earlyTest(
  'a driver whose browser is wrong about the connection still sends everything',
  async ({ browser, page, product }) => {
    const office = await browser.newContext();
    const staff = callsOf(office, product.url);
    const { id, publicCode } = await giveAppointment(staff);
    await reportOffline(page);
    await page.goto('/driver');
    await submitSignIn(page, DEMO.driver);
    const card = await openStop(page, publicCode);
    await card.getByRole('button', { name: 'Mark En Route' }).click();
    await card.getByLabel('Actual Gallons Delivered').fill('9');
    await card.getByRole('button', { name: 'Complete', exact: true }).click();
    await expect
      .poll(async () => (await staff.ask('admin.appointment', { id })).appointment)
      .toMatchObject({ status: 'completed', actualGallonsTenths: 90 });
    await expect(page.getByText('Waiting for signal')).toHaveCount(0);
    await expect(offlineStrip(page)).toBeHidden();
    await office.close();
  },
);

for (const [what, days] of [
  ['behind', -2],
  ['ahead', 2],
] as const) {
  earlyTest(
    `a driver whose device is 2 days ${what} sees no stop late`,
    async ({ browser, page, product }) => {
      const office = await browser.newContext();
      const { publicCode } = await giveAppointment(callsOf(office, product.url));
      await office.close();
      await page.clock.install({ time: Date.now() + days * 86_400_000 });
      await page.goto('/driver');
      await submitSignIn(page, DEMO.driver);
      const card = await openStop(page, publicCode);
      await expect(card.getByText(/^about \d+:\d\d\s[AP]M$/)).toBeVisible();
      await expect(page.getByText(/late/)).toHaveCount(0);
    },
  );
}
