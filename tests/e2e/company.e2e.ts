/** Tests how the owner names the company, and that customers see it everywhere. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { bookWithCard } from './steps/booked-delivery';
import { boxAtRest, expectFitPhoneAndDesk } from './steps/boxes';
import { enterAsCustomer } from './steps/customer';
import { callsOf } from './steps/driver';
import { reload } from './steps/history';
import { DEMO, drawPicture, enterAsAdmin } from './steps/staff';

const NAME = 'Sister Lakes Fuel & Ice';
const POLICY = 'Please cancel by 6 PM the day before.';

/** Returns every text, name, and tag of the page that has the usual name. */
const usualNamesIn = (page: Page) =>
  page.evaluate(() =>
    [
      document.title,
      document.body.textContent,
      ...[...document.querySelectorAll('meta, [aria-label], [alt], [title]')].map(
        (one) =>
          one.getAttribute('content') ?? one.getAttribute('aria-label') ?? one.getAttribute('alt'),
      ),
    ].filter((text) => text?.includes('Dockside')),
  );

test('the owner names the company, and a visitor finds only that name', async ({
  page,
  browser,
  product,
}) => {
  await enterAsAdmin(page, '/admin/settings');
  const panel = page.getByRole('region', { name: 'Company', exact: true });
  await expect(panel.getByLabel('Company Name')).toHaveValue('Dockside');
  const preview = panel.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Dockside: Your driver is on the way.');
  await panel.getByLabel('Sender Email Address').fill('orders');
  await panel.getByLabel('Company Name').fill(NAME);
  await panel.getByLabel('License Line').fill('Michigan license 12345');
  await panel.getByLabel('Cancellation Policy').fill(POLICY);
  await expect(preview).toContainText(NAME);
  await expect(preview).toContainText('Michigan license 12345');
  await panel.getByRole('button', { name: 'Save Company' }).click();
  await expect(panel.getByText('valid email address')).toBeVisible();
  await panel.getByLabel('Sender Email Address').fill('orders@sisterlakes.example');
  await panel.getByRole('button', { name: 'Save Company' }).click();
  await expect(page.getByText('Company Saved')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: `${NAME}, home` })).toBeVisible();
  await expect(page).toHaveTitle(`Settings | ${NAME}`);
  await expect(panel.getByRole('link', { name: 'Support Settings' })).toHaveAttribute(
    'href',
    '/admin?tab=support',
  );
  await axeFindsNothing(page);
  await expectFitPhoneAndDesk(page);
  await panel.screenshot({ path: test.info().outputPath('settings-desk.png') });
  await page.setViewportSize({ width: 390, height: 844 });
  await panel.screenshot({ path: test.info().outputPath('settings-phone.png') });

  const visitor = await (await browser.newContext()).newPage();
  for (const width of [390, 1440]) {
    await visitor.setViewportSize({ width, height: 900 });
    for (const path of ['/', '/schedule', '/terms', '/admin-login', '/nowhere']) {
      await visitor.goto(path);
      await expect(
        visitor.getByRole('banner').getByRole('link', { name: `${NAME}, home` }),
      ).toBeVisible();
      await expect(visitor).toHaveTitle(path === '/' ? new RegExp(`^${NAME}: `) : / \| Sister/);
      expect(await usualNamesIn(visitor)).toEqual([]);
    }
    await visitor.goto('/');
    await expect(visitor.getByRole('contentinfo')).toContainText('Michigan license 12345');
    await visitor.screenshot({ path: test.info().outputPath(`home-${width}.png`) });
  }
  for (const [path, name] of [
    ['/dockside.webmanifest', NAME],
    ['/driver.webmanifest', `${NAME} Driver`],
  ]) {
    const manifest = await (await visitor.request.get(`${product.url}${path}`)).json();
    expect(manifest.name).toBe(name);
    expect(JSON.stringify(manifest)).not.toContain('Dockside');
  }
  const html = await (await visitor.request.get(product.url)).text();
  expect(html).toContain('property="og:site_name" content="Sister Lakes Fuel &amp; Ice"');
  const [, share = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
  expect(share).toBe(`${product.url}/share-plain.png`);
  expect((await visitor.request.get(`${product.url}/share-plain.png`)).ok()).toBe(true);
});

test('a customer’s booking, receipt, calendar, and emails have the company’s name', async ({
  page,
  browser,
  product,
}) => {
  const owner = callsOf(await browser.newContext(), product.url);
  await owner.call('auth.adminLogin', DEMO.admin);
  await owner.call('admin.changeBusinessSettings', {
    companyName: NAME,
    cancellationPolicy: POLICY,
    licenseLine: 'Michigan license 12345',
  });
  await enterAsCustomer(page);
  const code = await bookWithCard(page);
  const booked = page.getByRole('region', { name: 'Your delivery is booked' });
  await expect(booked).toContainText(POLICY);
  const download = page.waitForEvent('download');
  await booked.getByRole('button', { name: 'Add to Calendar' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain(`SUMMARY:${NAME}: `);
  expect(file).not.toContain('Dockside');

  const list = await callsOf(page, product.url).ask('booking.list');
  const { id } = list.find((one: { publicCode: string }) => one.publicCode === code);
  await owner.call('admin.confirm', { id });
  await owner.call('admin.schedule', { id });
  await owner.call('admin.complete', { id, actualGallons: 10 });
  const receipt = await page.request.get(`${product.url}/api/receipts/${id}`);
  expect((await receipt.body()).toString('latin1')).not.toContain('Dockside');
  await expect(async () => {
    const mail = await (await page.request.get(`${product.url}/dev/mailbox`)).text();
    expect(mail).toContain(`Cancellation: ${POLICY}`);
    expect(mail).toContain('Sister Lakes Fuel &amp; Ice\nFuel and ice delivered');
  }).toPass();
});

test('the owner’s logo is next to the name for everyone, and a press removes it', async ({
  page,
  browser,
}) => {
  await enterAsAdmin(page, '/admin/settings');
  const panel = page.getByRole('region', { name: 'Logo' });
  const png = await drawPicture(page, 'image/png');
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: png };
  await panel.locator('input[type=file]').last().setInputFiles(file);
  await expect(page.getByText('Logo Saved')).toBeVisible();
  const inHeader = (on: Page) =>
    on
      .getByRole('banner')
      .getByRole('link', { name: /, home$/ })
      .locator('img');
  await expect(inHeader(page)).toHaveAttribute('src', /^\/photos\/\w{32}\.jpg$/);
  await panel.screenshot({ path: test.info().outputPath('logo-panel.png') });

  const visitor = await (await browser.newContext()).newPage();
  for (const width of [390, 1440]) {
    await visitor.setViewportSize({ width, height: 900 });
    await visitor.goto('/');
    await expect(inHeader(visitor)).toHaveAttribute('src', /^\/photos\//);
    await expect
      .poll(() => inHeader(visitor).evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(0);
    const { height } = await boxAtRest(inHeader(visitor));
    expect(height).toBe(34);
    await visitor.screenshot({ path: test.info().outputPath(`logo-${width}.png`) });
  }
  await panel.getByRole('button', { name: /^Remove/ }).click();
  await expect(page.getByText('Logo Removed')).toBeVisible();
  await reload(visitor);
  await expect(inHeader(visitor)).toHaveAttribute('src', '/favicon.svg');
});

test("the owner changes a message's wording, and returns to the default", async ({ page }) => {
  await enterAsAdmin(page, '/admin/settings');
  await page.getByText('All messages').click();
  const open = page.getByRole('button', { name: 'Text: Delivery Link Replaced' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Text: Delivery Link Replaced' });
  const text = dialog.getByRole('textbox', { name: 'Text' });
  await text.fill('Here is your new link:');
  await dialog.getByRole('button', { name: 'Save Message' }).click();
  await expect(dialog).toContainText('Add {window} or {day}, so that customers know');
  await text.press('End');
  await text.pressSequentially(' for ');
  await dialog.getByRole('button', { name: '{day}' }).click();
  await expect(text).toHaveValue('Here is your new link: for {day}');
  await expect(text).toBeFocused();
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Here is your new link: for Sat, Jun 13 http');
  await expect(preview).toContainText(/\d+ of 160 characters/);
  await axeFindsNothing(page);
  await expectFitPhoneAndDesk(page);
  await dialog.getByRole('button', { name: 'Save Message' }).click();
  await expect(page.getByText('Message Saved')).toBeVisible();
  await expect(open).toContainText('Changed');

  await open.click();
  await expect(dialog).toContainText('Last changed by Alex Harbor');
  await dialog.getByRole('button', { name: 'Reset to Default' }).click();
  await expect(page.getByText('Message Reset')).toBeVisible();
  await expect(open).not.toContainText('Changed');
  await open.click();
  await expect(text).toHaveValue('Your new delivery link for {day}:');
});
