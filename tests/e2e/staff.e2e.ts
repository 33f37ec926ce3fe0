import { cents, formatDollars } from '@/domain/money';
import { expect, movingTest as test } from '../support/e2e';
import { callApi } from './steps/api';
import { pressTwice } from './steps/connection';
import { tabTo } from './steps/keyboard';
import { showTools } from './steps/lists';
import {
  answer,
  bookAsGuest,
  call,
  cardOf,
  codeOf,
  confirmAppointment,
  enterAsAdmin,
  fillCompletion,
  scheduleAppointment,
  section,
  signInAsAdmin,
} from './steps/staff';

test('staff edit, confirm, schedule, and complete an appointment, and its card is charged once', async ({
  page,
}) => {
  await signInAsAdmin(page);
  const pending = section(page, 'Pending').getByRole('article').filter({ hasText: 'Small bags' });
  const code = await codeOf(pending.first());
  await expect(cardOf(page, code)).toContainText('Card on file');
  await expect(cardOf(page, code)).toContainText('Unpaid');

  await cardOf(page, code).getByRole('button', { name: 'Edit Details' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Appointment' });
  const preview = edit.getByRole('region', { name: 'Price preview' });
  await edit.getByLabel('Gallons', { exact: true }).fill('20.55');
  await expect(edit.getByText('Gallons must be from 0 to 500, in tenths.')).toBeVisible();
  await edit.getByLabel('Gallons', { exact: true }).fill('20.5');
  await edit.getByLabel('Small ice bags').fill('');
  await edit.getByLabel('Large ice bags').fill('1');
  await edit.getByLabel('Custom Fuel Price').fill('4.00');
  // 20.5 gallons at $4.00, one large bag, and the fee for fuel and ice: 82 + 7 + 30.
  await expect(preview.getByRole('status')).toHaveText('$119.00');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit).toBeHidden();
  await expect(cardOf(page, code)).toContainText('$119.00');
  await expect(cardOf(page, code)).toContainText('20.5');

  await confirmAppointment(page, code);
  await expect(cardOf(page, code)).toContainText('Authorized');
  await scheduleAppointment(page, code);
  await expect(cardOf(page, code)).toContainText('Dana Rivers');

  const complete = await fillCompletion(page, code, '18.4');
  const total = formatDollars(cents(184 * 40 + 700 + 3000));
  await expect(complete.getByRole('region', { name: 'Total to charge' })).toContainText(total);
  await pressTwice(
    page,
    'admin.complete',
    complete.getByRole('button', { name: 'Complete Delivery' }),
  );
  await expect(page.getByText('Service Complete & Paid')).toBeVisible();
  await expect(complete).toBeHidden();
  const done = cardOf(page, code, 'Completed');
  await expect(done).toContainText('Payment Complete');
  await expect(done).toContainText(`${total} paid with Visa ending in 4242`);
  await expect(done).toContainText('Paid by card');

  await done.getByRole('button', { name: 'Photos and History' }).click();
  const history = page.getByRole('dialog', { name: `Appointment ${code}` });
  await expect(history.getByText('Card charged')).toHaveCount(1);
  await expect(history.getByText('Completed', { exact: true }).first()).toBeVisible();
  await expect(history.getByText('Details edited')).toHaveCount(1);
  for (const label of ['Receipt Photo', 'Fuel Delivery Photo']) {
    const photo = history.getByRole('img', { name: label });
    await expect(photo).toBeVisible();
    // The photo was reduced in the browser, and again on the server.
    await expect
      .poll(() => photo.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBe(800);
  }
  const [src] = await history
    .getByRole('img', { name: 'Receipt Photo' })
    .evaluateAll((images) => images.map((img) => (img as HTMLImageElement).src));
  const asStranger = await callApi(page.request, 'GET', src ?? '', { headers: { cookie: '' } });
  expect(asStranger.ok()).toBe(false);
});

test("a file that isn't a picture is refused, and closing asks before typed text is lost", {
  tag: '@phone',
}, async ({ page }) => {
  await signInAsAdmin(page);
  const card = section(page, 'Scheduled').getByRole('article').first();
  await card.getByRole('button', { name: 'Complete Service' }).click();
  const dialog = page.getByRole('dialog', { name: 'Complete Appointment' });
  const receipt = dialog.locator('input[name="receiptPhoto"]');
  await receipt.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await expect(page.getByText('Invalid File')).toBeVisible();
  await expect(page.getByText('Please select an image file.')).toBeVisible();
  await receipt.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('a') });
  await expect(page.getByText('Upload Error')).toBeVisible();
  await expect(page.getByText('Failed to process the image. Please try again.')).toBeVisible();

  await dialog.getByLabel('Actual Gallons Delivered').fill('3');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without completing?' });
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(question).toBeHidden();
  await expect(dialog.getByLabel('Actual Gallons Delivered')).toHaveValue('3');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByRole('button', { name: 'Complete Service' })).toBeFocused();
});

test("a guest's new appointment appears, and confirming it without a card needs a reason", async ({
  page,
}) => {
  await signInAsAdmin(page);
  await showTools(page);
  await page.getByLabel('Show unfinished bookings').check();
  const location = `Guest dock ${Date.now()}`;
  await bookAsGuest(page, location);

  // The list refreshes automatically, without a reload.
  const card = section(page, 'Pending').getByRole('article').filter({ hasText: location });
  await expect(card).toBeVisible();
  await expect(card).toContainText('Guest User Booking');
  await expect(card).toContainText('This appointment was booked without an account.');
  await expect(card).toContainText('(269) 555-0188');
  await expect(card).toContainText('No card');
  const code = await codeOf(card);

  await card.getByRole('button', { name: 'Confirm' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm without a card?' });
  await dialog.getByRole('button', { name: 'Confirm Anyway' }).click();
  await expect(dialog.getByText('Please enter a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Pays cash, known to us');
  await dialog.getByRole('button', { name: 'Confirm Anyway' }).click();
  await expect(cardOf(page, code, 'Confirmed')).toContainText('Pays cash, known to us');

  await page.getByRole('searchbox').fill('zzz nobody');
  await expect(page.getByText('No pending appointments found')).toBeVisible();
  await expect(page.getByText('No completed appointments found')).toBeVisible();
  await page.getByRole('searchbox').fill(code);
  await expect(section(page, 'Confirmed').getByRole('article')).toHaveCount(1);

  await cardOf(page, code).getByRole('button', { name: 'Cancel' }).click();
  const cancel = page.getByRole('dialog', { name: `Cancel appointment ${code}?` });
  await cancel.getByLabel('Reason').fill('Test is over');
  await cancel.getByRole('button', { name: 'Cancel Appointment' }).click();
  // The delivery is no longer open work, but a search finds it with its history.
  const gone = page.getByRole('region', { name: 'Cancelled (1)' }).getByRole('article');
  await expect(gone.getByRole('button')).toHaveCount(3);
  await expect(gone.getByRole('button', { name: 'Messages' })).toBeVisible();
  await expect(gone.getByRole('button', { name: 'Record Delivery' })).toBeVisible();
  await gone.getByRole('button', { name: 'Photos and History' }).click();
  const history = page.getByRole('dialog', { name: `Appointment ${code}` });
  await expect(history.getByText('Test is over')).toBeVisible();
});

test('an empty delivery is completed without a charge', { tag: '@phone' }, async ({ page }) => {
  await enterAsAdmin(page, '/admin');
  const { id, publicCode } = await bookAsGuest(page, 'No one there');
  await call(page, 'admin.confirm', { id, noCardReason: 'Pays cash' });
  await call(page, 'admin.schedule', { id });
  await page.goto(`/admin?q=${publicCode}`);
  await cardOf(page, publicCode).getByRole('button', { name: 'Complete Service' }).click();
  await page.getByLabel('Actual Gallons Delivered').fill('0');
  await page.getByRole('button', { name: 'Complete Delivery' }).click();
  await answer(page, 'Charge nothing?', 'Charge Nothing');
  await expect(page.getByText('Service Completed')).toBeVisible();
  await expect(page.getByText('There was nothing to charge.')).toBeVisible();
  await expect(cardOf(page, publicCode, 'Completed')).toBeVisible();
});

test('a failed change shows its error and leaves the card in its section', {
  tag: '@phone',
}, async ({ page }) => {
  await signInAsAdmin(page);
  const card = section(page, 'Confirmed').getByRole('article').first();
  await page.route('**/api/trpc/admin.schedule**', (route) => route.abort());
  await card.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByText('Update Failed')).toBeVisible();
  await expect(page.getByText('Failed to update the appointment. Please try again.')).toBeVisible();

  await page.route('**/api/trpc/*admin.previewPrice**', (route) => route.abort());
  await card.getByRole('button', { name: 'Edit Details' }).click();
  await expect(page.getByText('Error calculating price preview')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.route('**/api/trpc/admin.complete**', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: 'bad gateway' }),
  );
  const scheduled = section(page, 'Scheduled').getByRole('article').first();
  await scheduled.getByRole('button', { name: 'Complete Service' }).click();
  await page.getByRole('button', { name: 'Complete Delivery' }).click();
  await expect(page.getByText('Completion Failed')).toBeVisible();
  await expect(page.getByText(/^Failed to complete the appointment: /)).toBeVisible();
});

test('staff confirm, schedule, and complete a delivery with the keyboard alone @keyboard', async ({
  page,
}) => {
  const { keyboard } = page;
  await enterAsAdmin(page, '/admin');
  const code = await codeOf(section(page, 'Pending').getByRole('article').first());
  for (const name of ['Confirm', 'Schedule', 'Complete Service']) {
    await tabTo(cardOf(page, code).getByRole('button', { name, exact: true }));
    await keyboard.press('Enter');
  }
  await expect(page.getByLabel('Actual Gallons Delivered')).toBeFocused();
  await tabTo(page.getByRole('button', { name: 'Complete Delivery' }));
  await keyboard.press('Enter');
  await expect(cardOf(page, code, 'Completed')).toContainText('Payment Complete');
  await expect(page.locator(':focus')).toBeVisible();
});
