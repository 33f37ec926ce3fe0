/** Counts the taps that a booking and a delivery need, in the page itself. */
import type { Locator, Page } from 'playwright/test';
import { earlyTest, expect } from '../support/e2e';
import {
  bookWithCard,
  deliveryCards,
  openDelivery,
  paymentModal,
  saveCardButton,
} from './steps/booked-delivery';
import { boxAtRest, watchPlace } from './steps/boxes';
import { enterAsCustomer } from './steps/customer';
import { callsOf, giveAppointment } from './steps/driver';
import { canBeUsed, type Order, scheduleButton } from './steps/order-form';
import { DEMO, submitSignIn } from './steps/staff';

type Count = { taps: number; keys: number; fields: Set<string> };

/** Counts the page's taps and keys from now on, and records which fields are typed into. */
async function counted(page: Page): Promise<Count> {
  const count: Count = { taps: 0, keys: 0, fields: new Set() };
  await page.exposeFunction('countTap', () => {
    count.taps += 1;
  });
  await page.exposeFunction('countKey', (field: string) => {
    count.keys += 1;
    count.fields.add(field);
  });
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

/** Fills the form in nine taps at most: the place is found, and the rest is typed without a detour. */
async function orderAtEaglePoint(page: Page) {
  await page.getByLabel('Delivery Location').click();
  await page.keyboard.type('ea');
  await page.getByRole('option', { name: 'Eagle Point' }).first().click();
  await page.getByRole('button', { name: '20 gallons' }).click();
  await page.getByLabel('Your Phone').click();
  await page.keyboard.type('2695550177');
  await scheduleButton(page).click();
}

// The form itself selects today's first time slot, which must not close during these tests.
earlyTest(
  'a visitor books with nine taps and 40 keys: a location, a phone number, and a card',
  async ({ page }) => {
    const count = await counted(page);
    await page.goto('/');
    await canBeUsed(page);
    await orderAtEaglePoint(page);
    await paymentModal(page).getByLabel('Credit or debit card number').click();
    // Each complete field leads to the next one.
    await page.keyboard.type('4242424242424242');
    await page.keyboard.type('1234');
    await page.keyboard.type('123');
    await page.keyboard.type('49047');
    await saveCardButton(page).click();
    await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
    expect(count.taps).toBeLessThanOrEqual(9);
    expect(count.keys).toBeLessThanOrEqual(40);
    expect([...count.fields].sort()).toEqual([
      'Credit or debit card CVC/CVV',
      'Credit or debit card expiration date',
      'Credit or debit card number',
      'Delivery Location',
      'Your Phone',
      'ZIP Code',
    ]);
  },
);

earlyTest('a visitor with a wallet books with nine taps and 14 keys', async ({ page }) => {
  const count = await counted(page);
  await page.goto('/');
  await canBeUsed(page);
  await orderAtEaglePoint(page);
  await paymentModal(page).getByRole('button', { name: 'Pay with Test Wallet' }).click();
  await page
    .getByRole('dialog', { name: 'Test Wallet' })
    .getByRole('button', { name: 'Visa 4242' })
    .click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  expect(count.taps).toBeLessThanOrEqual(9);
  expect(count.keys).toBeLessThanOrEqual(14);
});

/** A customer books in a tab and closes it. They return in the other one, without a confirmation. */
async function bookInAnotherTab(page: Page, order: Order) {
  const first = await page.context().newPage();
  await enterAsCustomer(first);
  await bookWithCard(first, order);
  await first.close();
}

earlyTest(
  'a returning customer books the same order with two taps and no typing',
  async ({ page }) => {
    const count = await counted(page);
    await bookInAnotherTab(page, { gallons: '20', small: 1 });
    await page.goto('/');
    await canBeUsed(page);
    count.taps = 0;
    count.fields.clear();
    const again = page.getByRole('region', { name: 'Same as last time' });
    await expect(again).toContainText('Eagle Point Marina, Dowagiac, Slip 14');
    await expect(again).toContainText('20 gal Regular, 1 small ice bag');
    await expect(again).toContainText('Visa ending in 4242');
    // 20 gallons at $4.10, a small bag, and the fee for fuel and ice.
    await expect(again).toContainText('$117.00');
    await again.getByRole('button', { name: 'Book Again' }).click();
    await paymentModal(page).getByRole('button', { name: 'Use This Card' }).click();
    await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
    expect([count.taps, ...count.fields]).toEqual([2]);
    await expect(deliveryCards(page)).toHaveCount(2);
    await openDelivery(deliveryCards(page).last());
    await expect(deliveryCards(page).last()).toContainText('20 gal');
  },
);

earlyTest('the "Same as last time" buttons stay in place', async ({ page }) => {
  const again = page.getByRole('region', { name: 'Same as last time' });
  const offer = '[aria-labelledby="same-again"]';
  const places = await watchPlace(page, `${offer} button:last-of-type`, offer);
  await bookInAnotherTab(page, { gallons: '20' });
  await page.goto('/');
  await expect(again).toContainText('Visa ending in 4242');
  await expect(again).toContainText('Total');
  await expect.poll(places).toHaveLength(1);
});

earlyTest('the last order fills the form, and each part can be changed', async ({ page }) => {
  await bookInAnotherTab(page, { gallons: '20' });
  await page.goto('/');
  await canBeUsed(page);
  await page.getByRole('button', { name: 'Edit First' }).click();
  await expect(page.locator('[data-field="date"]:checked')).toBeFocused();
  await expect(page.getByLabel('Estimated Gallons')).toHaveValue('20');
  await expect(page.getByLabel('Slip Number')).toHaveValue('Slip 14');
  await page.getByRole('button', { name: '40 gallons' }).click();
  await scheduleButton(page).click();
  await paymentModal(page).getByRole('button', { name: 'Use This Card' }).click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  await expect(deliveryCards(page)).toHaveCount(2);
  for (const card of await deliveryCards(page).all()) await openDelivery(card);
  await expect(deliveryCards(page).filter({ hasText: '40 gal' })).toHaveCount(1);
});

/** The time to find and press the next button with gloves. */
const SECONDS_FOR_A_TAP = 3;

/** Presses what's visible where a thumb would, without scrolling. */
async function tap(page: Page, target: Locator): Promise<void> {
  const box = await boxAtRest(target);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

earlyTest(
  'a driver makes a whole delivery with six taps and 20 seconds of screen time, without waiting for an answer',
  async ({ browser, page, product }) => {
    const office = await browser.newContext();
    try {
      const staff = callsOf(office, product.url);
      const { id, publicCode } = await giveAppointment(staff);
      const { deliveries } = await staff.ask('driver.day', {});
      const demo = deliveries.find((one: { publicCode: string }) => one.publicCode !== publicCode);
      await staff.call('admin.complete', { id: demo.id, actualGallons: 25 });
      const count = await counted(page);
      await page.goto(`${product.url}/driver`);
      await submitSignIn(page, DEMO.driver);
      const card = page.locator(`[data-appointment="${publicCode}"]`);
      await expect(card).toBeVisible();
      await page.context().setOffline(true);
      count.taps = 0;
      count.fields.clear();
      const button = (name: string) => card.getByRole('button', { name, exact: true });
      await tap(page, button('Mark En Route'));
      for (const key of ['1', '0', '.', '5']) await tap(page, button(key));
      await expect(card.getByLabel('Actual Gallons Delivered')).toHaveValue('10.5');
      await tap(page, button('Complete'));
      await expect(card).toContainText('Completed on this device');
      expect(count.taps).toBeLessThanOrEqual(6);
      expect(count.taps * SECONDS_FOR_A_TAP).toBeLessThanOrEqual(20);
      expect([...count.fields]).toEqual([]);
      await page.context().setOffline(false);
      await expect(page.getByRole('region', { name: 'Done today (2)' })).toContainText(
        '10.5 gallons',
      );
      const told = async () => (await staff.ask('admin.appointment', { id })).appointment;
      await expect.poll(told).toMatchObject({ status: 'completed', actualGallonsTenths: 105 });
    } finally {
      await office.close();
    }
  },
);
