/** A customer with a house account books without a card. */
import { openBeside } from '../support/beside';
import { expect, test } from '../support/e2e';
import { bookWithCard, deliveryCards, openDelivery, paymentModal } from './steps/booked-delivery';
import { expectFitPhoneAndDesk } from './steps/boxes';
import { enterAsCustomer } from './steps/customer';
import { reload } from './steps/history';
import { fillBooking, scheduleButton } from './steps/order-form';

test('the last order can be booked again without a card', async ({ page, product }) => {
  const { username } = await enterAsCustomer(page);
  await bookWithCard(page, { gallons: '20' });
  const again = page.getByRole('region', { name: 'Same as last time' });
  await page.getByRole('button', { name: 'Book Another Delivery' }).click();
  await expect(again).toContainText('Visa ending in 4242');
  const database = openBeside(product.folder);
  await database.execute({
    sql: `insert into house_accounts (user_id, terms_days, bill_to, created_at, updated_at)
      select id, 30, 'Maple Marina', 0, 0 from users where username = ?`,
    args: [username],
  });
  database.close();
  await reload(page);
  await expect(again).toContainText('20 gal Regular');
  await expect(again).not.toContainText('Visa');
});

test('the form shows whom we bill, and the booking needs no card', async ({ page, product }) => {
  const { username } = await enterAsCustomer(page);
  const database = openBeside(product.folder);
  await database.execute({
    sql: `insert into house_accounts (user_id, terms_days, bill_to, created_at, updated_at)
      select id, 30, 'Maple Marina, 1 Lake Road', 0, 0 from users where username = ?`,
    args: [username],
  });
  database.close();
  await reload(page);
  await expect(
    page.getByText('We’ll bill Maple Marina, 1 Lake Road after delivery.'),
  ).toBeVisible();
  await expectFitPhoneAndDesk(page);
  await fillBooking(page);
  await scheduleButton(page).click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  await expect(paymentModal(page)).toBeHidden();
  const [card] = await deliveryCards(page).all();
  await openDelivery(card ?? deliveryCards(page));
  await expect(deliveryCards(page)).toContainText('House account');
  await expect(page.getByText('We’ll bill it by invoice.').first()).toBeVisible();
});
