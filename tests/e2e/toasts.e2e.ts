/** A toast never covers what a person needs next: Login, a wrong field, or a new delivery's code. */
import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { bookWithCard } from './steps/booked-delivery';
import { enterAsCustomer } from './steps/customer';
import { fillBooking, openHome, scheduleButton, unfold } from './steps/order-form';

/** True if a press on the middle of an element reaches it. */
const isOnTop = (target: Locator) =>
  target.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    const at = document.elementFromPoint(x + width / 2, y + height / 2);
    return at !== null && (node.contains(at) || at.contains(node));
  });

/** Waits for a toast, and keeps it open. */
async function keepToast(page: Page, text: string) {
  const card = page.locator('.toast-card').filter({ hasText: text });
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Dismiss' }).focus();
}

const SIZES = {
  phone: [390, 844],
  'small phone': [320, 568],
  tablet: [820, 1180],
  desk: [1440, 900],
};

const eachSize = Object.entries(SIZES).map(([device, [width = 0, height = 0]]) => ({
  device,
  viewport: { width, height },
}));

test('Login is free right after Logout, at every size', async ({ page }) => {
  await enterAsCustomer(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await keepToast(page, 'Signed Out');
  const login = page.getByRole('banner').getByRole('button', { name: 'Login' });
  for (const { device, viewport } of eachSize) {
    await page.setViewportSize(viewport);
    await expect.poll(() => isOnTop(login), { message: device }).toBe(true);
  }
});

test('a wrong field and the button below it stay free, at every size', async ({ page }) => {
  await openHome(page);
  await fillBooking(page);
  await unfold(page, 'Add ice');
  const bags = page.getByRole('spinbutton', { name: 'Small Ice Bags' });
  await bags.fill('9999');
  const card = page.locator('.toast-card');
  for (const { device, viewport } of eachSize) {
    await page.setViewportSize(viewport);
    await scheduleButton(page).click();
    await expect(card).toBeVisible();
    await expect(bags).toBeFocused();
    await expect(bags).toBeInViewport();
    await card.hover();
    await expect.poll(() => isOnTop(bags), { message: device }).toBe(true);
    await expect.poll(() => isOnTop(scheduleButton(page)), { message: device }).toBe(true);
    await card.getByRole('button', { name: 'Dismiss' }).click();
    await expect(card).toBeHidden();
  }
});

for (const { device, viewport } of eachSize) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test("a new delivery's title and code stay free", async ({ page }) => {
      await enterAsCustomer(page);
      const code = await bookWithCard(page);
      await keepToast(page, 'Appointment Confirmed!');
      const booked = page.getByRole('region', { name: 'Your delivery is booked' });
      const title = booked.getByRole('heading', { name: 'Your delivery is booked' });
      await expect(title).toBeInViewport();
      await expect.poll(() => isOnTop(title)).toBe(true);
      await expect.poll(() => isOnTop(booked.getByText(code))).toBe(true);
    });
  });
}
