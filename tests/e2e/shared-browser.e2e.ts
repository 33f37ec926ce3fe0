/** Tests several guests and a customer on one browser, such as a tablet in a marina's office. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import {
  codesShown,
  deliveries,
  deliveryCards,
  openDelivery,
  paymentModal,
  saveCardButton,
  typeCard,
} from './steps/booked-delivery';
import { whileCallFails } from './steps/connection';
import { logIn, newCustomer, register } from './steps/customer';
import { goBack, reload } from './steps/history';
import { canBeUsed, fillBooking, openHome, scheduleButton } from './steps/order-form';

const ANNA = '(269) 555-1111';
const BERT = '(269) 555-2222';

/**
 * Books as a guest with a phone number, in a form that may show another one.
 * @returns the code
 */
async function bookWith(page: Page, phone: string): Promise<string> {
  const known = await codesShown(page);
  await fillBooking(page);
  await page.getByLabel('Your Phone').fill(phone);
  await scheduleButton(page).click();
  await expect(paymentModal(page)).toBeVisible();
  await typeCard(page, '4242424242424242');
  await saveCardButton(page).click();
  await expect(paymentModal(page)).toBeHidden();
  await expect(deliveryCards(page)).toHaveCount(known.length + 1);
  const code = (await codesShown(page)).find((one) => !known.includes(one));
  return code ?? '';
}

async function bothBook(page: Page): Promise<{ annas: string; berts: string }> {
  await openHome(page);
  const annas = await bookWith(page, ANNA);
  const berts = await bookWith(page, BERT);
  return { annas, berts };
}

const cardOf = (page: Page, code: string) => page.locator(`article[data-appointment="${code}"]`);
const question = (page: Page) => page.getByRole('dialog', { name: /^Remove .* from this browser/ });
const left = (page: Page) =>
  deliveries(page).getByText(/guest deliver(y isn’t|ies aren’t) in your account/);

async function copied(page: Page): Promise<string> {
  await expect(page.getByText('Link Copied')).toBeVisible();
  return new URL(await page.evaluate(() => navigator.clipboard.readText())).pathname;
}

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
});

test('each guest’s delivery has its own link and buttons, and can be removed from the browser', async ({
  page,
}) => {
  const { annas, berts } = await bothBook(page);
  await reload(page);
  await expect(deliveryCards(page)).toHaveCount(2);
  const links = [];
  for (const code of [annas, berts]) {
    await openDelivery(cardOf(page, code));
    await cardOf(page, code).getByRole('button', { name: 'Copy Link' }).click();
    links.push(await copied(page));
    await page.locator('.toast-card').getByRole('button').click();
  }
  expect(new Set(links).size).toBe(2);
  await axeFindsNothing(page);

  await cardOf(page, annas).getByRole('link', { name: 'Modify' }).click();
  // The home page also has a field with that name.
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  await page.getByLabel('Estimated Gallons').fill('12');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(cardOf(page, annas)).toContainText('12 gal');
  await openDelivery(cardOf(page, berts));
  await expect(cardOf(page, berts)).toContainText('25 gal');

  const removeAnnas = cardOf(page, annas).getByRole('button', { name: /^Remove / });
  await removeAnnas.click();
  await expect(question(page)).toContainText(`${annas} stays booked`);
  await axeFindsNothing(page);
  await question(page).getByRole('button', { name: 'Keep Delivery' }).click();
  await expect(deliveryCards(page)).toHaveCount(2);
  await whileCallFails(page, 'booking.removeFromBrowser', async () => {
    await removeAnnas.click();
    await question(page).getByRole('button', { name: 'Remove Delivery' }).click();
    await expect(page.getByText('Not Removed')).toBeVisible();
  });
  await removeAnnas.click();
  await question(page).getByRole('button', { name: 'Remove Delivery' }).click();
  await expect(deliveryCards(page)).toHaveCount(1);
  await reload(page);
  await expect(cardOf(page, berts)).toBeVisible();
  await expect(deliveryCards(page)).toHaveCount(1);

  // The delivery stays booked. Anyone who has its link and the phone number's last digits can get
  // it back.
  const isListed = page.waitForResponse('**/api/trpc/booking.manage');
  await page.goto(links[0] ?? '');
  await expect(page.getByRole('region', { name: 'Received' })).toBeVisible();
  await isListed;
  await page.goto('/');
  await expect(deliveryCards(page)).toHaveCount(2);
  await deliveries(page).getByRole('button', { name: 'Remove All From This Browser' }).click();
  await question(page).getByRole('button', { name: 'Remove Deliveries' }).click();
  await expect(page.getByRole('region', { name: 'How it works' })).toBeVisible();
  await expect(page.getByLabel('Your Phone')).toHaveValue('');
  // Back opens the delivery's own page, which doesn't list the delivery here again.
  await goBack(page);
  await expect(page).toHaveURL(links[0] ?? '');
  await expect(page.getByRole('region', { name: 'Received' })).toBeVisible();
  await page.goto('/');
  await canBeUsed(page);
  await expect(page.getByRole('region', { name: 'How it works' })).toBeVisible();
});

test("a stranger who registers gets neither delivery, and Logout leaves nobody's data behind", async ({
  page,
}) => {
  const { annas, berts } = await bothBook(page);
  const carl = { ...newCustomer(), phone: '(269) 555-3333' };
  await register(page, carl);
  await expect(left(page)).toHaveText('2 guest deliveries aren’t in your account');
  await expect(deliveryCards(page)).toHaveCount(0);
  await reload(page);
  await expect(left(page)).toBeVisible();
  await expect(deliveryCards(page)).toHaveCount(0);
  await axeFindsNothing(page);
  await deliveries(page)
    .getByRole('button', { name: `Copy Link for ${annas}` })
    .click();
  const annasLink = await copied(page);
  await page.goto(annasLink);
  await page.getByRole('link', { name: 'Change or Cancel Delivery' }).click();
  await expect(cardOf(page, annas)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel Delivery' }).click();
  await expect(page.getByRole('dialog', { name: 'Is this your delivery?' })).toBeVisible();

  await reload(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'How it works' })).toBeVisible();
  await expect(page.getByLabel('Your Phone')).toHaveValue('');
  // The browser's record of the session's owner now says that nobody is signed in. The other tabs read it.
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage)))
    .toEqual(['dockside.session-of']);
  await reload(page);
  await canBeUsed(page);
  await expect(page.getByRole('region', { name: 'How it works' })).toBeVisible();
  await expect(page.locator('main')).not.toContainText(berts);
  await page.goto(annasLink);
  await expect(page.getByRole('region', { name: 'Received' })).toBeVisible();
});

test('a guest who registers or signs in gets only their own delivery', async ({ page }) => {
  const { annas, berts } = await bothBook(page);
  const anna = { ...newCustomer(), phone: '+1 269 555 1111' };
  await register(page, anna);
  await expect(page.getByText(`We added your delivery ${annas} to your account.`)).toBeVisible();
  await expect(cardOf(page, annas)).toBeVisible();
  await expect(deliveryCards(page)).toHaveCount(1);
  await expect(left(page)).toHaveText('1 guest delivery isn’t in your account');
  await expect(cardOf(page, annas).getByRole('button', { name: 'Copy Link' })).toHaveCount(0);
  await deliveries(page).getByRole('button', { name: 'Remove From This Browser' }).click();
  await expect(question(page)).toContainText(`${berts} stays booked`);
  await question(page).getByRole('button', { name: 'Remove Delivery' }).click();
  await expect(left(page)).toBeHidden();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('region', { name: 'How it works' })).toBeVisible();
  await page.goto('/');
  const second = await bookWith(page, ANNA);
  await logIn(page, anna);
  await expect(page.getByText(`Welcome back! We added your delivery ${second}`)).toBeVisible();
  await expect(deliveryCards(page)).toHaveCount(2);
});

test('Logout removes everything about guests after the session expired', async ({ page }) => {
  await openHome(page);
  await bookWith(page, ANNA);
  await register(page, { ...newCustomer(), phone: '(269) 555-3333' });
  await expect(left(page)).toBeVisible();
  await page.context().clearCookies({ name: 'dockside_session' });
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'How it works' })).toBeVisible();
  await reload(page);
  await canBeUsed(page);
  await expect(page.getByRole('region', { name: 'How it works' })).toBeVisible();
});
