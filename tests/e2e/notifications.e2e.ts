/**
 * Tests notifications on a driver's phone and in the office. No push service is reachable from the
 * tests, so a stub takes its place: it subscribes, and the browser itself delivers the message to
 * the page's worker.
 */
import type { BrowserContext, Page } from 'playwright/test';
import { earlyTest, expect, test } from '../support/e2e';
import { callsOf, giveAppointment } from './steps/driver';
import { DEMO, signInAsAdmin, submitSignIn } from './steps/staff';

test.use({ serviceWorkers: 'allow' });
earlyTest.use({ serviceWorkers: 'allow' });

const PHONE = { width: 390, height: 844 };

/** Lets the browser subscribe without a push service. A subscription lasts until it's ended. */
async function stubPushService(context: BrowserContext) {
  await context.grantPermissions(['notifications']);
  await context.addInitScript(() => {
    const managerOf = (scope: string) => {
      const key = `stub-push ${scope}`;
      const find = () => {
        const endpoint = localStorage.getItem(key);
        if (endpoint === null) return null;
        const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
        const unsubscribe = async () => {
          localStorage.removeItem(key);
          return true;
        };
        return { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe };
      };
      return {
        getSubscription: async () => find(),
        subscribe: async () => {
          localStorage.setItem(key, `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`);
          return find();
        },
      };
    };
    Object.defineProperty(ServiceWorkerRegistration.prototype, 'pushManager', {
      get(this: ServiceWorkerRegistration) {
        return managerOf(this.scope);
      },
    });
    // A browser without a window shows no notifications until it's asked.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
  });
}

const stubs = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('stub-push')));

/** The text of the local mailbox, which shows what would have been sent. */
const mailbox = async (page: Page, url: string) =>
  (await page.request.get(`${url}/dev/mailbox`)).text();

/** Delivers a message to a page's worker as a push service would. */
async function deliver(page: Page, scope: string, payload: object) {
  const browser = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => new URL(scopeURL).pathname === scope);
      if (own) resolve(own.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await browser.send('ServiceWorker.deliverPushMessage', {
    ...{ origin, registrationId: await found, data: JSON.stringify(payload) },
  });
}

const shownIn = (page: Page, scope: string) =>
  page.evaluate(async (path) => {
    const registration = await navigator.serviceWorker.getRegistration(path);
    const shown = (await registration?.getNotifications()) ?? [];
    return shown.map(({ title, body }) => ({ title, body }));
  }, scope);

earlyTest(
  'a driver turns on notifications, is notified of a new stop, and gets none after signing out',
  async ({ page, product }) => {
    await stubPushService(page.context());
    await page.setViewportSize(PHONE);
    await page.goto('/driver');
    await submitSignIn(page, DEMO.driver);
    const panel = page.getByRole('region', { name: 'Notifications' });
    await panel.getByRole('button', { name: 'Turn On Notifications' }).click();
    await expect(panel).toContainText('On. We’ll notify this device when your stops change');
    await panel.scrollIntoViewIfNeeded();
    await page.screenshot({ path: earlyTest.info().outputPath('driver.png') });
    await panel.getByRole('button', { name: 'Send a Test' }).click();
    await expect(page.getByText('Test Sent')).toBeVisible();
    expect(await mailbox(page, product.url)).toContain('Notifications work');

    const office = await page.context().browser()?.newContext();
    if (!office) throw new Error('the page has no browser');
    await giveAppointment(callsOf(office, product.url));
    await expect
      .poll(() => mailbox(page, product.url), { timeout: 20_000 })
      .toMatch(/New stop for [\s\S]*Eagle Point, dock C, 7/);
    await office.close();

    const text = { title: 'New stop for Saturday', body: 'Eagle Point', url: '/driver' };
    await deliver(page, '/driver', { ...text, id: 'one', tag: 'route' });
    const shown = { title: text.title, body: text.body };
    await expect.poll(() => shownIn(page, '/driver')).toEqual([shown]);

    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect.poll(() => stubs(page)).toEqual([]);
    await expect.poll(() => shownIn(page, '/driver')).toEqual([]);
    await submitSignIn(page, DEMO.driver);
    await expect(panel.getByRole('button', { name: 'Turn On Notifications' })).toBeVisible();
  },
);

test('staff turn on notifications in their menu', async ({ page, product }) => {
  await stubPushService(page.context());
  await signInAsAdmin(page);
  await page.getByRole('banner').locator('summary').click();
  await page.getByRole('button', { name: 'Notifications' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  await dialog.getByRole('button', { name: 'Turn On Notifications' }).click();
  await expect(dialog).toContainText('On. We’ll notify this browser');
  await page.screenshot({ path: test.info().outputPath('staff.png') });
  const office = await page.context().browser()?.newContext();
  if (!office) throw new Error('the page has no browser');
  const driver = callsOf(office, product.url);
  await driver.call('auth.login', DEMO.driver);
  const actionKey = 'a-report-for-notifications';
  await driver.call('driver.reportIssue', { text: 'The pump leaks', actionKey });
  await expect
    .poll(() => mailbox(page, product.url), { timeout: 20_000 })
    .toMatch(/Needs attention[\s\S]*Driver report/);
  await office.close();
  await dialog.getByRole('button', { name: 'Turn Off' }).click();
  await expect(dialog.getByRole('button', { name: 'Turn On Notifications' })).toBeVisible();
  expect(await stubs(page)).toEqual([]);
});

test('a browser that blocks notifications says what to do', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
  );
  await page.goto('/driver');
  await submitSignIn(page, DEMO.driver);
  const panel = page.getByRole('region', { name: 'Notifications' });
  await expect(panel).toContainText('Notifications are blocked for this site.');
  await expect(panel.getByRole('button')).toHaveCount(0);
});
