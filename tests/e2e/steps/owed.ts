/** Owed deliveries for browser tests of open payments. */
import { expect, type Page } from 'playwright/test';
import { callsOf } from './driver';
import { DEMO, knowAdmin } from './staff';

type Owed = { id: string; publicCode: string };
type Calls = ReturnType<typeof callsOf>;

/** Signs staff in and creates a customer without a card, so that their deliveries are owed. */
export async function owingCustomer(page: Page, url: string) {
  const calls = callsOf(page, url);
  await knowAdmin(page);
  await calls.call('auth.adminLogin', DEMO.admin);
  const contact = { fullName: 'Olive Owing', phone: '(269) 555-0166' };
  const email = `olive${Date.now()}x${process.pid}@example.com`;
  const { id } = await calls.call('admin.addCustomer', { ...contact, email });
  return { ...calls, customerId: id as string };
}

/** Books a scheduled delivery for tomorrow, for that customer or a guest. */
export async function scheduleFor(
  { ask, call, customerId }: Calls & { customerId: string | null },
  estimatedGallons: number,
): Promise<Owed> {
  const { days } = await ask('slots.window');
  const booked = await call('admin.bookForCustomer', {
    ...{ id: crypto.randomUUID(), date: days[1].date, time: '12:00 PM - 2:00 PM' },
    ...(customerId ? { customerId } : { customerPhone: '(269) 555-0167' }),
    ...{ location: 'Heron Cove', fuelType: 'Regular', canType: 'boat' },
    ...{ estimatedGallons, smallIceBags: 0, largeIceBags: 0 },
    overCapacityReason: 'A test of what is owed.',
  });
  await call('admin.confirm', { id: booked.id, noCardReason: 'Pays at the dock.' });
  await call('admin.schedule', { id: booked.id });
  return booked;
}

/** Delivers this many gallons to that customer, unpaid. */
export async function owe(
  calls: Calls & { customerId: string },
  actualGallons: number,
): Promise<Owed> {
  const booked = await scheduleFor(calls, actualGallons);
  await calls.call('admin.complete', { id: booked.id, actualGallons });
  return booked;
}

/** Records a delivery like a device without signal, so that nobody confirms it. */
export const recordLate = ({ call }: Calls, { id, publicCode }: Owed, action: object) =>
  call('driver.complete', { id, actionKey: `late-press-of-${publicCode}`, ...action });

/** Saves a card for a delivery like its guest, with the link in a separate browser. */
export async function giveCard(
  page: Page,
  url: string,
  { ask, call }: Calls,
  { id }: Pick<Owed, 'id'>,
  number: string,
): Promise<void> {
  const { link } = await call('admin.showLink', { id });
  const home = await page.context().browser()?.newContext();
  if (!home) throw new Error('the page has no browser');
  const customer = callsOf({ request: home.request }, url);
  await customer.call('booking.manage', { token: link.split('/').at(-1) });
  const begun = await customer.call('booking.createPaymentAuthorization', { appointmentId: id });
  const { clientSecret, setupIntentId, stripe } = begun;
  const sandbox = new URL(stripe.sandboxBase, url);
  const saved = await home.request.post(`${sandbox}/v1/setup_intents/${setupIntentId}/confirm`, {
    form: {
      ...{ key: stripe.publishableKey, client_secret: clientSecret },
      ...{ 'payment_method_data[type]': 'card', 'payment_method_data[card][number]': number },
      ...{
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '40',
      },
      'payment_method_data[card][cvc]': '123',
    },
  });
  if (!saved.ok()) throw new Error(`the card is not saved: ${await saved.text()}`);
  await home.close();
  const isSaved = async () => (await ask('admin.appointment', { id })).appointment.cardSaved;
  await expect.poll(isSaved).toBe(true);
}
