/**
 * If code can't be fetched, the part that needed it shows an error, and the page keeps the typed
 * text.
 */
import type { Page } from 'playwright/test';
import { UNREACHABLE } from '@/client/lib/problem';
import { earlyTest, expect, test } from '../support/e2e';
import { deliveryCards, paymentModal } from './steps/booked-delivery';
import { letThrough } from './steps/connection';
import { enterAsCustomer } from './steps/customer';
import { fillBooking, openHome, scheduleButton } from './steps/order-form';
import { DEMO, enterAsAdmin, submitSignIn } from './steps/staff';

/** Blocks a piece of code, or answers like a server after a deployment. */
async function cut(page: Page, chunk: string, how: 'offline' | 'deployed') {
  await page.route(`**/assets/${chunk}-*`, (route) =>
    how === 'offline' ? route.abort() : route.fulfill({ status: 404, body: 'Not found' }),
  );
}

const mend = (page: Page, chunk: string) => letThrough(page, `**/assets/${chunk}-*`);
const told = (page: Page) => page.getByText(UNREACHABLE);
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' }).click();

test("a page whose code can't be fetched leaves the current page and everything typed", async ({
  page,
}) => {
  await enterAsCustomer(page);
  await page.getByLabel('Delivery Location').fill('Eagle Point');
  for (const how of ['offline', 'deployed'] as const) {
    await cut(page, 'account', how);
    await page.getByRole('link', { name: 'My Account' }).click();
    await expect(told(page)).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(page.getByLabel('Delivery Location')).toHaveValue('Eagle Point');
    // The error stays after another try without a connection.
    await retry(page);
    await expect(told(page)).toBeVisible();
    await mend(page, 'account');
    if (how === 'offline') await page.getByRole('button', { name: 'Dismiss' }).click();
  }
  await retry(page);
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
  await expect(told(page)).toBeHidden();
});

test("a dialog whose code can't be fetched opens with Retry", async ({ page }) => {
  await cut(page, 'account-dialog', 'offline');
  await openHome(page);
  await page.getByLabel('Delivery Location').fill('Eagle Point');
  for (const [button, chunk, dialog] of [
    ['Customer Support', 'support-dialog', 'Customer Support'],
    ['Login', 'account-dialog', 'Login'],
  ] as const) {
    await cut(page, chunk, 'deployed');
    await page.getByRole('button', { name: button, exact: true }).first().click();
    await expect(told(page)).toBeVisible();
    await mend(page, chunk);
    await retry(page);
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await expect(told(page)).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(page.getByLabel('Delivery Location')).toHaveValue('Eagle Point');
});

test("a booking continues with Retry if the code of one of its steps couldn't be fetched", async ({
  page,
}) => {
  const steps = ['order-resolver', 'save-payment-modal', 'sandbox-stripe'];
  for (const step of steps) await cut(page, step, 'offline');
  await enterAsCustomer(page);
  await fillBooking(page);
  await scheduleButton(page).click();
  await expect(page.getByText('Failed to create appointment')).toBeVisible();
  await expect(page.getByLabel('Slip Number')).toHaveValue('Slip 14');
  await mend(page, 'order-resolver');
  await retry(page);
  await expect(page.getByText('Failed to set up payment authorization')).toBeVisible();
  await mend(page, 'save-payment-modal');
  await retry(page);
  await expect(paymentModal(page).getByText('We couldn’t load the card form')).toBeVisible();
  await mend(page, 'sandbox-stripe');
  await retry(page);
  await expect(paymentModal(page).getByLabel('Credit or debit card number')).toBeVisible();
  await expect(deliveryCards(page)).toHaveCount(1);
});

test('a page offers a reload after a deployment and restores what was typed', async ({ page }) => {
  await enterAsCustomer(page);
  await fillBooking(page);
  const reload = async () => {
    await expect(page.getByText('This page was updated')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    await mendAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText('This page was updated')).toBeHidden();
    await expect(page.getByLabel('Slip Number')).toHaveValue('Slip 14');
  };
  const ownScript = `**${await page.locator('script[src]').first().getAttribute('src')}`;
  const cutChunks = ['account', 'support-dialog', 'order-resolver'];
  const deploy = async () => {
    for (const chunk of cutChunks) await cut(page, chunk, 'deployed');
    await page.route(ownScript, (route) =>
      route.request().method() === 'HEAD'
        ? route.fulfill({ status: 404, body: 'Not found' })
        : route.fallback(),
    );
  };
  const mendAll = async () => {
    for (const chunk of cutChunks) await mend(page, chunk);
    await letThrough(page, ownScript);
  };
  for (const press of [
    () => page.getByRole('link', { name: 'My Account' }).click(),
    () => page.getByRole('button', { name: 'Customer Support' }).first().click(),
  ]) {
    await deploy();
    await press();
    await reload();
  }
  await deploy();
  await page.reload();
  await expect(page.getByLabel('Slip Number')).toHaveValue('Slip 14');
  await scheduleButton(page).click();
  await reload();
  await expect(deliveryCards(page)).toHaveCount(0);
});

test("staff stay on their page if the next one can't be fetched", async ({ page }) => {
  await enterAsAdmin(page, '/admin');
  await cut(page, 'reports', 'deployed');
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(told(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await mend(page, 'reports');
  await retry(page);
  await expect(page).toHaveURL('/admin/reports');
});

earlyTest(
  "a driver's map shows an error in its place if it can't be fetched",
  async ({ page, product }) => {
    await cut(page, 'route-map', 'deployed');
    await page.goto(`${product.url}/driver`);
    await submitSignIn(page, DEMO.driver);
    await page.getByRole('button', { name: 'View Route Map' }).click();
    await expect(page.getByText('We couldn’t load the map')).toBeVisible();
    await mend(page, 'route-map');
    await retry(page);
    await expect(page.getByRole('region', { name: /^Map of/ })).toBeVisible();
  },
);
