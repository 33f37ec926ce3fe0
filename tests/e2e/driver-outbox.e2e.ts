import type { Page } from 'playwright/test';
import { earlyTest, expect } from '../support/e2e';
import { addDriver } from './steps/day';
import { callsOf, giveAppointment, openStop } from './steps/driver';
import { reload } from './steps/history';
import { actionsOf, fillOutbox, waitingInOutbox } from './steps/outbox';
import { DEMO, submitSignIn } from './steps/staff';

type Office = ReturnType<typeof callsOf>;
type Scene = { page: Page; url: string; staff: Office; id: string; publicCode: string };

/** A driver with one order, in a separate product. */
const scene = (name: string, play: (scene: Scene) => Promise<void>) =>
  earlyTest(name, async ({ browser, page, product }) => {
    const office = await browser.newContext();
    try {
      const staff = callsOf(office, product.url);
      const appointment = await giveAppointment(staff);
      await play({ page, url: product.url, staff, ...appointment });
    } finally {
      await office.close();
    }
  });

/** Delivers the order without signal, so that it waits on the device. */
async function deliverOffline({ page, publicCode }: Scene): Promise<void> {
  const card = await openStop(page, publicCode);
  await page.context().setOffline(true);
  await card.getByRole('button', { name: 'Mark En Route' }).click();
  await card.getByLabel('Actual Gallons Delivered').fill('9');
  await card.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(card).toContainText('Completed on this device');
}

/** Checks that the delivery reached staff once, with its values. */
async function expectDeliveredOnce({ page, staff, id }: Scene): Promise<void> {
  await expect(page.getByRole('region', { name: 'Done today (1)' })).toContainText('9 gallons');
  await expect(page.getByText('Waiting for signal')).toHaveCount(0);
  const told = () => staff.ask('admin.appointment', { id });
  await expect
    .poll(async () => (await told()).appointment)
    .toMatchObject({ status: 'completed', actualGallonsTenths: 90 });
  const { history } = await told();
  const completions = history.filter(
    ({ action }: { action: string }) => action === 'appointment.completed',
  );
  expect(completions).toHaveLength(1);
  const { open } = await staff.ask('admin.reviewQueue');
  expect(open).toEqual([]);
}

/** Staff deactivate the driver and reassign their work. */
async function retireDriver(staff: Office): Promise<void> {
  const accounts = await staff.ask('admin.driverAccounts');
  const { id } = accounts.find(
    ({ username }: { username: string }) => username === DEMO.driver.username,
  );
  const driverId = await addDriver(staff, 'Uma Fjord');
  const { today: date } = await staff.ask('slots.window');
  const { lines } = await staff.ask('admin.day', { date });
  for (const line of lines) {
    if (line.status === 'en_route') await staff.call('admin.cancel', { id: line.id });
  }
  const dates: { date: string }[] = await staff.ask('admin.driverWork', { id });
  const work = dates.map(({ date }) => ({ date, driverId }));
  await staff.call('admin.retireDriver', { id, work });
}

scene('no action is lost if a session ends with the outbox full', async (all) => {
  const { page, url, staff } = all;
  await page.goto(`${url}/driver`);
  await submitSignIn(page, DEMO.driver);
  await deliverOffline(all);
  await page.context().clearCookies();
  await page.context().setOffline(false);
  await reload(page);
  await expect(page.getByText('2 updates are waiting on this device.')).toBeVisible();
  await submitSignIn(page, DEMO.driver);
  await expectDeliveredOnce(all);

  // The driver was deactivated with a full outbox, so the page sends the unsent work to dispatch.
  const other = await giveAppointment(staff, { time: '12:00 PM - 2:00 PM' });
  await reload(page);
  await deliverOffline({ ...all, ...other });
  await retireDriver(staff);
  await page.context().setOffline(false);
  await expect(
    page.getByText('We sent this device’s remaining updates to dispatch.'),
  ).toBeVisible();
  const { open } = await staff.ask('admin.reviewQueue');
  expect(open).toMatchObject([
    { kind: 'refused_action', delivery: { id: other.id }, press: { actualGallonsTenths: 90 } },
  ]);
});

scene(
  'work of a driver who signs out without signal is sent before their session ends',
  async (all) => {
    const { page, url, staff, id } = all;
    await page.goto(`${url}/driver`);
    await submitSignIn(page, DEMO.driver);
    await deliverOffline(all);
    await page.getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('dialog', { name: 'Sign out with unsent updates?' });
    await question.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByRole('heading', { name: 'Driver sign-in' })).toBeVisible();
    await page.context().setOffline(false);
    await expect
      .poll(async () => (await staff.ask('admin.appointment', { id })).appointment)
      .toMatchObject({ status: 'completed', actualGallonsTenths: 90 });
    await expect.poll(() => callsOf(page, url).ask('auth.me')).toBeNull();
    await expect.poll(() => waitingInOutbox(page)).toBe(0);
    await expect(page.getByText(/actions? (is|are) waiting on this device/)).toBeHidden();
  },
);

scene('a phone whose clock is a day behind still sends its deliveries', async (all) => {
  const { page, url } = all;
  await page.clock.setSystemTime(Date.now() - 86_400_000);
  await page.goto(`${url}/driver`);
  await submitSignIn(page, DEMO.driver);
  await deliverOffline(all);
  await page.context().setOffline(false);
  await expectDeliveredOnce(all);
});

scene('actions stored by an older version of the page are sent by this one', async (all) => {
  const { page, url, id, publicCode } = all;
  // A page of the product without its code.
  await page.goto(`${url}/driver.webmanifest`);
  const driver = callsOf(page, url);
  await driver.call('auth.login', DEMO.driver);
  const { id: userId } = await driver.ask('auth.me');
  const about = { userId, publicCode, pressedAt: new Date().toISOString() };
  const delivered = { kind: 'complete', id, actualGallons: '9', notes: null, position: null };
  const actions = [...actionsOf(about, { kind: 'enRoute', id }), ...actionsOf(about, delivered)];
  await fillOutbox(page, actions, 1);
  await page.goto(`${url}/driver`);
  await expectDeliveredOnce(all);
});

scene(
  "a browser that can't store anything shows a warning, and works while there's signal",
  async (all) => {
    const { page, url, publicCode } = all;
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('No room', 'QuotaExceededError');
      };
    });
    await page.goto(`${url}/driver`);
    await submitSignIn(page, DEMO.driver);
    await expect(page.getByText('This browser can’t work offline')).toBeVisible();
    const card = await openStop(page, publicCode);
    await card.getByRole('button', { name: 'Mark En Route' }).click();
    await card.getByLabel('Actual Gallons Delivered').fill('9');
    await card.getByRole('button', { name: 'Complete', exact: true }).click();
    await expectDeliveredOnce(all);
  },
);

scene(
  "an action that fails on the server doesn't block others, and goes to dispatch",
  async (all) => {
    const { page, url, staff, id, publicCode } = all;
    const other = await giveAppointment(staff, { time: '12:00 PM - 2:00 PM' });
    await page.route('**/api/trpc/driver.enRoute*', async (route) => {
      if (!route.request().postData()?.includes(id)) return route.continue();
      const error = { message: 'It broke.', code: -32603, data: { httpStatus: 500 } };
      await route.fulfill({ status: 500, json: { error: { json: error } } });
    });
    await page.goto(`${url}/driver`);
    await submitSignIn(page, DEMO.driver);
    const setOut = async (code: string) => {
      const card = await openStop(page, code);
      await card.getByRole('button', { name: 'Mark En Route' }).click();
    };
    await setOut(publicCode);
    await expect(page.getByText(`Order ${publicCode}: Mark En Route`)).toBeVisible();
    await setOut(other.publicCode);
    const status = async () =>
      (await staff.ask('admin.appointment', { id: other.id })).appointment.status;
    await expect.poll(status).toBe('en_route');

    const aside = page.getByRole('region', { name: /^Not sent yet: .*Mark En Route/ });
    await expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('online')));
        return aside.count();
      })
      .toBe(1);
    await expect(aside).toContainText('We’ll keep trying.');
    await aside.getByRole('button', { name: 'Send to Dispatch' }).click();
    await expect(aside).toHaveCount(0);
    const told = async () => (await staff.ask('admin.reviewQueue')).open;
    await expect.poll(told).toMatchObject([{ kind: 'refused_action', press: { kind: 'enRoute' } }]);
  },
);

scene('a phone whose clock is a day ahead knows how old its position is', async ({ page, url }) => {
  await page.clock.setSystemTime(Date.now() + 86_400_000);
  await page.goto(`${url}/driver`);
  await submitSignIn(page, DEMO.driver);
  await expect(page.getByText(/^Location updated (just now|\d+ min ago)$/)).toBeVisible();
});

scene('a database closed by the browser is opened again', async (all) => {
  const { page, url } = all;
  await page.goto(`${url}/driver`);
  await submitSignIn(page, DEMO.driver);
  await expect(page.getByRole('heading', { name: "Today's Deliveries (2)" })).toBeVisible();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'indexeddb' });
  await deliverOffline(all);
  await expect(page.getByText('This browser can’t work offline')).toHaveCount(0);
  await expect.poll(() => waitingInOutbox(page)).toBe(2);
  await page.context().setOffline(false);
  await expectDeliveredOnce(all);
});
