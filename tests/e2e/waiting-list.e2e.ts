/** Guests join the waiting list of a full window, and take or decline the spot that opens. */
import { type APIRequestContext, type Browser, type Page, request } from 'playwright/test';
import { addDays, formatLongDate } from '@/domain/dates';
import { test as base, expect } from '../support/e2e';
import { todayIn, zoneOfNoon } from '../support/zones';
import { axeFindsNothing } from './steps/axe';
import { deliveryCards, paymentModal, saveCardButton, typeCard } from './steps/booked-delivery';
import { callsOf } from './steps/driver';
import { canBeUsed } from './steps/order-form';
import { DEMO } from './steps/staff';

const TIME = '10:00 AM - 12:00 PM';
const ORDER = {
  time: TIME,
  location: 'Eagle Point Marina, Dowagiac',
  fuelType: 'Regular',
  canType: 'boat',
  smallIceBags: 0,
  largeIceBags: 0,
};
const FIRST = '(269) 555-0178';
const SECOND = '(269) 555-0179';

type Window = {
  date: string;
  /** Cancels the only delivery of the window. */
  free: () => Promise<unknown>;
};

// Offers are only made during the day.
const test = base.extend<{ full: Window }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs here.
  settings: async ({}, use) => use({ BUSINESS_TIME_ZONE: zoneOfNoon() }),
  /** A window whose only spot is booked. */
  full: async ({ product }, use) => {
    const context: APIRequestContext = await request.newContext();
    const staff = callsOf({ request: context }, product.url);
    const date = addDays(todayIn(zoneOfNoon()), 5);
    await staff.call('auth.adminLogin', DEMO.admin);
    await staff.call('admin.setTimeSlotCapacity', { date, time: TIME, capacity: 1 });
    const id = 'only-delivery-of-the-window';
    await staff.call('admin.bookForCustomer', {
      ...{ ...ORDER, id, date, estimatedGallons: '20' },
      ...{ customerName: 'Kim Caller', customerPhone: '(269) 555-0177' },
    });
    await use({ date, free: () => staff.call('admin.cancel', { id }) });
    await context.dispose();
  },
});

/** Opens the page that the link in a person's text opens. */
async function openText(page: Page, phone: string, words: RegExp) {
  const text = page
    .locator('article')
    .filter({ hasText: `To +1${phone.replace(/\D/g, '')}` })
    .filter({ hasText: words });
  await expect(async () => {
    await page.goto('/dev/mailbox');
    await expect(text.first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await text.first().getByRole('link', { name: /\/w\// }).click();
  await canBeUsed(page);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const choose = (page: Page, value: string) =>
  page
    .locator('label')
    .filter({ has: page.locator(`input[value="${value}"]`) })
    .click();

/** Confirms the place in line by the link in the text. */
async function confirmPlace(page: Page, phone: string, place: string) {
  await openText(page, phone, /Confirm your place on our waiting list/);
  await page.getByRole('button', { name: 'Confirm My Place' }).click();
  await expect(heading(page, 'You’re on the waiting list')).toBeVisible();
  await expect(page.getByText(`You’re ${place} in line.`)).toBeVisible();
}

const OFFERED = /Spot open/;

test('a guest joins by a text, takes the spot that opens, and sees the delivery', async ({
  page,
  full,
}) => {
  await page.goto('/w/new');
  await canBeUsed(page);
  await choose(page, full.date);
  await choose(page, TIME);
  await page.getByLabel('Delivery Location').fill(ORDER.location);
  await page.getByLabel('Estimated Gallons').fill('25');
  await page.getByLabel('Your Phone').fill(FIRST);
  await axeFindsNothing(page);
  await page.getByRole('button', { name: 'Join Waiting List' }).click();
  await expect(page.getByText('Check your texts')).toBeVisible();
  await confirmPlace(page, FIRST, 'first');
  await expect(page.getByText(formatLongDate(full.date))).toBeVisible();
  await axeFindsNothing(page);

  await full.free();
  await openText(page, FIRST, OFFERED);
  await expect(heading(page, 'A spot is open for you')).toBeVisible();
  await axeFindsNothing(page);
  await page.getByRole('button', { name: 'Take This Spot' }).click();
  await expect(paymentModal(page)).toContainText('$0.00');
  await typeCard(page, '4242424242424242');
  await saveCardButton(page).click();
  await expect(heading(page, 'Your delivery is booked')).toBeVisible();
  await page.goto('/');
  await expect(deliveryCards(page)).toHaveCount(1);
  await expect(deliveryCards(page)).toContainText('Eagle Point Marina');
});

/** Joins without the form and confirms by the text. */
async function inLine(page: Page, { date }: Window, [phone, place]: [string, string]) {
  const { call } = callsOf(page, new URL(page.url()).origin);
  await call('waiting.join', { ...ORDER, date, customerPhone: phone, estimatedGallons: 20 });
  await confirmPlace(page, phone, place);
}

async function onAnotherPhone(page: Page, browser: Browser) {
  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    viewport: { width: 390, height: 844 },
  });
  const other = await context.newPage();
  await other.goto('/dev/mailbox');
  return other;
}

test('a guest declines an offer, and the spot goes to the next in line', async ({
  page,
  browser,
  full,
}) => {
  await page.goto('/dev/mailbox');
  await inLine(page, full, [FIRST, 'first']);
  const other = await onAnotherPhone(page, browser);
  await inLine(other, full, [SECOND, 'second']);
  await full.free();
  await openText(page, FIRST, OFFERED);
  await page.getByRole('button', { name: 'No, Thanks' }).click();
  await expect(heading(page, 'You declined this spot')).toBeVisible();
  await openText(other, SECOND, OFFERED);
  await expect(other.getByRole('button', { name: 'Take This Spot' })).toBeVisible();

  // The link of the first offer shows that it ended.
  await openText(page, FIRST, OFFERED);
  await expect(heading(page, 'You declined this spot')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join Again' })).toBeVisible();
  await axeFindsNothing(page);
  await other.context().close();
});

test('a customer finds the entry in the account settings and leaves the list', async ({
  page,
  product,
  full,
}) => {
  const { call } = callsOf(page, product.url);
  await call('auth.login', DEMO.customer);
  await call('waiting.join', { ...ORDER, date: full.date, estimatedGallons: 20 });
  await page.goto('/account?tab=preferences');
  await canBeUsed(page);
  const own = page.getByRole('region', { name: 'Your waiting list' });
  await expect(own).toContainText('You’re first in line');
  await axeFindsNothing(page);
  await own.getByRole('button', { name: 'Leave Waiting List' }).click();
  await expect(page.getByText('Left Waiting List')).toBeVisible();
  await expect(own).toHaveCount(0);
});
