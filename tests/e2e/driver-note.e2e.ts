/** A guest leaves a note for the driver, and changes it. */
import { expect, test } from '../support/e2e';
import { deliveryCards, paymentModal, saveCardButton, typeCard } from './steps/booked-delivery';
import { accountDialog } from './steps/customer';
import { fillBooking, openHome, scheduleButton } from './steps/order-form';

test('a guest leaves a note for the driver, reads it, and changes it', async ({ page }) => {
  await openHome(page);
  await fillBooking(page, { from: 2 });
  const note = page.getByLabel('Note for the Driver');
  await expect(note).toBeHidden();
  await page.getByText('Add a note').click();
  await note.fill('Gate 4711, mind the dog');
  await scheduleButton(page).click();
  await accountDialog(page).getByRole('button', { name: 'Continue as guest' }).click();
  await accountDialog(page).getByLabel('Phone').fill('269 555 0178');
  await accountDialog(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await typeCard(page, '4242424242424242', paymentModal(page));
  await saveCardButton(page).click();
  await expect(deliveryCards(page)).toHaveCount(1);
  await expect(deliveryCards(page)).toContainText('Gate 4711, mind the dog');

  await deliveryCards(page).getByRole('link', { name: 'Modify' }).click();
  // A filled note isn't folded.
  await expect(note).toHaveValue('Gate 4711, mind the dog');
  await note.fill('Ring the bell');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(deliveryCards(page)).toContainText('Ring the bell');
});
