/** A fuel-fill photo is on the device before the stop that needs it, and is deleted afterward. */
import { earlyTest, expect } from '../support/e2e';
import { layLine } from '../support/line';
import { callsOf, giveAppointment, openStop } from './steps/driver';
import { reload } from './steps/history';
import { DEMO, drawPicture, submitSignIn } from './steps/staff';

earlyTest.use({ serviceWorkers: 'allow' });

earlyTest(
  'a fuel-fill photo shows without signal, on the page itself',
  async ({ browser, page, product }) => {
    const office = await browser.newContext();
    const line = await layLine(product.url);
    try {
      const calls = callsOf(office, product.url);
      await calls.call('auth.login', DEMO.customer);
      const picture = await drawPicture(page, 'image/jpeg');
      const boats = await calls.call('account.addBoat', {
        ...{ name: 'Gull', fuelCapacity: 40, fuelTaken: 'Regular' },
        fillerPhoto: `data:image/jpeg;base64,${picture.toString('base64')}`,
      });
      const boatId = boats.find(({ name }: { name: string }) => name === 'Gull').id;
      const appointment = await giveAppointment(calls, { canType: 'boat', boatId });
      await page.goto(`${line.url}/driver`);
      await submitSignIn(page, DEMO.driver);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      const kept = () =>
        page.evaluate(async () => {
          const store = await caches.open('dockside-photos');
          return (await store.keys()).length;
        });
      // The stop was never opened.
      await expect.poll(kept).toBe(1);

      await line.cut();
      await page.context().setOffline(true);
      await reload(page);
      const card = await openStop(page, appointment.publicCode);
      // The phone is in another time zone, and hasn't read the business's clock since it lost its
      // signal.
      const asOf = /Last updated \w{3}\s[12]:\d\d\sAM\. No signal since then/;
      await expect(page.getByText(asOf)).toBeVisible();
      const small = card.getByRole('img', { name: 'Fuel fill' });
      await expect(small).toHaveJSProperty('complete', true);
      expect(await small.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
      await expect(page.locator('a[href^="/api"]')).toHaveCount(0);
      await small.click();
      const large = page.getByRole('dialog', { name: 'Fuel fill' });
      await expect(large.getByRole('img')).toBeVisible();
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page.getByRole('heading', { name: 'Driver sign-in' })).toBeVisible();
      await expect.poll(kept).toBe(0);
    } finally {
      await office.close();
      await line.cut();
    }
  },
);
