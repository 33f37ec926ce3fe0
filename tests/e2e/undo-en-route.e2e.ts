/** Tests a mistaken departure, and an en route stop that someone else takes over. */
import { earlyTest, expect } from '../support/e2e';
import { letThrough } from './steps/connection';
import { addDriver } from './steps/day';
import { callsOf, giveAppointment, openStop } from './steps/driver';
import { waitingInOutbox } from './steps/outbox';
import { DEMO, enterAsAdmin, submitSignIn } from './steps/staff';

earlyTest('a driver undoes Mark En Route for two minutes', async ({ browser, page, product }) => {
  const office = await browser.newContext();
  const staff = callsOf(office, product.url);
  const { id, publicCode } = await giveAppointment(staff);
  const status = async () => (await staff.ask('admin.appointment', { id })).appointment.status;
  await page.clock.install();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/driver');
  await submitSignIn(page, DEMO.driver);
  const stop = await openStop(page, publicCode);
  const setOut = stop.getByRole('button', { name: 'Mark En Route' });
  const undo = stop.getByRole('button', { name: 'Undo En Route' });
  await setOut.click();
  await expect(undo).toBeVisible();
  await undo.click();
  await expect(page.getByText('Back to Scheduled')).toBeVisible();
  await expect(setOut).toBeVisible();
  expect(await status()).toBe('scheduled');
  await setOut.click();
  await expect(undo).toBeVisible();
  await expect.poll(() => waitingInOutbox(page)).toBe(0);
  expect(await status()).toBe('en_route');
  // With signal, the server's answer would reset the page's clock.
  await page.context().setOffline(true);
  await page.clock.fastForward(121_000);
  await expect(undo).toHaveCount(0);
  expect(await status()).toBe('en_route');
  await office.close();
});

earlyTest(
  'a driver without signal withdraws an unsent departure, and undoes a sent one with its own time',
  async ({ browser, page, product }) => {
    const office = await browser.newContext();
    const staff = callsOf(office, product.url);
    const { id, publicCode } = await giveAppointment(staff);
    const seen = async () => (await staff.ask('admin.appointment', { id })).appointment;
    const steps = async () => {
      const { history } = await staff.ask('admin.appointment', { id });
      const actions: string[] = history.map(({ action }: { action: string }) => action);
      return actions.filter((action) => /en_route|turned_back/.test(action)).toReversed();
    };
    await page.goto('/driver');
    await submitSignIn(page, DEMO.driver);
    const stop = await openStop(page, publicCode);
    const setOut = stop.getByRole('button', { name: 'Mark En Route' });
    const undo = stop.getByRole('button', { name: /^Undo/ });

    // The action wasn't sent yet, so it's removed from the device and nobody is notified.
    await page.context().setOffline(true);
    await setOut.click();
    await expect(stop).toContainText('Waiting for signal');
    await undo.click();
    await expect(setOut).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(/offline|can’t reach our server/)).toHaveCount(0);
    expect(await steps()).toEqual([]);

    // The action was sent, so the undo waits for signal.
    await setOut.click();
    await expect(stop.getByRole('button', { name: 'Undo En Route' })).toBeVisible();
    await page.context().setOffline(true);
    await undo.click();
    await expect(stop).toContainText('Waiting for signal');
    await expect(setOut).toBeVisible();
    expect((await seen()).status).toBe('en_route');
    await page.context().setOffline(false);
    await expect(page.getByText('Back to Scheduled')).toBeVisible();
    expect((await seen()).status).toBe('scheduled');
    expect(await steps()).toEqual(['appointment.en_route', 'appointment.turned_back']);
    await office.close();
  },
);

earlyTest(
  'a departure with a lost answer is also undone at the server',
  async ({ browser, page, product }) => {
    const office = await browser.newContext();
    const staff = callsOf(office, product.url);
    const { id, publicCode } = await giveAppointment(staff);
    const status = async () => (await staff.ask('admin.appointment', { id })).appointment.status;
    await page.goto('/driver');
    await submitSignIn(page, DEMO.driver);
    const stop = await openStop(page, publicCode);
    const call = /driver\.enRoute\b/;
    await page.route(call, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await stop.getByRole('button', { name: 'Mark En Route' }).click();
    await expect.poll(status).toBe('en_route');
    await stop.getByRole('button', { name: /^Undo/ }).click();
    await letThrough(page, call);
    await expect.poll(status).toBe('scheduled');
    await expect(stop.getByRole('button', { name: 'Mark En Route' })).toBeVisible();
    await office.close();
  },
);

earlyTest(
  'staff assign an en route stop to another driver, and undo it',
  async ({ browser, page, product }) => {
    const office = await browser.newContext();
    const staff = callsOf(office, product.url);
    const { id, publicCode } = await giveAppointment(staff);
    await addDriver(staff, 'Erin Echo');
    await staff.call('driver.enRoute', { id });
    const read = async () => (await staff.ask('admin.appointment', { id })).appointment;
    const { date } = await read();
    await enterAsAdmin(page, `/admin?view=day&day=${date}&open=${id}`);
    const card = page.locator(`article[data-appointment="${publicCode}"]`);
    await card.getByRole('button', { name: 'Change Driver' }).click();
    const dialog = page.getByRole('dialog', { name: `Change the driver of ${publicCode}?` });
    await dialog.getByLabel('Driver').selectOption('Erin Echo');
    await dialog.getByRole('button', { name: 'Change Driver' }).click();
    await expect(page.getByText(`Erin Echo is now assigned to ${publicCode}.`)).toBeVisible();
    expect(await read()).toMatchObject({ status: 'en_route', driverName: 'Erin Echo' });
    await card.getByRole('button', { name: 'Undo En Route' }).click();
    const question = page.getByRole('dialog', { name: `Undo en route for ${publicCode}?` });
    await question.getByRole('button', { name: 'Undo En Route' }).click();
    await expect(page.getByText(`${publicCode} Back to Scheduled`)).toBeVisible();
    expect(await read()).toMatchObject({ status: 'scheduled', driverName: 'Erin Echo' });
    await office.close();
  },
);
