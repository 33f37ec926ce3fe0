/** How much a booking asks of a thumb: counted in the page itself. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import {
  bookWithCard,
  canBeUsed,
  deliveryCards,
  enterAsCustomer,
  paymentModal,
  saveCardButton,
  scheduleButton,
} from './steps/customer';

type Count = { taps: number; fields: Set<string> };

/** Counts the taps of the page from now on, and names the fields that are typed into. */
async function counted(page: Page): Promise<Count> {
  const count: Count = { taps: 0, fields: new Set() };
  await page.exposeFunction('countTap', () => {
    count.taps += 1;
  });
  await page.exposeFunction('countKey', (field: string) => count.fields.add(field));
  await page.addInitScript(() => {
    const { countTap, countKey } = window as unknown as {
      countTap: () => void;
      countKey: (field: string) => void;
    };
    addEventListener('pointerdown', () => countTap(), true);
    const nameOf = (field: EventTarget | null) =>
      field instanceof HTMLInputElement
        ? (field.ariaLabel ?? field.labels?.[0]?.textContent ?? '')
        : 'no field';
    addEventListener('keydown', ({ target }) => countKey(nameOf(target)), true);
  });
  return count;
}

test('a stranger books with nine taps, and types only a place, a phone number and a card', async ({
  page,
}) => {
  const count = await counted(page);
  await page.goto('/');
  await canBeUsed(page);
  const type = async (field: ReturnType<Page['getByLabel']>, text: string) => {
    await field.click();
    await page.keyboard.type(text);
  };
  await type(page.getByLabel('Delivery Location'), 'Eagle Point Marina');
  await page.getByRole('button', { name: '20 gallons' }).click();
  await type(page.getByLabel('Your phone'), '2695550177');
  await scheduleButton(page).click();
  const modal = paymentModal(page);
  await type(modal.getByLabel('Credit or debit card number'), '4242424242424242');
  await type(modal.getByLabel('Credit or debit card expiration date'), '1234');
  await type(modal.getByLabel('Credit or debit card CVC/CVV'), '123');
  await type(modal.getByLabel('ZIP Code'), '49047');
  await saveCardButton(page).click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  expect(count.taps).toBeLessThanOrEqual(9);
  expect([...count.fields].sort()).toEqual([
    'Credit or debit card CVC/CVV',
    'Credit or debit card expiration date',
    'Credit or debit card number',
    'Delivery Location',
    'Your phone',
    'ZIP Code',
  ]);
});

test('whoever has booked before books the same again with two taps, and types nothing', async ({
  page,
}) => {
  const count = await counted(page);
  await enterAsCustomer(page);
  await bookWithCard(page, { gallons: '20', small: 1 });
  await page.reload();
  await canBeUsed(page);
  count.taps = 0;
  count.fields.clear();
  const again = page.getByRole('region', { name: 'Same as last time' });
  await expect(again).toContainText('Eagle Point Marina, Dowagiac, Slip 14');
  await expect(again).toContainText('20 gal Regular, 1 small ice bag');
  await expect(again).toContainText('Visa ending in 4242');
  // 20 × $4.10, a small bag, and the fee for fuel and ice.
  await expect(again).toContainText('$117.00');
  await again.getByRole('button', { name: 'Book again' }).click();
  await paymentModal(page).getByRole('button', { name: 'Use This Card' }).click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  expect([count.taps, ...count.fields]).toEqual([2]);
  await expect(deliveryCards(page)).toHaveCount(2);
  await expect(deliveryCards(page).last()).toContainText('20 gal');
});

test('what was booked last fills the form, where each piece of it can be changed', async ({
  page,
}) => {
  await enterAsCustomer(page);
  await bookWithCard(page, { gallons: '20' });
  await page.reload();
  await canBeUsed(page);
  await page.getByRole('button', { name: 'Change it first' }).click();
  await expect(page.getByLabel('Estimated Gallons')).toHaveValue('20');
  await expect(page.getByLabel('Slip Number')).toHaveValue('Slip 14');
  await page.getByRole('button', { name: '40 gallons' }).click();
  await scheduleButton(page).click();
  await paymentModal(page).getByRole('button', { name: 'Use This Card' }).click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  await expect(deliveryCards(page).filter({ hasText: '40 gal' })).toHaveCount(1);
});
