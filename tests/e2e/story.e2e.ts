import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cents, formatDollars } from '@/domain/money';
import { openBeside } from '../support/beside';
import { expect, movingTest as test } from '../support/e2e';
import { bookWithCard, deliveryCards } from './steps/booked-delivery';
import { newCustomer, register } from './steps/customer';
import { reload } from './steps/history';
import { openHome } from './steps/order-form';
import {
  cardOf,
  completeService,
  confirmAppointment,
  scheduleAppointment,
  signInAsAdmin,
} from './steps/staff';

/**
 * 25 gallons of Regular at $3.10 plus the $1.00 service charge, two small bags, one large one, and
 * the fee for both.
 */
const BOOKED = formatDollars(cents(25 * 410 + 1700 + 3000));
/** 23.5 gallons were delivered. */
const DELIVERED_CENTS = cents(235 * 41 + 1700 + 3000);

test('an appointment is booked with a card, confirmed, scheduled, completed, and charged once', async ({
  page,
  browser,
  product,
}) => {
  const customer = newCustomer();
  await openHome(page);
  await register(page, customer);
  const code = await bookWithCard(page, { gallons: '25', small: 2, large: 1 });
  const mine = deliveryCards(page).filter({ hasText: code });
  await expect(mine).toContainText('Pending');
  await expect(mine).toContainText(BOOKED);

  const office = await browser.newContext({ baseURL: product.url, viewport: page.viewportSize() });
  const staff = await office.newPage();
  await signInAsAdmin(staff);
  await expect(cardOf(staff, code)).toContainText(BOOKED);
  await expect(cardOf(staff, code)).toContainText(customer.fullName);
  await confirmAppointment(staff, code);
  await scheduleAppointment(staff, code);
  await completeService(staff, code, '23.5');
  const done = cardOf(staff, code, 'Completed');
  await expect(done).toContainText('Payment Complete');
  await expect(done).toContainText(formatDollars(DELIVERED_CENTS));
  await office.close();

  await reload(page);
  await expect(mine).toContainText('Completed');
  await expect(mine).toContainText(formatDollars(DELIVERED_CENTS));

  // The product's and the provider's books agree: one charge of that amount.
  const charged = await storedIn(
    product.folder,
    `select c.amount_cents, c.state, a.total_paid_cents, a.payment_intent_id
     from charges c join appointments a on a.id = c.appointment_id where a.public_code = '${code}'`,
  );
  expect(charged).toMatchObject([
    { amount_cents: DELIVERED_CENTS, state: 'succeeded', total_paid_cents: DELIVERED_CENTS },
  ]);
  const intent = String(charged[0]?.payment_intent_id);
  const provider = await fetch(`${product.url}/stripe-sandbox/v1/payment_intents/${intent}`);
  expect(provider.status).toBe(401);
  const photos = await storedIn(
    product.folder,
    `select p.kind, p.storage_key from photos p join appointments a on a.id = p.appointment_id
     where a.public_code = '${code}' order by p.kind`,
  );
  expect(photos.map((photo) => photo.kind)).toEqual(['fuel', 'receipt']);
  for (const photo of photos) {
    const file = await readFile(join(product.folder, 'photos', String(photo.storage_key)));
    expect(file.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  }
});

/** Reads rows of the product's database file while the server is running. */
async function storedIn(folder: string, query: string) {
  const client = openBeside(folder);
  try {
    return (await client.execute(query)).rows;
  } finally {
    client.close();
  }
}
