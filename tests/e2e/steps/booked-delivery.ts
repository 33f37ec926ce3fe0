/** A customer books with a card and finds the delivery in the list. */
import { expect, type Locator, type Page } from 'playwright/test';
import { accountDialog } from './customer';
import { fillBooking, type Order, openHome, scheduleButton } from './order-form';

/** The Save Payment Method modal. */
export const paymentModal = (page: Page) =>
  page.getByRole('dialog', { name: 'Save Payment Method' });

/** Types a card into the modal, or into another dialog with a card form. Nothing is sent. */
export async function typeCard(page: Page, number: string, modal = paymentModal(page)) {
  const newCard = modal.getByRole('radio', { name: 'New card' });
  const field = modal.getByLabel('Credit or debit card number');
  // A customer with saved cards sees those first.
  await expect(newCard.or(field).first()).toBeVisible();
  if (await newCard.isVisible()) await newCard.check();
  await field.fill(number);
  await modal.getByLabel('Credit or debit card expiration date').fill('12 / 34');
  await modal.getByLabel('Credit or debit card CVC/CVV').fill('123');
  await modal.getByLabel('ZIP Code').fill('49047');
}

export const saveCardButton = (page: Page) =>
  paymentModal(page).getByRole('button', { name: 'Save Card' });

/** The Scheduled Deliveries panel and its cards. */
export const deliveries = (page: Page) =>
  page.getByRole('region', { name: 'Scheduled Deliveries' });
export const deliveryCards = (page: Page) => deliveries(page).getByRole('article');

/** Opens a delivery's row if it's closed. A single delivery starts open. */
export async function openDelivery(card: Locator): Promise<void> {
  await expect(card).toBeVisible();
  const row = card.getByRole('button', { expanded: false });
  if (await row.isVisible()) await row.click();
}

/**
 * Books as a signed-in customer who has the order form open: fills the form, schedules, saves a
 * card (default: 4242), returns to /, and finds the delivery in the list.
 * @returns its code
 */
export async function bookWithCard(
  page: Page,
  order: Order = {},
  number = '4242424242424242',
): Promise<string> {
  const known = new Set(await codesShown(page));
  await fillBooking(page, order);
  await scheduleButton(page).click();
  // A customer with a boat is asked whether the fuel really goes into cans.
  const question = page.getByRole('dialog', { name: 'Put the fuel into cans?' });
  await expect(paymentModal(page).or(question)).toBeVisible();
  if (await question.isVisible()) {
    await question.getByRole('button', { name: 'Put It Into Cans' }).click();
  }
  await expect(paymentModal(page)).toBeVisible();
  await typeCard(page, number);
  await saveCardButton(page).click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  await expect(paymentModal(page)).toBeHidden();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(deliveryCards(page)).toHaveCount(known.size + 1);
  const code = (await codesShown(page)).find((shown) => !known.has(shown));
  if (!code) throw new Error('the new delivery is not listed');
  return code;
}

/** A visitor opens the home page and books with a phone number and the card 4242. */
export async function bookAsStranger(page: Page): Promise<void> {
  await openHome(page);
  await fillBooking(page);
  await scheduleButton(page).click();
  await accountDialog(page).getByRole('button', { name: 'Continue as guest' }).click();
  await accountDialog(page).getByLabel('Phone').fill('269 555 0178');
  await accountDialog(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(paymentModal(page)).toBeVisible();
  await typeCard(page, '4242424242424242');
  await saveCardButton(page).click();
  await expect(deliveryCards(page)).toHaveCount(1);
}

/** The public codes of all listed deliveries. */
export function codesShown(page: Page): Promise<string[]> {
  return deliveryCards(page).evaluateAll((cards) =>
    cards.map((card) => card.getAttribute('data-appointment') ?? ''),
  );
}
