import { earlyTest, expect, movingTest as test } from '../support/e2e';
import { openDelivery } from './steps/booked-delivery';
import { callsOf, giveAppointment } from './steps/driver';
import { reload } from './steps/history';
import { canBeUsed } from './steps/order-form';
import { draftsOf } from './steps/outbox';
import { DEMO, drawPicture, knowAdmin, submitSignIn } from './steps/staff';

earlyTest(
  "a driver reorders the stops, reports an issue with a photo, and ends a delivery that can't be made",
  async ({ browser, page, product }) => {
    const office = await browser.newContext();
    const home = await browser.newContext();
    try {
      const given = await giveAppointment(callsOf(office, product.url));
      const dashboard = await office.newPage();
      await knowAdmin(dashboard);
      await dashboard.goto(`${product.url}/admin`);
      await expect(dashboard.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
      await callsOf(home, product.url).call('auth.login', DEMO.customer);
      const customer = await home.newPage();
      await customer.goto(product.url);
      const expected = customer.locator('[data-appointment]').filter({ hasText: 'On the way' });
      await canBeUsed(customer);
      await openDelivery(expected);
      await expect(expected).toContainText(/Dana Rivers should arrive about \d+:\d[05]\s[AP]M\./);

      await page.goto(`${product.url}/driver`);
      await submitSignIn(page, DEMO.driver);
      const orders = page.locator('article[data-appointment]');
      await expect(orders).toHaveCount(2);
      // The en route stop comes first, whatever its window.
      await expect(orders.first()).not.toHaveAttribute('data-appointment', given.publicCode);
      await page.getByRole('button', { name: 'View Route Map' }).click();
      const map = page.getByRole('dialog', { name: 'Route map' });
      const marks = map.getByRole('region', { name: 'Map of 1 dock, north up' });
      await expect(marks).toBeVisible();
      await expect(marks).toContainText('Maple Island Marina');
      await expect(marks.locator('img')).toHaveCount(0);
      const stops = map.locator('[data-stop]');
      // Hovering waits until the dialog stops moving.
      const handle = { position: { x: 20, y: 20 } };
      await stops.nth(1).hover(handle);
      await page.mouse.down();
      await stops.nth(0).hover(handle);
      await page.mouse.up();
      await expect(stops.first()).toHaveAttribute('data-stop', given.publicCode);
      await expect(map.getByRole('button', { name: 'Use Planned Order' })).toBeVisible();
      await page.keyboard.press('Escape');
      await reload(page);
      await expect(orders.first()).toHaveAttribute('data-appointment', given.publicCode);

      await page.getByRole('button', { name: 'Report Issue' }).click();
      const report = page.getByRole('dialog', { name: 'Report Issue' });
      await report.getByLabel('What’s wrong?').fill('The pump leaks');
      await report.locator('input[name="issuePhoto"]').setInputFiles({
        name: 'pump.jpg',
        mimeType: 'image/jpeg',
        buffer: await drawPicture(page, 'image/jpeg'),
      });
      await expect(report.getByRole('img', { name: 'Photo' })).toBeVisible();
      await expect
        .poll(() => draftsOf(page))
        .toMatchObject([{ text: 'The pump leaks', issuePhoto: expect.stringMatching(/^data:/) }]);
      // The phone discards the page while its camera is open.
      await reload(page);
      await page.getByRole('button', { name: 'Report Issue' }).click();
      await expect(report.getByLabel('What’s wrong?')).toHaveValue('The pump leaks');
      await expect(report.getByRole('img', { name: 'Photo' })).toBeVisible();
      await report.getByRole('button', { name: 'Send Report' }).click();
      await expect(page.getByText('Issue Reported')).toBeVisible();
      await expect.poll(() => draftsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Report Issue' }).click();
      await report.getByLabel('What’s wrong?').fill('Nothing');
      await expect.poll(() => draftsOf(page)).toMatchObject([{ text: 'Nothing' }]);
      await report.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Leave' }).click();
      await expect.poll(() => draftsOf(page)).toEqual([]);
      await dashboard.getByRole('link', { name: 'Needs attention' }).click();
      const reports = dashboard.getByRole('main');
      await expect(reports).toContainText('The pump leaks');
      await expect(reports.getByRole('img', { name: 'Report photo' })).toBeVisible();

      const unmade = orders.filter({ hasText: 'En Route' });
      await unmade.getByRole('button', { name: /^Open stop/ }).click();
      await unmade.getByRole('button', { name: 'Couldn’t deliver' }).click();
      const why = page.getByRole('dialog', { name: 'Couldn’t deliver' });
      await why.getByRole('button', { name: 'End Delivery' }).click();
      await expect(why).toContainText('Select why the delivery wasn’t made.');
      await why.getByLabel('No one there').check();
      await why.getByLabel('Note for Dispatch').fill('The gate is shut');
      // A phone may discard the page before it's sent.
      await expect.poll(() => draftsOf(page)).toMatchObject([{ note: 'The gate is shut' }]);
      await reload(page);
      await unmade.getByRole('button', { name: 'Couldn’t deliver' }).click();
      await expect(why.getByLabel('No one there')).toBeChecked();
      await expect(why.getByLabel('Note for Dispatch')).toHaveValue('The gate is shut');
      await why.getByRole('button', { name: 'End Delivery' }).click();
      await expect(page.getByText('Dispatch and the customer have been notified.')).toBeVisible();
      await expect(orders).toHaveCount(1);
      await expect(expected).toHaveCount(0);
      await expect.poll(() => draftsOf(page)).toEqual([]);
      await expect(reports).toContainText('Not delivered, no one there');
      await reports.getByRole('button', { name: 'Mark Resolved' }).first().click();
      await expect(reports.getByRole('article')).toHaveCount(1);
    } finally {
      await Promise.all([office.close(), home.close()]);
    }
  },
);

earlyTest(
  'a postponed stop comes last, and dispatch sees its photo',
  async ({ browser, page, product }) => {
    const office = await browser.newContext();
    try {
      const staff = callsOf(office, product.url);
      const given = await giveAppointment(staff);
      await page.goto('/driver');
      await submitSignIn(page, DEMO.driver);
      const orders = page.locator('article[data-appointment]');
      const unmade = orders.filter({ hasText: 'Couldn’t deliver' });
      const code = (await unmade.getAttribute('data-appointment')) ?? '';
      await page.context().setOffline(true);
      await unmade.getByRole('button', { name: 'Couldn’t deliver' }).click();
      const why = page.getByRole('dialog', { name: 'Couldn’t deliver' });
      await why.getByLabel('Other reason').check();
      await why.getByLabel('Try again later today').check();
      await why.getByRole('button', { name: 'Try Again Later' }).click();
      await expect(why).toContainText('Enter what happened.');
      await why.getByLabel('Boat not there').check();
      await why.locator('input[name="photo"]').setInputFiles({
        name: 'dock.jpg',
        mimeType: 'image/jpeg',
        buffer: await drawPicture(page, 'image/jpeg'),
      });
      await expect(why.getByRole('img', { name: 'Photo' })).toBeVisible();
      await page.screenshot({ path: earlyTest.info().outputPath('not-delivered.png') });
      await why.getByRole('button', { name: 'Try Again Later' }).click();
      await expect(page.getByRole('heading', { name: `Order ${given.publicCode}` })).toBeVisible();
      await expect(orders.nth(1)).toHaveAttribute('data-appointment', code);
      await page.context().setOffline(false);
      await expect(page.getByText('Waiting for signal')).toHaveCount(0);
      await expect
        .poll(async () => (await staff.ask('admin.driverReports', { open: true })).reports)
        .toMatchObject([
          { reason: 'boat_not_there', delivery: { publicCode: code }, photoId: expect.any(String) },
        ]);
      await expect(orders.nth(1)).toHaveAttribute('data-appointment', code);
      await expect(orders.nth(1)).not.toContainText('En Route');
    } finally {
      await office.close();
    }
  },
);

test.describe('a driver with map tiles', () => {
  test.use({
    settings: {
      MAP_TILES_URL: 'http://tiles.example/{z}/{x}/{y}.png',
      MAP_ATTRIBUTION: 'Tile makers',
    },
  });

  test('the route map shows tiles, zooms by keyboard, and works without tiles', async ({
    page,
  }) => {
    await page.goto('/driver');
    await submitSignIn(page, DEMO.driver);
    const tile = await drawPicture(page, 'image/png');
    let answers = true;
    await page.route('http://tiles.example/**', (route) =>
      answers ? route.fulfill({ contentType: 'image/png', body: tile }) : route.abort(),
    );
    const openMap = async () => {
      await page.getByRole('button', { name: 'View Route Map' }).click();
      return page.getByRole('region', { name: 'Map of 1 dock, north up' });
    };

    const map = await openMap();
    await expect(map.locator('img.leaflet-tile-loaded').first()).toBeVisible();
    await expect(map).toContainText('Tile makers');
    const scale = map.locator('.leaflet-control-scale-line');
    const before = (await scale.textContent()) ?? '';
    await map.focus();
    await page.keyboard.press('-');
    await expect(scale).not.toHaveText(before);
    await expect(map.getByRole('button', { name: 'Zoom in' })).toHaveCSS('height', '56px');

    answers = false;
    await reload(page);
    await openMap();
    await expect(map).toContainText('Maple Island Marina');
    await expect(map.locator('img')).toHaveCount(0);
    await expect(map).not.toContainText('Tile makers');
  });
});
