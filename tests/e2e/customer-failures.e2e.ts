/**
 * Tests a booking in which every step fails once. The customer sees the error and continues from
 * there.
 */
import { UNREACHABLE } from '@/client/lib/problem';
import { expect, test } from '../support/e2e';
import { callApi } from './steps/api';
import {
  deliveries,
  deliveryCards,
  paymentModal,
  saveCardButton,
  typeCard,
} from './steps/booked-delivery';
import { letThrough, whileCallFails } from './steps/connection';
import { enterAsCustomer } from './steps/customer';
import { reload } from './steps/history';
import { EMPTY_HOME, fillBooking, scheduleButton, times, unfold } from './steps/order-form';

test('every failed step shows its error and can be tried again', async ({ page, request }) => {
  const whileFails = (call: string, play: () => Promise<void>) => whileCallFails(page, call, play);

  // Calls made together share a request, so all of them fail. Only the weather's error is checked.
  await whileFails('*weather.forecast*', async () => {
    await page.goto(EMPTY_HOME);
    await expect(page.getByText('Failed to fetch weather').first()).toBeVisible();
  });
  await enterAsCustomer(page);

  await unfold(page, 'Use a promo code');
  await page.getByLabel('Promo Code').fill('DOCKTEST');
  await whileFails('booking.validatePromo', async () => {
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Validation Error')).toBeVisible();
    await expect(page.getByText('Failed to validate promo code')).toBeVisible();
  });
  await page.getByLabel('Promo Code').fill('');

  // Another customer books the time slot, and this page isn't notified.
  const lost = await fillBooking(page, { from: 5 });
  await whileFails('slots.window', async () => {
    const order = {
      ...lost,
      location: 'Elsewhere',
      estimatedGallons: 5,
      customerPhone: '2695550111',
    };
    const booked = await callApi(request, 'POST', '/api/appointments', { data: order });
    expect(booked.ok()).toBe(true);
    await scheduleButton(page).click();
    await expect(page.getByText('Booking Failed')).toBeVisible();
    await expect(
      page.getByText('Unable to schedule your appointment. Please select a different time.'),
    ).toBeVisible();
  });

  await fillBooking(page, { from: 6 });
  await whileFails('booking.create', async () => {
    await scheduleButton(page).click();
    await expect(page.getByText('Failed to create appointment')).toBeVisible();
  });
  await whileFails('booking.createPaymentAuthorization', async () => {
    await scheduleButton(page).click();
    await expect(page.getByText('Failed to set up payment authorization')).toBeVisible();
  });
  await scheduleButton(page).click();
  await typeCard(page, '4242424242424242');
  await saveCardButton(page).click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  await expect(deliveryCards(page)).toHaveCount(1);

  await whileFails('booking.createPaymentAuthorization', async () => {
    await deliveries(page).getByRole('button', { name: 'Change Card' }).click();
    await expect(page.getByText('Failed to create setup intent')).toBeVisible();
  });
  await deliveries(page).getByRole('button', { name: 'Change Card' }).click();
  await typeCard(page, '5555555555554444');
  await saveCardButton(page).click();
  await expect(page.getByText('Card Changed')).toBeVisible();
  await expect(paymentModal(page)).toBeHidden();

  await whileFails('booking.cancel', async () => {
    await deliveries(page).getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel Delivery' }).click();
    await expect(page.getByText('Cancellation Failed')).toBeVisible();
    await expect(
      page.getByText('Unable to cancel your appointment. Please try again.'),
    ).toBeVisible();
  });
  await deliveries(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel Delivery' }).click();
  await expect(page.getByText('Appointment Cancelled')).toBeVisible();
  await expect(deliveryCards(page)).toHaveCount(0);
});

test('pressing again after a completed booking got a 503 finds the same booking', async ({
  page,
}) => {
  await enterAsCustomer(page);
  const timeSlot = await fillBooking(page, { from: 8 });
  const message =
    'We don’t know yet whether this went through. Check in a few seconds before you try again.';
  const data = { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, reason: 'unavailable', field: null };
  // The database stores the booking, but the page never gets the answer.
  await page.route('**/api/trpc/booking.create?**', async (route) => {
    await route.fetch();
    await route.fulfill({
      status: 503,
      json: { error: { json: { message, code: -32603, data } } },
    });
  });
  await scheduleButton(page).click();
  await expect(page.getByText('Failed to create appointment')).toBeVisible();
  await expect(page.getByText(message)).toBeVisible();
  await letThrough(page, '**/api/trpc/booking.create?**');

  // The page doesn't show its own time slot as taken by another customer.
  await expect(times(page).and(page.locator(`[value="${timeSlot.time}"]`))).toBeChecked();
  await scheduleButton(page).click();
  await typeCard(page, '4242424242424242');
  await saveCardButton(page).click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  await expect(deliveryCards(page)).toHaveCount(1);
});

test("a dialog whose code can't be fetched shows an error and opens at the next press", async ({
  page,
}) => {
  const press = async (button: string, chunk: string, dialog: string) => {
    const opener = page.getByRole('button', { name: button, exact: true }).first();
    await page.route(`**/assets/${chunk}-*`, (route) => route.abort());
    await opener.click();
    await expect(page.getByText(UNREACHABLE).first()).toBeVisible();
    await letThrough(page, `**/assets/${chunk}-*`);
    await opener.click();
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await reload(page);
  };
  await page.goto('/');
  await press('Customer Support', 'support-dialog', 'Customer Support');
  await press('Login', 'account-dialog', 'Login');
  await enterAsCustomer(page);
  await press('Delivery History', 'history-dialog', 'Delivery History');
  await press('Profile & Preferences', 'profile-dialog', 'User Profile & Preferences');
});
