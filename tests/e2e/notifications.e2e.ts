/**
 * Tests notifications on a driver's phone and in the office. No push service is reachable from the
 * tests, so a stub takes its place: it subscribes, and the browser itself delivers the product's
 * message to the page's worker.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page, Worker } from 'playwright/test';
import { browserFlags, browserWithNotifications } from '../support/browser';
import { earlyTest, expect, test } from '../support/e2e';
import { callsOf, giveAppointment } from './steps/driver';
import { DEMO, signInAsAdmin, submitSignIn } from './steps/staff';

/** With only a headless shell, the tests of how a device shows notifications are skipped. */
const executablePath = browserWithNotifications();
const shows = executablePath !== undefined;
const ownBrowser = shows ? { launchOptions: { executablePath, args: browserFlags } } : {};
test.use({ ...ownBrowser, serviceWorkers: 'allow' });
earlyTest.use({ ...ownBrowser, serviceWorkers: 'allow' });

const PHONE = { width: 390, height: 844 };

/** Lets the browser subscribe without a push service. A subscription lasts until it's ended. */
async function stubPushService(context: BrowserContext) {
  await context.grantPermissions(['notifications']);
  await context.addInitScript((isGranted) => {
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
    const ask = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = async () => {
      localStorage.setItem('asked', String(Number(localStorage.getItem('asked')) + 1));
      return isGranted ? 'granted' : ask();
    };
    if (isGranted) Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  }, !shows);
}

const stubs = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('stub-push')));

/** How often the page asked for permission. */
const timesAsked = (page: Page) => page.evaluate(() => Number(localStorage.getItem('asked')));

/** The text of the local mailbox, which shows what would have been sent. */
const mailbox = async (page: Page, url: string) =>
  (await page.request.get(`${url}/dev/mailbox`)).text();

type Pushed = { id: string; title: string; body: string; url: string; tag: string };

/** The notifications that the product sent to browsers, oldest first. */
async function pushes({ folder }: { folder: string }): Promise<Pushed[]> {
  const names = await readdir(join(folder, 'pushes')).catch(() => []);
  const sent = names.filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    sent.map(async (name) => {
      const { payload } = JSON.parse(await readFile(join(folder, 'pushes', name), 'utf8'));
      return JSON.parse(payload);
    }),
  );
}

/** Delivers a message to a page's worker as a push service would. */
async function deliver(page: Page, scope: string, payload: object) {
  const devTools = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => new URL(scopeURL).pathname === scope);
      if (own) resolve(own.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await devTools.send('ServiceWorker.deliverPushMessage', {
    ...{ origin, registrationId: await found, data: JSON.stringify(payload) },
  });
  await devTools.detach();
}

const shownIn = (page: Page, scope: string) =>
  page.evaluate(async (path) => {
    const registration = await navigator.serviceWorker.getRegistration(path);
    const shown = (await registration?.getNotifications()) ?? [];
    return shown.map(({ title, body }) => ({ title, body }));
  }, scope);

/**
 * Presses the notification that a worker shows. Only a person's press may open a window, so this
 * returns what the worker would do: the address that it opens, or that it focuses a tab.
 */
const press = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow(url: string): Promise<null> };
      WindowClient: { prototype: { focus(): Promise<unknown> } };
      NotificationEvent: new (
        type: string,
        init: { notification: Notification | undefined },
      ) => Event;
    };
    const did: string[] = [];
    const work: Promise<unknown>[] = [];
    scope.clients.openWindow = async (url) => {
      did.push(`opens ${url}`);
      return null;
    };
    scope.WindowClient.prototype.focus = async function focus() {
      did.push('focuses');
      return this;
    };
    const [notification] = await scope.registration.getNotifications();
    const event = new scope.NotificationEvent('notificationclick', { notification });
    Object.defineProperty(event, 'waitUntil', {
      value: (promise: Promise<unknown>) => work.push(promise),
    });
    globalThis.dispatchEvent(event);
    await Promise.all(work);
    return did;
  });

const workerOf = (context: BrowserContext) => {
  const worker = context.serviceWorkers().find((one) => one.url().endsWith('/driver-sw.js'));
  if (!worker) throw new Error('the worker is not running');
  return worker;
};

/** Shows a notification with the driver's page closed and open, and presses it. Leaves one shown. */
async function pressNotifications(
  page: Page,
  of: { assigned: Pushed; panel: Locator; id: string; publicCode: string },
) {
  const { assigned, panel, id, publicCode } = of;
  // The page is closed, so a press opens it. A push that arrives twice is shown once.
  await page.goto('/privacy');
  for (const _ of [1, 2]) await deliver(page, '/driver', assigned);
  const shown = { title: assigned.title, body: assigned.body };
  // Chromium may still be closing the last notification, and would also close a new one with its tag.
  const deliverShown = () =>
    expect(async () => {
      await deliver(page, '/driver', assigned);
      expect(await shownIn(page, '/driver')).toEqual([shown]);
    }).toPass();
  await expect.poll(() => shownIn(page, '/driver')).toEqual([shown]);
  expect(await press(workerOf(page.context()))).toEqual([`opens /driver#stop=${id}`]);
  expect(await shownIn(page, '/driver')).toEqual([]);
  await page.goto(assigned.url);
  const heading = page.getByRole('heading', { name: `Order ${publicCode}` });
  await expect(heading).toBeVisible();

  // The page is open, so a press focuses it and shows the stop.
  await page.goto('/driver');
  await expect(panel).toBeVisible();
  await deliverShown();
  expect(await press(workerOf(page.context()))).toEqual(['focuses']);
  await expect(heading).toBeVisible();

  await deliverShown();
}

earlyTest(
  'a driver turns on notifications, opens one, and gets none after signing out',
  async ({ page, product }) => {
    await stubPushService(page.context());
    await page.setViewportSize(PHONE);
    await page.goto('/driver');
    await submitSignIn(page, DEMO.driver);
    const panel = page.getByRole('region', { name: 'Notifications' });
    await expect(panel).toBeVisible();
    expect(await timesAsked(page)).toBe(0);
    await panel.getByRole('button', { name: 'Turn On Notifications' }).click();
    await expect(panel).toContainText('On. We’ll notify this device when your stops change');
    expect(await timesAsked(page)).toBe(1);
    await panel.getByRole('button', { name: 'Send a Test' }).click();
    await expect(page.getByText('Test Sent')).toBeVisible();
    expect(await mailbox(page, product.url)).toContain('Notifications work');

    const office = await page.context().browser()?.newContext();
    if (!office) throw new Error('the page has no browser');
    const calls = callsOf(office, product.url);
    const { id, publicCode } = await giveAppointment(calls);
    const sent = async () => (await pushes(product)).slice(1);
    await expect.poll(async () => (await sent()).length, { timeout: 20_000 }).toBe(1);
    const [assigned] = await sent();
    expect(assigned).toMatchObject({
      title: expect.stringMatching(/^New stop for /),
      body: expect.stringContaining('Eagle Point, dock C, 7'),
      url: `/driver#stop=${id}`,
    });
    expect(await mailbox(page, product.url)).toMatch(/New stop for [\s\S]*Eagle Point, dock C, 7/);
    await office.close();

    if (shows && assigned) await pressNotifications(page, { assigned, panel, id, publicCode });
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect.poll(() => stubs(page)).toEqual([]);
    if (shows) await expect.poll(() => shownIn(page, '/driver')).toEqual([]);
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
  await expect(page.getByRole('link', { name: 'My Account' })).toBeHidden();
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
  await page.keyboard.press('Escape');
  await expect(page.getByRole('banner').locator('summary')).toBeFocused();
});

test('signing out on a customer page closes what the browser still shows', async ({ page }) => {
  test.skip(!shows, 'a headless shell shows no notifications');
  await stubPushService(page.context());
  await signInAsAdmin(page);
  await page.getByRole('banner').locator('summary').click();
  await page.getByRole('button', { name: 'Notifications' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  await dialog.getByRole('button', { name: 'Turn On Notifications' }).click();
  await expect(dialog).toContainText('On. We’ll notify this browser');
  await page.goto('/');
  const reply = { title: 'A customer replied', body: 'Open Needs attention to read it.' };
  await deliver(page, '/admin', { id: 'reply', ...reply, url: '/admin/review', tag: 'review' });
  await expect.poll(() => shownIn(page, '/admin')).toEqual([reply]);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('See you at the dock.')).toBeVisible();
  await expect.poll(() => shownIn(page, '/admin')).toEqual([]);
});

test('if the browser blocks notifications, the page explains what to do', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
  );
  await page.goto('/driver');
  await submitSignIn(page, DEMO.driver);
  const panel = page.getByRole('region', { name: 'Notifications' });
  await expect(panel).toContainText('Notifications are blocked for this site.');
  await expect(panel.getByRole('button')).toHaveCount(0);
});
