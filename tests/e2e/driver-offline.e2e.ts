import type { BrowserContext, Page } from 'playwright/test';
import { earlyTest, expect } from '../support/e2e';
import { layLine } from '../support/line';
import { callApi } from './steps/api';
import { callsOf, giveAppointment, openStop } from './steps/driver';
import { dayIsStored } from './steps/outbox';
import { DEMO, drawPicture, submitSignIn } from './steps/staff';

earlyTest.use({ serviceWorkers: 'allow' });

/** Closes the page like a driver and opens it again. */
async function reopen(context: BrowserContext, page: Page): Promise<Page> {
  const address = page.url();
  await page.close();
  const next = await context.newPage();
  await next.goto(address);
  return next;
}

earlyTest(
  "actions without signal survive closing the page and are sent once when there's signal",
  async ({ browser, page: first, product }) => {
    const office = await browser.newContext();
    const line = await layLine(product.url);
    try {
      const staff = callsOf(office, product.url);
      const cancelled = await giveAppointment(staff);
      const context = first.context();
      let page = first;
      await page.goto(`${line.url}/driver`);
      await submitSignIn(page, DEMO.driver);
      await expect(page.getByRole('heading', { name: "Today's Deliveries (2)" })).toBeVisible();
      // The browser fetches the worker each time, and so notices a new build.
      const worker = await office.request.get(`${product.url}/driver-sw.js`);
      expect(worker.headers()).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': expect.stringContaining('javascript'),
      });
      const manifest = await office.request.get(`${product.url}/driver.webmanifest`);
      expect(await manifest.json()).toMatchObject({ scope: '/driver', start_url: '/driver' });
      // After one visit, the page is stored on the device.
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await dayIsStored(page);
      await line.cut();
      await context.setOffline(true);

      page = await reopen(context, page);
      await expect(page.getByRole('heading', { name: 'Dana Rivers' })).toBeVisible();
      // The map's code was never used before, but it's stored on the device.
      await page.getByRole('button', { name: 'View Route Map' }).click();
      await expect(page.getByRole('region', { name: 'Map of 1 dock, north up' })).toBeVisible();
      await page.keyboard.press('Escape');
      // The demo's stop is already en route, and fills the screen.
      const shown = page.locator('article').filter({ hasText: 'Sam Waters' });
      const code = (await shown.getAttribute('data-appointment')) ?? '';
      const other = await openStop(page, cancelled.publicCode);
      await other.getByRole('button', { name: 'Mark En Route' }).click();
      await expect(page.getByText('Saved on this device.')).toBeVisible();
      await expect(other).toContainText('En Route');

      const paid = await openStop(page, code);
      await paid.getByLabel('Actual Gallons Delivered').fill('24.5');
      const picture = await drawPicture(page, 'image/jpeg');
      await paid
        .locator('input[name="fuelPhoto"]')
        .setInputFiles({ name: 'dock.jpg', mimeType: 'image/jpeg', buffer: picture });
      await expect(paid.getByRole('img', { name: 'Photo' })).toBeVisible();
      await paid.getByRole('button', { name: 'Complete', exact: true }).click();
      await expect(paid).toContainText('Waiting for signal');
      await expect(paid).toContainText('Completed on this device');

      page = await reopen(context, page);
      await expect(page.getByText('Complete with 24.5 gallons')).toBeVisible();
      const { appointment: untouched } = await staff.ask('admin.appointment', { id: cancelled.id });
      expect(untouched.status).toBe('scheduled');
      await staff.call('admin.cancel', { id: cancelled.id });
      await line.mend();
      await context.setOffline(false);

      // A delivery that staff cancelled is shown as cancelled and doesn't block others.
      const conflict = page.getByRole('region', { name: /^Not accepted: .*Mark En Route/ });
      await expect(conflict).toContainText('can’t be changed to en route');
      await expect(page.getByRole('heading', { name: "Today's Deliveries (0)" })).toBeVisible();
      await expect(page.getByText('Waiting for signal')).toHaveCount(0);
      // The device has stored the report, so the card closes without waiting for an answer or for
      // the limit of 6 s.
      const seen = Promise.withResolvers<void>();
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 30_000);
      await context.route('**/api/trpc/driver.report**', async (route) => {
        await seen.promise;
        await route.fallback();
      });
      // A double tap makes only one report.
      await conflict.getByRole('button', { name: 'Send to Dispatch' }).evaluate((button) => {
        for (const _ of [1, 2])
          button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
      });
      await expect(conflict).toHaveCount(0);
      seen.resolve();
      await page.clock.resume();
      // The report is a separate action, which is sent after this one leaves the screen.
      const reported = async () => (await staff.ask('admin.driverReports', {})).reports[0]?.text;
      await expect.poll(reported).toContain('It wasn’t accepted');

      const { appointments } = await staff.ask('admin.appointments', {
        status: 'completed',
        search: code,
      });
      const told = () => staff.ask('admin.appointment', { id: appointments[0].id });
      await expect.poll(async () => (await told()).photos).toHaveLength(1);
      const { appointment, history, photos } = await told();
      const times = (action: string) =>
        history.filter((entry: { action: string }) => entry.action === action).length;
      expect(appointment).toMatchObject({ actualGallonsTenths: 245, balancePaid: true });
      expect(times('appointment.completed')).toBe(1);
      expect(times('charge.succeeded')).toBe(1);
      const address = `${product.url}/api/photos/${photos[0].id}`;
      const photo = await callApi(office.request, 'GET', address);
      expect(photo.headers()['content-type']).toBe('image/jpeg');
      expect((await photo.body()).byteLength).toBeGreaterThan(500);
      expect(Math.max(photos[0].width, photos[0].height)).toBe(800);
      expect((await staff.ask('admin.driverReports', {})).reports).toHaveLength(1);
    } finally {
      await office.close();
      await line.cut();
    }
  },
);
