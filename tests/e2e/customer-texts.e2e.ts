/** A guest with only a phone number is texted from the booking to the receipt. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { bookAsStranger, codesShown } from './steps/booked-delivery';
import { expectFitPhoneAndDesk } from './steps/boxes';
import { callsOf } from './steps/driver';
import { reload } from './steps/history';
import { canBeUsed } from './steps/order-form';
import { DEMO, enterAsAdmin } from './steps/staff';

/** Opens the mailbox once it has a text, and returns that text. */
async function findText(page: Page, words: RegExp) {
  const text = page
    .locator('article')
    .filter({ hasText: 'To +12695550178' })
    .filter({ hasText: words });
  await expect(async () => {
    await page.goto('/dev/mailbox');
    await expect(text.first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  return text.first();
}

const link = { name: /\/d\// };
const textsChoice = (page: Page) => page.getByLabel('Text me about this delivery');
/** Opens the app's page of a delivery, which has the choice about texts. */
async function openAll(page: Page) {
  await page.getByRole('link', { name: 'Change or Cancel Delivery' }).click();
  await expect(textsChoice(page)).toBeVisible();
}

test('a guest opens each text’s link, and turns texts off', async ({ page, browser, product }) => {
  await bookAsStranger(page);
  const [code = ''] = await codesShown(page);
  const booked = await findText(page, /Delivery booked for .* Reply STOP to opt out\./);
  await booked.getByRole('link', link).click();
  await canBeUsed(page);
  await expect(page.getByText(code).first()).toBeVisible();
  await openAll(page);
  await expect(textsChoice(page)).toBeChecked();

  const [{ id }] = await callsOf(page, product.url).ask('booking.list');
  const staff = await browser.newContext();
  const { call } = callsOf({ request: staff.request }, product.url);
  await call('auth.adminLogin', DEMO.admin);
  await call('admin.confirm', { id });
  await call('admin.schedule', { id });
  await call('driver.enRoute', { id });
  const underWay = await findText(page, /is on the way/);
  await underWay.getByRole('link', link).click();
  await canBeUsed(page);
  await expect(page.getByText('on the way').first()).toBeVisible();

  await call('admin.complete', { id, actualGallons: 10 });
  const receipt = await findText(page, /We delivered 10 gal.* Total \$\d+\.\d\d\. Receipt:/);
  await receipt.getByRole('link', link).click();
  await canBeUsed(page);
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await expect(textsChoice(page)).toHaveCount(0);
  await staff.close();
});

test('a guest’s reply is answered from Needs attention, and both see it', async ({
  page,
  browser,
}) => {
  await bookAsStranger(page);
  const [code = ''] = await codesShown(page);
  const booked = await findText(page, /Delivery booked for/);
  await booked.getByLabel('Reply as the customer').fill('The gate is locked');
  await booked.getByRole('button', { name: 'Send Reply' }).click();
  await expect(page).toHaveURL(/mailbox/);

  const staff = await browser.newPage();
  await enterAsAdmin(staff, '/admin/review');
  const item = staff.getByRole('article', { name: `Customer replied ${code}` });
  await expect(item).toContainText('“The gate is locked”');
  await item.getByRole('button', { name: 'Answer' }).click();
  const dialog = staff.getByRole('dialog', { name: /^Messages with/ });
  const thread = dialog.getByRole('region', { name: 'Messages' });
  await expect(thread.getByText('The gate is locked')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send Message' }).click();
  await expect(dialog.getByText('Enter your message.')).toBeVisible();
  await dialog.getByLabel('Your Message').fill('We’ll call you at the gate.');
  await expectFitPhoneAndDesk(staff);
  await dialog.getByRole('button', { name: 'Send Message' }).click();
  await expect(staff.getByText('Message Sent')).toBeVisible();
  await expect(item).toHaveCount(0);
  await expect(await findText(page, /We'll call you at the gate\./)).toBeVisible();
  await staff.close();
});

test('a guest who turns texts off for a delivery is called instead', async ({
  page,
  browser,
  product,
}) => {
  await bookAsStranger(page);
  const [code = ''] = await codesShown(page);
  const booked = await findText(page, /Delivery booked for/);
  await booked.getByRole('link', link).click();
  await canBeUsed(page);
  await openAll(page);
  await textsChoice(page).click();
  await expect(page.getByText('Texts Turned Off')).toBeVisible();
  await reload(page);
  await expect(textsChoice(page)).not.toBeChecked();

  const [{ id }] = await callsOf(page, product.url).ask('booking.list');
  const desk = await (await browser.newContext({ baseURL: product.url })).newPage();
  await enterAsAdmin(desk, '/admin');
  await callsOf({ request: desk.request }, product.url).call('admin.confirm', { id });
  const today = desk.getByRole('region', { name: 'Today' });
  await today.getByRole('link', { name: '1 customer to call' }).click();
  const line = desk.getByRole('article', { name: code });
  await expect(line).toContainText('(269) 555-0178');
  await expect(line).toContainText('We couldn’t reach this customer by email or text');
  await expect(line.getByRole('link', { name: 'Call Customer' })).toHaveAttribute(
    'href',
    /^tel:.*2695550178/,
  );
  await expectFitPhoneAndDesk(desk);
  await line.getByRole('button', { name: 'Mark Called' }).click();
  await expect(desk.getByText('No customers to call')).toBeVisible();
  await desk.getByRole('button', { name: 'Undo' }).last().click();
  await expect(line).toBeVisible();
  await line.getByRole('button', { name: 'Mark Called' }).press('Enter');
  await expect(desk.getByRole('region', { name: 'Recently called' })).toContainText(
    `${code}: marked by Alex Harbor`,
  );
  await desk.goto('/admin');
  await expect(today.getByRole('listitem').first()).toBeVisible();
  await expect(today.getByRole('link', { name: 'to call' })).toHaveCount(0);
  await desk.context().close();
});
