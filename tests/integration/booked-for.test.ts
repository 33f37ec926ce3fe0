/** Tests bookings by staff for a customer on the phone. */
import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { admin, BOOKED_FOR, book, customer, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
beforeEach(async () => {
  app = await startTestApp();
  staff = await admin(app);
});
afterEach(() => app.close());

const { overCapacityReason, ...AT_A_FREE_TIME } = BOOKED_FOR;
const typed = (over: Record<string, unknown> = {}) => ({
  ...AT_A_FREE_TIME,
  id: crypto.randomUUID(),
  ...over,
});
const bookFor = (over: Record<string, unknown> = {}) =>
  staff.trpc.admin.bookForCustomer.mutate(typed(over));
const mailTo = async (address: string) => {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select subject, body from outbox where recipient like ?',
    args: [`%${address}%`],
  });
  return rows.map(({ subject, body }) => `${subject}\n${body}`);
};

describe('an appointment that staff book', () => {
  test("for a guest isn't a hold, has no card, and has the current price", async () => {
    const made = await bookFor({ estimatedGallons: '20.5' });
    expect(made).toMatchObject({
      ...{ status: 'pending', bookedBy: 'staff', holdExpiresAt: null, cardSaved: false },
      ...{ userId: null, customerFullName: 'Kim Caller', customerPhone: '(269) 555-0177' },
      ...{ estimatedGallonsTenths: 205, totalPriceCents: 11_905, overCapacityReason: null },
    });
    const { appointments } = await staff.trpc.admin.search.query({ text: '555-0177' });
    expect(appointments).toMatchObject([{ id: made.id }]);
  });

  test('for an account is in its list, with its contact', async () => {
    const sam = await customer(app);
    const me = await sam.trpc.auth.requireMe.query();
    const made = await bookFor({ customerId: me.id, customerName: '', customerPhone: '' });
    expect(made).toMatchObject({ userId: me.id, customerPhone: me.phone });
    expect(await sam.trpc.booking.list.query()).toMatchObject([
      { id: made.id, takesFirstCard: true },
    ]);
    const unknown = await refusal(bookFor({ customerId: 'no-such-customer' }));
    expect(unknown).toMatchObject({ status: 404 });
  });

  test('is refused if the account was deleted, even during the booking', async () => {
    const gone = await customer(app);
    const { id: customerId, phone } = await gone.trpc.auth.requireMe.query();
    const bookForThem = () => bookFor({ customerId, customerName: '', customerPhone: phone });
    const made = await Promise.allSettled([
      gone.trpc.account.delete.mutate({ currentPassword: 'six-characters' }),
      bookForThem(),
    ]);
    // Whichever of the two is stored first makes the other one fail.
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    if (made[1]?.status === 'fulfilled') {
      await staff.trpc.admin.cancel.mutate({ id: made[1].value.id, reason: 'Called off' });
      await gone.trpc.account.delete.mutate({ currentPassword: 'six-characters' });
    }
    expect(await refusal(bookForThem())).toMatchObject({ status: 404 });
  });

  test("has the account's selected boat and dock, and fills that tank", async () => {
    const sam = await customer(app);
    const { id: customerId } = await sam.trpc.auth.requireMe.query();
    const boat = { name: 'Blue Heron', fuelCapacity: 32, fuelNever: 'Premium' as const };
    const [heron] = await sam.trpc.account.addBoat.mutate(boat);
    const added = { label: 'Eagle Point', slip: 'B4', gateCode: '4711', note: 'Second pier' };
    const [dock] = await sam.trpc.account.addDock.mutate(added);
    const { boats, docks } = await staff.trpc.admin.customer.query({ id: customerId });
    expect(boats).toMatchObject([{ id: heron?.id, name: 'Blue Heron', fuelCapacity: 32 }]);
    expect(docks).toMatchObject([{ id: dock?.id, label: 'Eagle Point', gateCode: '4711' }]);

    const chosen = { customerId, boatId: heron?.id, dockId: dock?.id, location: 'Eagle Point' };
    const wrong = await refusal(bookFor({ ...chosen, fuelType: 'Premium' }));
    expect(wrong).toMatchObject({ status: 400, field: 'fuelType' });
    const made = await bookFor({ ...chosen, fillUp: true, estimatedGallons: '' });
    expect(made).toMatchObject({ fillUp: true, estimatedGallonsTenths: 320 });
    const { lines } = await staff.trpc.admin.day.query({ date: TOMORROW });
    expect(lines).toMatchObject([
      { boatName: 'Blue Heron', gateCode: '4711', dockNote: 'Second pier', fillUp: true },
    ]);
    // The copy follows the account, like in a customer's own order.
    await sam.trpc.account.editDock.mutate({ id: dock?.id ?? '', ...added, gateCode: '0815' });
    const day = await staff.trpc.admin.day.query({ date: TOMORROW });
    expect(day.lines).toMatchObject([{ gateCode: '0815' }]);
  });

  test("has a typed boat and dock, even for a guest, and keeps them when it's changed", async () => {
    const typedOnes = { boatName: 'Last Call', boatTank: '40', gateCode: '99', dockNote: 'Ring' };
    const guests = await bookFor({ ...typedOnes, fillUp: true, estimatedGallons: '' });
    expect(guests).toMatchObject({ fillUp: true, estimatedGallonsTenths: 400 });
    const lineOf = async (id: string) =>
      (await staff.trpc.admin.day.query({ date: TOMORROW })).lines.find((line) => line.id === id);
    const facts = { boatName: 'Last Call', gateCode: '99', dockNote: 'Ring' };
    expect(await lineOf(guests.id)).toMatchObject(facts);

    const nameless = await refusal(bookFor({ boatTank: '40', fillUp: true }));
    expect(nameless).toMatchObject({ status: 400, field: 'boatName' });

    const sam = await customer(app);
    const { id: customerId } = await sam.trpc.auth.requireMe.query();
    const later = { time: '12:00 PM - 2:00 PM' };
    const made = await bookFor({ ...typedOnes, ...later, customerId });
    expect(await sam.trpc.account.boats.query()).toEqual([]);
    const change = { id: made.id, date: TOMORROW, ...later, estimatedGallons: 12 };
    await sam.trpc.booking.modify.mutate({ ...change, location: BOOKED_FOR.location });
    expect(await lineOf(made.id)).toMatchObject(facts);
    // Another dock has another gate.
    await sam.trpc.booking.modify.mutate({ ...change, location: 'Osprey Point' });
    expect(await lineOf(made.id)).toMatchObject({ boatName: 'Last Call', gateCode: null });
  });

  test("can't have another account's boat or dock", async () => {
    const sam = await customer(app);
    const [boat] = await sam.trpc.account.addBoat.mutate({ name: 'Blue Heron' });
    const [dock] = await sam.trpc.account.addDock.mutate({ label: 'Eagle Point' });
    const kim = await (await customer(app)).trpc.auth.requireMe.query();
    for (const customerId of [kim.id, null]) {
      const boats = await refusal(bookFor({ customerId, boatId: boat?.id }));
      expect(boats).toMatchObject({ status: 400, field: 'boatId' });
      const docks = await refusal(bookFor({ customerId, dockId: dock?.id }));
      expect(docks).toMatchObject({ status: 400, field: 'dockId' });
    }
  });

  test('needs a reason for a full time slot, and the reason is saved with it', async () => {
    await book(await customer(app));
    const full = await refusal(bookFor());
    expect(full).toMatchObject({ status: 409, field: 'time', details: { needsReason: true } });
    const made = await bookFor({ overCapacityReason });
    expect(made).toMatchObject({ overCapacityReason });
    const blocked = { date: ORDER.date, time: '2:00 PM - 4:00 PM' };
    await staff.trpc.admin.switchTimeSlot.mutate({ ...blocked, isAvailable: false } as never);
    expect(await refusal(bookFor(blocked))).toMatchObject({ status: 409 });
  });

  test('is made once if two are sent for the last spot, and the other is refused', async () => {
    const both = await Promise.allSettled([bookFor(), bookFor()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test("is the same one if it's sent again, and different content under its ID is a conflict", async () => {
    const sent = typed();
    const again = () => staff.trpc.admin.bookForCustomer.mutate(sent);
    const all = await Promise.all([again(), again(), again()]);
    expect(new Set(all.map(({ publicCode }) => publicCode)).size).toBe(1);
    const other = staff.trpc.admin.bookForCustomer.mutate({ ...sent, estimatedGallons: '30' });
    expect(await refusal(other)).toMatchObject({ status: 409, field: 'id' });
  });

  test("needs a customer, an item, and a time that isn't past", async () => {
    const withoutPhone = await refusal(bookFor({ customerPhone: '' }));
    expect(withoutPhone).toMatchObject({ status: 400, field: 'customerPhone' });
    const nothing = await refusal(bookFor({ estimatedGallons: '0', smallIceBags: 0 }));
    expect(nothing).toMatchObject({ status: 400, field: 'estimatedGallons' });
    for (const date of ['2026-06-01', '2027-06-01']) {
      expect(await refusal(bookFor({ date }))).toMatchObject({ status: 400, field: 'date' });
    }
    expect(await bookFor({ date: TODAY, time: '2:00 PM - 4:00 PM' })).toMatchObject({
      date: TODAY,
    });
  });
});

describe('the card of an appointment booked by staff', () => {
  test('is requested by message, added with its link, and charged after the delivery', async () => {
    const { id } = await bookFor({ customerEmail: 'kim@lake.example' });
    const [mail = ''] = await mailTo('kim@lake.example');
    expect(mail).toContain('You won’t be charged now');
    const token = /\/d\/(\w{22})\?pay=now/.exec(mail)?.[1] ?? '';
    const kim = app.visitor();
    const delivery = await kim.trpc.booking.manage.mutate({ token });
    expect(delivery).toMatchObject({ id, takesFirstCard: true });
    const about = { appointmentId: id };
    const begun = await kim.trpc.booking.createPaymentAuthorization.mutate(about);
    await kim.enterCard(begun);
    const setupIntentId = begun.setupIntentId ?? '';
    await kim.trpc.booking.confirmPaymentSetup.mutate({ ...about, setupIntentId });
    await readyToDeliver(staff, id);
    expect(takenFor(app, id)).toBe(0);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    expect(takenFor(app, id)).toBe(11_700);
  });

  test("isn't requested anymore once the delivery is cancelled or paid at the dock", async () => {
    const contact = { customerEmail: 'kim@lake.example' };
    const send = (id: string) => staff.trpc.admin.sendPayLink.mutate({ id });
    const { id: cancelled } = await bookFor(contact);
    expect(await send(cancelled)).toEqual({ sentTo: 'kim@lake.example' });
    await staff.trpc.admin.cancel.mutate({ id: cancelled });
    const { id: paid } = await bookFor(contact);
    await staff.trpc.admin.confirm.mutate({ id: paid, noCardReason: 'Pays at the dock.' });
    await staff.trpc.admin.schedule.mutate({ id: paid, driverId: null });
    await staff.trpc.admin.complete.mutate({ id: paid, actualGallons: 20 });
    await staff.trpc.admin.recordCash.mutate({ id: paid });
    for (const id of [cancelled, paid]) {
      expect(await refusal(send(id))).toMatchObject({ status: 409 });
    }
  });

  test("isn't required: the delivery is owed, and its customer has the link", async () => {
    const { id } = await bookFor();
    await staff.trpc.admin.confirm.mutate({ id, noCardReason: 'Pays at the dock.' });
    await staff.trpc.admin.schedule.mutate({ id, driverId: null });
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    expect(takenFor(app, id)).toBe(0);
    const { appointment } = await staff.trpc.admin.appointment.query({ id });
    expect(appointment).toMatchObject({ status: 'completed', remainingBalanceCents: 11_700 });
  });
});

test('can be added to an account that staff created, whose customer chooses the password', async () => {
  const contact = { fullName: 'Zoë Quay', phone: '269 555 0188', email: 'zoe@lake.example' };
  const { id, username } = await staff.trpc.admin.addCustomer.mutate(contact);
  expect(username).toMatch(/^zoe\.quay\.\d+$/);
  expect((await mailTo('zoe@lake.example'))[0]).toMatch(/reset-password\?token=\S+/);
  await sendOutbox({ deps: app.deps });
  expect((await mailTo('zoe@lake.example'))[0]).not.toContain('token=');
  const { rows } = await app.deps.db.client.execute({
    sql: 'select reset_token from users where id = ?',
    args: [id],
  });
  expect(rows[0]?.reset_token).toBeString();
  expect(await bookFor({ customerId: id })).toMatchObject({
    userId: id,
    customerUsername: username,
  });
  const again = await refusal(staff.trpc.admin.addCustomer.mutate(contact));
  expect(again).toMatchObject({ status: 409, field: 'email' });
});

test('can be added to an account that is sent again after a lost answer, with one message', async () => {
  const contact = { fullName: 'Ann Quay', phone: '269 555 0189', email: 'ann@lake.example' };
  const add = (over: object) =>
    staff.trpc.admin.addCustomer.mutate({ ...contact, requestId: 'one-press', ...over });
  const [first, second] = await Promise.all([add({}), add({})]);
  expect(second).toEqual(first);
  expect(await add({})).toEqual(first);
  expect(await mailTo(contact.email)).toHaveLength(1);
  // In another request, the same address would belong to a second account, so it's refused.
  const other = { status: 409, field: 'email' };
  expect(await refusal(add({ requestId: 'other-press' }))).toMatchObject(other);
  expect(await refusal(add({ fullName: 'Ann Quay the Second' }))).toMatchObject(other);
});

test('can be added to an account with a number after a taken username', async () => {
  const numbers = [7, 7, 8];
  const random = crypto.getRandomValues.bind(crypto);
  const throwDice = <T extends ArrayBufferView | null>(array: T): T => {
    if (array instanceof Uint16Array) array.fill(numbers.shift() ?? 9);
    else random(array as never);
    return array;
  };
  const dice = spyOn(crypto, 'getRandomValues').mockImplementation(throwDice as never);
  try {
    const add = (email: string) =>
      staff.trpc.admin.addCustomer.mutate({ fullName: 'Kim Quay', phone: '269 555 0190', email });
    expect((await add('kim@lake.example')).username).toBe('kim.quay.1007');
    expect((await add('other.kim@lake.example')).username).toBe('kim.quay.1008');
    expect(await mailTo('other.kim@lake.example')).toHaveLength(1);
  } finally {
    dice.mockRestore();
  }
});
