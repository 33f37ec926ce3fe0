import { expect, test } from '../support/e2e';
import { letThrough } from './steps/connection';
import { fillDay } from './steps/day';
import { callsOf } from './steps/driver';
import { reload } from './steps/history';
import { enterAsAdmin } from './steps/staff';

test('a booking with a lost answer is made once, and staff see if it was changed since', async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin');
  await page.getByRole('button', { name: 'New Booking' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Booking' });
  await dialog.getByRole('radio', { name: 'Guest' }).check();
  await dialog.getByLabel('Phone').fill('269 555 0178');
  await dialog.getByLabel('Date').selectOption({ index: 8 });
  await dialog.getByLabel('Time Window').selectOption({ index: 2 });
  await dialog.getByLabel('Location').fill('Plover Bay');
  await dialog.getByLabel('Gallons').fill('15');
  const book = dialog.getByRole('button', { name: 'Book', exact: true });
  await page.route(/admin\.bookForCustomer/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await book.click();
  await expect(dialog.getByText('We couldn’t reach our server.')).toBeVisible();
  await letThrough(page, /admin\.bookForCustomer/);
  await dialog.getByLabel('Gallons').fill('16');
  await book.click();
  await expect(dialog.getByText('already booked with your earlier entries')).toBeVisible();
  await dialog.getByLabel('Gallons').fill('15');
  await book.click();
  await expect(page.getByRole('article').getByText('Plover Bay')).toBeVisible();
});

test('staff book for a caller with an account, and for a guest in a full time slot with a reason', async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin');
  await page.getByRole('button', { name: 'New Booking' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Booking' });
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(
    dialog.getByText('Please select a customer, or enter a guest’s phone'),
  ).toBeVisible();
  // No time slot is selected yet, so none is full.
  await expect(dialog.getByLabel('Reason for Overbooking')).toHaveCount(0);
  await dialog.getByRole('searchbox').fill('555 0117');
  await dialog.getByRole('button', { name: /^Sam Waters/ }).click();
  const dates = dialog.getByLabel('Date');
  await dates.selectOption({ index: 7 });
  const date = await dates.inputValue();
  const order = async (location: string) => {
    await dialog.getByLabel('Time Window').selectOption({ index: 2 });
    await dialog.getByLabel('Location').fill(location);
    await dialog.getByLabel('Gallons').fill('20.5');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  };
  await order('Osprey Point');
  await expect(page).toHaveURL(new RegExp(`day=${date}`));
  await expect(page.getByText(/^D-\w+ Booked$/)).toBeVisible();
  await expect(page.getByRole('article').getByText('Osprey Point')).toBeVisible();
  await page
    .getByRole('button', { name: /^Close( Panel)?$/ })
    .last()
    .click();

  await page.getByRole('button', { name: 'New Booking' }).click();
  await dialog.getByRole('radio', { name: 'Guest' }).check();
  await dialog.getByLabel('Phone').fill('269 555 0177');
  await dialog.getByLabel('Date').selectOption(date);
  await order('Heron Cove');
  const reason = dialog.getByLabel('Reason for Overbooking');
  await reason.fill('A regular customer.');
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  const card = page.getByRole('article').filter({ hasText: 'Heron Cove' });
  await expect(card).toContainText('Overbooked window: A regular customer.');

  // It moves to a window with room, and back into the full one with another reason.
  const move = page.getByRole('dialog', { name: 'Reschedule' });
  const moveTo = async (index: number) => {
    await card.getByRole('button', { name: 'Reschedule' }).click();
    await move.getByLabel('Time Window').selectOption({ index });
  };
  const send = move.getByRole('button', { name: 'Reschedule' });
  await moveTo(2);
  await expect(move.getByLabel('Reason for Overbooking')).toHaveCount(0);
  await send.click();
  await expect(card).not.toContainText('Overbooked window');
  await moveTo(1);
  await send.click();
  await expect(move.getByText('Enter a reason for overbooking')).toBeVisible();
  await move.getByLabel('Reason for Overbooking').fill('The committee boat.');
  await send.click();
  await expect(card).toContainText('Overbooked window: The committee boat.');
});

test("a caller’s boat and dock take one tap each, and a guest's are typed", async ({ page }) => {
  await enterAsAdmin(page, '/admin');
  await page.getByRole('button', { name: 'New Booking' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Booking' });
  await dialog.getByRole('searchbox').fill('555 0117');
  await dialog.getByRole('button', { name: /^Sam Waters/ }).click();
  // The usual ones are selected automatically.
  await expect(dialog.getByRole('radio', { name: /^Second Wind/ })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: /^Maple Island Marina/ })).toBeChecked();
  await expect(dialog.getByLabel('Location')).toHaveValue('Maple Island Marina');
  await expect(dialog.getByLabel('Slip Number')).toHaveValue('Slip 12');
  await dialog.getByRole('radio', { name: /^Blue Heron/ }).check();
  await expect(dialog.getByLabel('Fuel', { exact: true })).toHaveValue('Premium');
  await expect(dialog.getByText('Never fill with Regular.')).toBeVisible();
  await dialog.getByLabel('Fill up').check();
  await expect(dialog.getByText('up to 32 gallons.')).toBeVisible();
  await expect(dialog.getByLabel('Gallons')).toBeHidden();
  await dialog.getByLabel('Date').selectOption({ index: 7 });
  await dialog.getByLabel('Time Window').selectOption({ index: 2 });
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  const card = page.getByRole('complementary', { name: 'Appointment' }).getByRole('article');
  await expect(card).toContainText('Blue Heron');
  await expect(card).toContainText('2580');
  await page
    .getByRole('button', { name: /^Close( Panel)?$/ })
    .last()
    .click();

  await page.getByRole('button', { name: 'New Booking' }).click();
  await dialog.getByRole('searchbox').fill('555 0117');
  await dialog.getByRole('button', { name: /^Sam Waters/ }).click();
  await expect(dialog.getByLabel('Location')).toHaveValue('Maple Island Marina');
  // A different address isn't that dock anymore, and a guest has no docks.
  await dialog.getByLabel('Location').fill('Maple Island');
  await expect(dialog.getByRole('radio', { name: 'Another dock' })).toBeChecked();
  await dialog.getByLabel('Location').fill('maple island marina');
  await expect(dialog.getByRole('radio', { name: /^Maple Island Marina/ })).toBeChecked();
  await dialog.getByLabel('Location').fill('Maple Island');
  await dialog.getByRole('radio', { name: 'Guest' }).check();
  await expect(dialog.getByRole('radio', { name: /^Second Wind/ })).toHaveCount(0);
  await dialog.getByLabel('Phone').fill('269 555 0177');
  await dialog.getByText('Boat, tank, gate code, and note').click();
  await dialog.getByLabel('Boat').fill('Last Call');
  await dialog.getByLabel('Tank').fill('45');
  await dialog.getByLabel('Location').fill('Heron Cove');
  await dialog.getByLabel('Gate code').fill('4711');
  await dialog.getByLabel('Note for the Driver').fill('Ring the bell');
  await dialog.getByLabel('Fill up').check();
  await expect(dialog.getByText('up to 45 gallons.')).toBeVisible();
  await dialog.getByLabel('Small ice bags').fill('-1');
  await dialog.getByLabel('Date').selectOption({ index: 8 });
  await dialog.getByLabel('Time Window').selectOption({ index: 2 });
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(
    dialog.getByText('Small ice bags must be a whole number from 0 to 50.', { exact: true }),
  ).toBeVisible();
  await dialog.getByLabel('Small ice bags').fill('1');
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  for (const text of ['Heron Cove', 'Last Call', '4711', 'Ring the bell']) {
    await expect(card).toContainText(text);
  }
});

test('a guest who ordered before is found by phone, and the first open date is chosen', async ({
  page,
  product,
}) => {
  const calls = callsOf(page, product.url);
  await enterAsAdmin(page, '/admin');
  await fillDay(calls, 12, [0], {
    customerName: 'Marcy Pike',
    customerPhone: '269 555 7788',
    customerEmail: '',
    location: 'Plover Bay',
    slipNumber: '9',
  });
  const { strip, today } = await calls.ask('admin.day', {});
  // Today can't be booked anymore.
  await calls.call('admin.blockDays', { from: today, to: today });
  await reload(page);
  await page.getByRole('button', { name: 'New Booking' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Booking' });
  await expect(dialog.getByLabel('Date')).toHaveValue(
    strip.find((day: { date: string; open: number }) => day.date > today && day.open > 0).date,
  );
  await dialog.getByRole('searchbox').fill('5557788');
  await dialog.getByRole('button', { name: /^Marcy Pike.*Plover Bay, Slip 9/ }).click();
  await expect(dialog.getByRole('radio', { name: 'Guest' })).toBeChecked();
  await expect(dialog.getByLabel('Phone')).toHaveValue('269 555 7788');
  await expect(dialog.getByLabel('Location')).toHaveValue('Plover Bay');
  const windows = dialog.getByLabel('Time Window');
  const open = windows.locator('option:enabled', { hasText: /PM$/ }).first();
  await windows.selectOption((await open.textContent()) ?? '');
  await dialog.getByLabel('Gallons').fill('15');
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  const card = page.getByRole('complementary', { name: 'Appointment' }).getByRole('article');
  await expect(card).toContainText('Marcy Pike');
  await expect(card).toContainText('Plover Bay');
});

test('staff type a caller’s number as soon as the booking form opens', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterAsAdmin(page, '/admin');
  const { guests } = await fillDay(callsOf(page, product.url), 9, [0], {
    customerName: 'Reg Caller',
    customerPhone: '269-555-0199',
    customerEmail: '',
  });
  expect(guests).toHaveLength(1);
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New Booking' });
  await expect(dialog.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('2695550199');
  await dialog.getByRole('button', { name: /^Reg Caller/ }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('Reg Caller');
  // Arrow keys go through the kinds and back without moving to the search box.
  await dialog.getByRole('radio', { name: 'Guest' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByRole('radio', { name: 'Existing customer' })).toBeFocused();
});

test('the total stays visible next to the button that books, on any screen', async ({ page }) => {
  await enterAsAdmin(page, '/admin');
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'New Booking' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Booking' });
    await dialog.getByLabel('Gallons').fill('20');
    await dialog.getByRole('radio', { name: 'Guest' }).focus();
    await dialog.locator('[data-dialog-body]').evaluate((body) => body.scrollTo(0, 0));
    const total = dialog.getByText('Estimated total');
    await expect(total).toBeInViewport({ ratio: 1 });
    await expect(total.locator('..')).toContainText(/\$\d+\.\d\d/);
    await expect(dialog.getByRole('button', { name: 'Book', exact: true })).toBeInViewport();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
