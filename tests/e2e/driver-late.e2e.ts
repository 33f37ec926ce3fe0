import { earlyTest, expect, test } from '../support/e2e';
import { layLine } from '../support/line';
import { callsOf, giveAppointment, openStop } from './steps/driver';
import { reload } from './steps/history';
import { DEMO, submitSignIn } from './steps/staff';

earlyTest.use({ serviceWorkers: 'allow' });

earlyTest(
  'late work goes to dispatch, and the whole page works without signal',
  async ({ browser, page, product }) => {
    const office = await browser.newContext();
    const line = await layLine(product.url);
    try {
      const staff = callsOf(office, product.url);
      const appointment = await giveAppointment(staff);
      const context = page.context();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${line.url}/driver`);
      await expect(page.getByRole('button', { name: 'Forgot your password?' })).toBeVisible();
      await submitSignIn(page, DEMO.driver);
      await expect(page.getByRole('heading', { name: "Today's Deliveries (2)" })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Create Calendar Link' })).toBeEnabled();
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

      await line.cut();
      await context.setOffline(true);
      const card = await openStop(page, appointment.publicCode);
      await card.getByRole('button', { name: 'Mark En Route' }).click();
      await card.getByLabel('Actual Gallons Delivered').fill('9');
      await card.getByLabel('Delivery Notes').fill('Left with Joe');
      await card.getByRole('button', { name: 'Complete', exact: true }).click();
      await expect(card).toContainText('Completed on this device');
      await page.getByRole('button', { name: 'Go Offline' }).click();
      await expect(page.getByRole('button', { name: 'Go Available' })).toBeVisible();
      await expect(page.getByText('Go Offline')).toBeVisible();

      // No link leads to a page that isn't stored on the device.
      const links = () =>
        page
          .locator('a[href^="/"]')
          .evaluateAll((found) => found.map((one) => one.getAttribute('href')));
      await expect.poll(async () => [...new Set(await links())]).toEqual(['/driver']);

      await staff.call('admin.cancel', { id: appointment.id });
      await line.mend();
      await context.setOffline(false);
      const kept = page.getByRole('region', {
        name: /^Sent to dispatch: .*Complete with 9 gallons/,
      });
      await expect(kept).toContainText('Dispatch will decide what to record.');
      await expect(page.getByText('Not accepted')).toHaveCount(0);
      await expect(page.getByText('Waiting for signal')).toHaveCount(0);
      await page.screenshot({ path: test.info().outputPath('at-dispatch.png'), fullPage: true });
      const { open } = await staff.ask('admin.reviewQueue');
      expect(open).toMatchObject([
        { kind: 'refused_action', press: { actualGallonsTenths: 90, notes: 'Left with Joe' } },
      ]);
      await kept.getByRole('button', { name: 'Got It' }).click();
      await expect(kept).toHaveCount(0);
      const status = async () => (await staff.ask('driver.day', {})).driver.status;
      await expect.poll(status).toBe('offline');

      // Signing out without signal applies on this device, and on the server as soon as it answers.
      const me = () => callsOf(page, line.url).ask('auth.me');
      expect(await me()).toMatchObject({ role: 'driver' });
      await line.cut();
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page.getByText('Signed Out on This Device')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Driver sign-in' })).toBeVisible();
      await reload(page);
      await expect(page.getByRole('heading', { name: 'Driver sign-in' })).toBeVisible();
      await line.mend();
      await context.setOffline(false);
      await reload(page);
      // The call may already have started before the reload, which then cancels its answer.
      await expect.poll(me).toBeNull();
      await submitSignIn(page, DEMO.driver);
      await expect(page.getByRole('heading', { name: 'Dana Rivers' })).toBeVisible();
    } finally {
      await office.close();
      await line.cut();
    }
  },
);

test('a driver who signed out without signal is signed out on every page, and nobody else is', async ({
  page,
  product,
}) => {
  const context = page.context();
  const me = () => callsOf(page, product.url).ask('auth.me');
  const logOutWithoutSignal = async () => {
    await page.goto('/driver');
    await submitSignIn(page, DEMO.driver);
    await expect(page.getByRole('heading', { name: 'Dana Rivers' })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('Signed Out on This Device')).toBeVisible();
    // The tab is closed before the signal returns.
    await page.goto('about:blank');
    await context.setOffline(false);
  };
  await logOutWithoutSignal();
  expect(await me()).toMatchObject({ role: 'driver' });
  await page.goto('/account');
  await expect(page.getByText('Login', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Dana Rivers')).toHaveCount(0);
  await expect.poll(me).toBeNull();

  await logOutWithoutSignal();
  await callsOf(page, product.url).call('auth.login', DEMO.customer);
  await page.goto('/driver');
  await expect(page.getByText(/^You’re signed in as/)).toBeVisible();
  expect(await me()).toMatchObject({ role: 'customer' });
});
