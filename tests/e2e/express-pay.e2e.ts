/** A wallet saves a card and pays a balance. The sandbox's test wallet replaces a real one. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import {
  bookWithCard,
  deliveryCards,
  paymentModal,
  saveCardButton,
  typeCard,
} from './steps/booked-delivery';
import { boxAtRest } from './steps/boxes';
import { enterAsCustomer } from './steps/customer';
import { deliverTenGallons } from './steps/driver';
import { fillBooking, scheduleButton } from './steps/order-form';

const walletButton = (page: Page) => page.getByRole('button', { name: 'Pay with Test Wallet' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Test Wallet' });
const confirmed = (page: Page) => page.getByText('Appointment Confirmed!');

/** Opens the card dialog for a new booking. */
async function reachCard(page: Page, from = 3) {
  await fillBooking(page, { from });
  await scheduleButton(page).click();
  await expect(paymentModal(page)).toBeVisible();
}

test('a wallet saves the card, and the consent is next to the button', async ({ page }) => {
  await enterAsCustomer(page);
  await reachCard(page);
  await expect(paymentModal(page)).toContainText(
    'You allow Dockside to charge this card after delivery',
  );
  await expect(paymentModal(page).getByRole('link', { name: 'terms' })).toHaveAttribute(
    'href',
    '/terms',
  );
  await walletButton(page).click();
  await sheet(page).getByRole('button', { name: 'Visa 4242' }).click();
  await expect(confirmed(page)).toBeVisible();
  await expect(deliveryCards(page)).toContainText('Visa ending in 4242');
});

test('a closed sheet, a decline, and a failed check by the bank leave the dialog usable', async ({
  page,
}) => {
  await enterAsCustomer(page);
  await reachCard(page);
  await walletButton(page).click();
  await sheet(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(saveCardButton(page)).toBeEnabled();

  await walletButton(page).click();
  await sheet(page)
    .getByRole('button', { name: /declined\)/ })
    .first()
    .click();
  await expect(paymentModal(page).getByText('Your card was declined.')).toBeVisible();

  await walletButton(page).click();
  await sheet(page)
    .getByRole('button', { name: /asks the bank/ })
    .click();
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(paymentModal(page).getByText('We are unable to authenticate')).toBeVisible();

  // After two refusals, the next try has to wait a few seconds.
  const complete = page.getByRole('button', { name: 'Complete authentication' });
  await expect(async () => {
    await walletButton(page).click();
    await sheet(page)
      .getByRole('button', { name: /asks the bank/ })
      .click();
    await expect(complete).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await complete.click();
  await expect(confirmed(page)).toBeVisible();
  await expect(deliveryCards(page)).toContainText('Visa ending in 3184');
});

test('a double press opens one sheet and saves one card', async ({ page }) => {
  await enterAsCustomer(page);
  await reachCard(page);
  const confirmations: string[] = [];
  page.on('request', (request) => {
    if (/setup_intents\/[^/]+\/confirm/.test(request.url())) confirmations.push(request.url());
  });
  await walletButton(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(sheet(page)).toHaveCount(1);
  await sheet(page)
    .getByRole('button', { name: 'Visa 4242' })
    .evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
  await expect(confirmed(page)).toBeVisible();
  expect(confirmations).toHaveLength(1);
});

test('a wallet pays a balance after a decline', async ({ page }) => {
  await enterAsCustomer(page);
  await bookWithCard(page, { gallons: '10', from: 3 }, '4000000000000341');
  await deliverTenGallons(page);
  const card = deliveryCards(page).first();
  await card.getByRole('button', { name: 'Pay', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay balance' });
  await walletButton(page).click();
  await sheet(page)
    .getByRole('button', { name: /\(declined\)/ })
    .click();
  await expect(dialog.getByText('Your card was declined.').first()).toBeVisible();
  await walletButton(page).click();
  await sheet(page).getByRole('button', { name: 'Visa 4242' }).click();
  await expect(page.getByText('Payment Received')).toBeVisible();
  await expect(card).toContainText('paid with Visa ending in 4242');
});

test('without a wallet, the fields have no gap above them and stay where they are', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('stripe-sandbox.wallets', 'none'));
  await enterAsCustomer(page);
  await reachCard(page);
  await expect(walletButton(page)).toHaveCount(0);
  await expect(page.getByText('or enter a card')).toHaveCount(0);
  await typeCard(page, '4242424242424242');
  const field = paymentModal(page).getByLabel('Credit or debit card number');
  await boxAtRest(field);
  await saveCardButton(page).click();
  await expect(confirmed(page)).toBeVisible();
});

test('a card that isn’t kept is used once and isn’t listed', async ({ page }) => {
  await enterAsCustomer(page);
  await reachCard(page);
  await typeCard(page, '4242424242424242');
  await paymentModal(page)
    .getByRole('checkbox', { name: 'Keep this card for next time' })
    .uncheck();
  await saveCardButton(page).click();
  await expect(confirmed(page)).toBeVisible();
  const cards = await page.request.get('/api/trpc/account.cards');
  expect((await cards.json()).result.data.json).toEqual([]);
});

test('a card is kept if the customer changes their mind after a declined one', async ({ page }) => {
  await enterAsCustomer(page);
  await reachCard(page);
  const keep = paymentModal(page).getByRole('checkbox', { name: 'Keep this card for next time' });
  await typeCard(page, '4000000000000002');
  await keep.uncheck();
  await saveCardButton(page).click();
  await expect(paymentModal(page).getByText('Your card was declined.')).toBeVisible();
  await keep.check();
  await typeCard(page, '4242424242424242');
  await saveCardButton(page).click();
  await expect(confirmed(page)).toBeVisible();
  const cards = await page.request.get('/api/trpc/account.cards');
  expect((await cards.json()).result.data.json).toMatchObject([{ last4: '4242' }]);
});
