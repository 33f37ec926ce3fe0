/** Tests the waiting list: who counts, who gets a freed spot and when, and how an offer ends. */
import { afterEach, expect, test } from 'bun:test';
import { LIMITS } from '@/domain/limits';
import { JOBS } from '@/server/jobs/jobs';
import { readBeat } from '@/server/modules/leases/leases.repository';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { updateWaitingList } from '@/server/modules/waiting-list/offers.usecases';
import { admin, BOOKED_FOR, book, customer, ORDER, office } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { merge } from '../support/merge';
import { refusal, type Visitor } from '../support/visitor';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NINE_AM = Date.parse('2026-06-13T13:00:00Z');
const OTHER_TIME = '12:00 PM - 2:00 PM';
const GUEST = {
  ...ORDER,
  customerName: 'Gail Guest',
  customerPhone: '(269) 555-0190',
  customerEmail: 'gail@lake.example',
};

let app: TestApp;
afterEach(() => app.close());
const start = async (options: Parameters<typeof startTestApp>[0] = {}) => {
  app = await startTestApp({ now: NINE_AM, capacity: 1, ...options });
};
const execute = (sql: string, ...args: (string | number | null)[]) =>
  app.deps.db.client.execute({ sql, args });
let people = 0;
/** A customer with a phone number and an address of their own. */
const sailor = () => {
  people += 1;
  return customer(app, { phone: `(269) 555-${String(1000 + people)}` });
};
const join = (visitor: Visitor, order: Record<string, unknown> = {}) =>
  visitor.trpc.waiting.join.mutate({ ...ORDER, ...order });
const mine = async (visitor: Visitor) => (await visitor.trpc.waiting.mine.query())[0];
const tokenOf = async (visitor: Visitor) => (await mine(visitor))?.token ?? '';
const tend = () => updateWaitingList(app);
const told = async () => {
  await sendOutbox(app);
  return app.mails.map(({ to, subject }) => `${to.split('@')[0]}: ${subject}`);
};
const linkIn = (text: string | undefined) => /\/w\/(\w{22})/.exec(text ?? '')?.[1] ?? '';
/** The number of appointments that take a spot in the window now. */
const holders = async (slotIndex = 0) =>
  Number(
    (
      await execute(
        "select count(*) as n from appointments where date = ? and slot_index = ? and status <> 'cancelled' and (hold_expires_at is null or hold_expires_at > ?)",
        TOMORROW,
        slotIndex,
        app.clock.now(),
      )
    ).rows[0]?.n,
  );
const full = async (): Promise<{ owner: Visitor; id: string }> => {
  const owner = await sailor();
  return { owner, id: await book(owner) };
};
/** Adds 600 copies of the only entry, for a date. */
async function flood(date: string) {
  const columns = (await execute("select name from pragma_table_info('waitlist_entries')")).rows
    .map(({ name }) => String(name))
    .filter((name) => !['id', 'link_hash', 'date', 'request_id'].includes(name))
    .join(', ');
  await execute(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 600)
    insert into waitlist_entries (id, link_hash, date, ${columns})
    select 'flood-' || i, 'flood-' || i, '${date}', ${columns} from n, waitlist_entries`);
}
async function hasWork(): Promise<boolean> {
  const due = JOBS.find(({ name }) => name === 'update waiting list')?.hasWork?.(app);
  if (!due) throw new Error('the job never asks for work');
  return (await readBeat(app.deps.db, 'jobs', [due], null)).due[0] === 0;
}
async function saveCard(visitor: Visitor, appointmentId: string) {
  const setup = await visitor.trpc.booking.createPaymentAuthorization.mutate({ appointmentId });
  await visitor.enterCard(setup);
  return visitor.trpc.booking.confirmPaymentSetup.mutate({
    appointmentId,
    setupIntentId: setup.setupIntentId ?? '',
  });
}

test('who takes a spot and then cancels gets no message that they missed it', async () => {
  await start();
  const { owner, id } = await full();
  const ann = await sailor();
  await join(ann);
  await owner.trpc.booking.cancel.mutate({ id });
  await tend();
  const taken = await ann.trpc.waiting.take.mutate({ token: await tokenOf(ann) });
  await ann.trpc.booking.cancel.mutate({ id: taken.offer?.appointment.id ?? '' });
  await tend();
  expect((await mine(ann))?.state).not.toBe('missed');
  expect((await told()).filter((line) => line.includes('missed'))).toEqual([]);
});

test('a freed spot is offered to the first in line, who takes it with a card', async () => {
  await start();
  const { owner, id } = await full();
  const [ann, bea] = [await sailor(), await sailor()];
  expect((await join(ann)).entry).toMatchObject({ state: 'waiting', place: 'first' });
  app.clock.advance(1);
  expect((await join(bea)).entry).toMatchObject({ state: 'waiting', place: 'second' });
  expect(await hasWork()).toBe(false);

  await owner.trpc.booking.cancel.mutate({ id });
  expect(await hasWork()).toBe(true);
  expect(await tend()).toBe(1);
  expect(await tend()).toBe(0);
  expect(await hasWork()).toBe(false);
  const entry = await mine(ann);
  expect(entry).toMatchObject({ state: 'offered', time: ORDER.time });
  expect(entry?.offer).toMatchObject({
    until: NINE_AM + 1 + 20 * MINUTE,
    appointment: { totalPriceCents: expect.any(Number) },
  });
  expect(await mine(bea)).toMatchObject({ state: 'waiting', place: 'first' });
  await told();
  const mail = app.mails.find(
    ({ subject }) => subject === 'A spot opened for Sun, Jun 14, 10:00 AM - 12:00 PM',
  );
  const token = linkIn(mail?.text);
  expect(token).toBe(await tokenOf(ann));

  const taken = await ann.trpc.waiting.take.mutate({ token });
  expect(taken.state).toBe('accepted');
  expect((await ann.trpc.waiting.take.mutate({ token })).state).toBe('accepted');
  const appointmentId = taken.offer?.appointment.id ?? '';
  expect(await saveCard(ann, appointmentId)).toMatchObject({ status: 'pending', cardSaved: true });
  expect(await tend()).toBe(0);
  expect((await ann.trpc.waiting.open.mutate({ token })).state).toBe('booked');
  expect(await holders()).toBe(1);
  expect((await told()).filter((line) => line.includes('missed'))).toEqual([]);
});

test('strangers see and get only a spot beyond the people in line, and staff need a reason', async () => {
  await start();
  const { owner, id } = await full();
  const staff = await admin(app);
  const stranger = await sailor();
  const labels = () => stranger.trpc.slots.open.query({ date: TOMORROW });
  const ann = await sailor();
  await join(ann);
  await owner.trpc.booking.cancel.mutate({ id });
  // Nobody has offered the spot yet.
  expect(await labels()).not.toContain(ORDER.time);
  expect(await refusal(stranger.trpc.booking.create.mutate(ORDER))).toMatchObject({
    reason: 'slot_taken',
  });
  const { overCapacityReason, ...plain } = BOOKED_FOR;
  expect(await refusal(staff.trpc.admin.bookForCustomer.mutate(plain))).toMatchObject({
    reason: 'slot_taken',
  });
  await staff.trpc.admin.setTimeSlotCapacity.mutate({
    date: TOMORROW,
    time: ORDER.time,
    capacity: 2,
  });
  // One of the two spots is beyond the line.
  const { appointment } = await stranger.trpc.booking.create.mutate(ORDER);
  expect(appointment.status).toBe('pending');
  expect(await tend()).toBe(1);
  await staff.trpc.admin.bookForCustomer.mutate({ ...plain, overCapacityReason });
  expect(await holders()).toBe(3);
});

test('an offer that isn’t taken goes to the next person, and the first one learns how to stay', async () => {
  await start();
  const { owner, id } = await full();
  const [ann, bea] = [await sailor(), await sailor()];
  await join(ann);
  app.clock.advance(1);
  await join(bea);
  await owner.trpc.booking.cancel.mutate({ id });
  await tend();
  const token = await tokenOf(ann);
  app.clock.advance(20 * MINUTE - 1);
  await tend();
  expect(await mine(ann)).toMatchObject({ state: 'offered' });
  app.clock.advance(1);
  // The twentieth minute is over, even if the job hasn't run.
  expect(await mine(ann)).toMatchObject({ state: 'missed', mayStay: true });
  expect(await refusal(ann.trpc.waiting.take.mutate({ token }))).toMatchObject({
    reason: 'slot_taken',
  });
  expect(await hasWork()).toBe(true);
  expect(await tend()).toBe(1);
  expect(await mine(bea)).toMatchObject({ state: 'offered' });
  expect((await told()).join()).toContain('You missed a spot on Sun, Jun 14');
  // Ann joins the end of the line, and gets the spot when Bea doesn't want it.
  expect((await ann.trpc.waiting.stay.mutate({ token })).state).toBe('waiting');
  const declined = await bea.trpc.waiting.decline.mutate({ token: await tokenOf(bea) });
  expect(declined.state).toBe('declined');
  expect(await tend()).toBe(1);
  expect(await mine(ann)).toMatchObject({ state: 'offered' });
  expect(await holders()).toBe(1);
});

test('each spot has one holder if several are freed at once and jobs run together', async () => {
  await start({ capacity: 2 });
  const { owner, id } = await full();
  const second = await sailor();
  const secondId = await book(second);
  const waiting: Visitor[] = [];
  for (let count = 0; count < 4; count += 1) {
    const one = await sailor();
    await join(one);
    app.clock.advance(1);
    waiting.push(one);
  }
  await Promise.all([
    owner.trpc.booking.cancel.mutate({ id }),
    second.trpc.booking.cancel.mutate({ id: secondId }),
  ]);
  const made = await Promise.all([tend(), tend(), tend()]);
  expect(made.reduce((sum, one) => sum + one)).toBe(2);
  const states = async () => Promise.all(waiting.map(async (one) => (await mine(one))?.state));
  expect(await states()).toEqual(['offered', 'offered', 'waiting', 'waiting']);
  expect(await holders()).toBe(2);
  // A take and the end of the offer at the same moment leave one holder.
  const tokens = await Promise.all(waiting.map(tokenOf));
  app.clock.advance(20 * MINUTE - 1);
  await Promise.allSettled([
    waiting[0]?.trpc.waiting.take.mutate({ token: tokens[0] ?? '' }),
    tend(),
    tend(),
  ]);
  app.clock.advance(1);
  await Promise.all([tend(), tend()]);
  expect(await states()).toEqual(['accepted', 'missed', 'offered', 'waiting']);
  expect(await holders()).toBe(2);
  // The accepted one never adds a card, so the spot goes on.
  app.clock.advance(16 * MINUTE);
  await tend();
  expect(await states()).toEqual(['missed', 'missed', 'offered', 'offered']);
  expect(await holders()).toBe(2);
});

test('no entry is lost if a process is killed between two offers', async () => {
  await start();
  const { owner, id } = await full();
  const [ann, bea] = [await sailor(), await sailor()];
  await join(ann);
  app.clock.advance(1);
  await join(bea);
  await owner.trpc.booking.cancel.mutate({ id });
  await tend();
  app.clock.advance(20 * MINUTE);
  const { batch } = app.deps.db;
  let writes = 0;
  app.deps.db.batch = ((...args: Parameters<typeof batch>) => {
    writes += 1;
    if (writes > 2) throw new Error('killed');
    return batch.apply(app.deps.db, args);
  }) as typeof batch;
  await tend().catch(() => {});
  app.deps.db.batch = batch;
  expect(await mine(ann)).toMatchObject({ state: 'missed' });
  expect(await hasWork()).toBe(true);
  expect(await tend()).toBe(1);
  expect(await mine(bea)).toMatchObject({ state: 'offered' });
  expect((await told()).filter((line) => line.includes('missed'))).toHaveLength(1);
});

test('no offer is made at night, and it’s made at eight in the morning', async () => {
  await start();
  const { owner, id } = await full();
  const ann = await sailor();
  await join(ann);
  app.clock.set(Date.parse('2026-06-14T01:00:00Z'));
  await owner.trpc.booking.cancel.mutate({ id });
  expect(await hasWork()).toBe(false);
  expect(await tend()).toBe(0);
  expect(await refusal((await sailor()).trpc.booking.create.mutate(ORDER))).toMatchObject({
    reason: 'slot_taken',
  });
  app.clock.set(Date.parse('2026-06-14T11:59:00Z'));
  expect(await tend()).toBe(0);
  app.clock.set(Date.parse('2026-06-14T12:00:00Z'));
  expect(await hasWork()).toBe(true);
  expect(await tend()).toBe(1);
});

test('a guest counts once the emailed link is used, and learns nothing about other entries', async () => {
  await start({ settings: { limitFactor: 1 } });
  const { owner, id } = await full();
  const gail = app.visitor();
  const joined = await join(gail, GUEST);
  expect(joined).toMatchObject({
    confirmBy: 'email',
    entry: { state: 'unconfirmed', token: null },
  });
  // Someone else who enters the same contact gets the same answer.
  expect(await join(app.visitor(), GUEST)).toEqual(joined);
  await owner.trpc.booking.cancel.mutate({ id });
  expect(await tend()).toBe(0);
  // An entry that doesn't count closes nothing.
  const held = await (await sailor()).trpc.booking.create.mutate(ORDER);
  await told();
  const mail = app.mails.find(({ to }) => to === GUEST.customerEmail);
  expect(mail?.subject).toBe('Confirm your place on the waiting list for Sun, Jun 14');
  expect(mail?.text).not.toContain('Gail');
  const token = linkIn(mail?.text);
  expect((await gail.trpc.waiting.open.mutate({ token })).state).toBe('unconfirmed');
  expect((await gail.trpc.waiting.confirm.mutate({ token })).state).toBe('waiting');
  expect((await gail.trpc.waiting.confirm.mutate({ token })).state).toBe('waiting');
  await execute("update appointments set status = 'cancelled' where id = ?", held.appointment.id);
  expect(await tend()).toBe(1);
  const taken = await gail.trpc.waiting.take.mutate({ token });
  const appointmentId = taken.offer?.appointment.id ?? '';
  // Only the browser that accepted may add the card.
  expect(await refusal(app.visitor().trpc.booking.get.query({ id: appointmentId }))).toMatchObject({
    reason: 'unauthenticated',
  });
  expect(await saveCard(gail, appointmentId)).toMatchObject({ cardSaved: true });
});

test('the link to an entry doesn’t open a booked delivery, or one whose link was replaced', async () => {
  await start();
  const { owner, id } = await full();
  const gail = app.visitor();
  await join(gail, GUEST);
  await told();
  const token = linkIn(app.mails.find(({ to }) => to === GUEST.customerEmail)?.text);
  await gail.trpc.waiting.confirm.mutate({ token });
  await owner.trpc.booking.cancel.mutate({ id });
  await tend();
  const { offer } = await gail.trpc.waiting.take.mutate({ token });
  const appointmentId = offer?.appointment.id ?? '';
  await saveCard(gail, appointmentId);

  const other = app.visitor();
  const cancel = () => refusal(other.trpc.booking.cancel.mutate({ id: appointmentId }));
  expect(await other.trpc.waiting.take.mutate({ token })).toMatchObject({ state: 'booked' });
  expect(await cancel()).toMatchObject({ status: 401 });
  // Replacing the delivery's link also ends this way to see it.
  await (await admin(app)).trpc.booking.renewGuestLink.mutate({ id: appointmentId });
  expect(await other.trpc.waiting.take.mutate({ token })).toMatchObject({ offer: null });
  expect(await other.trpc.waiting.open.mutate({ token })).toMatchObject({ offer: null });
  expect(await cancel()).toMatchObject({ status: 401 });
});

test('a guest with only a phone number confirms by a text, which obeys STOP', async () => {
  await start({ texts: () => null });
  await full();
  const gail = app.visitor();
  const { customerEmail, ...byPhone } = GUEST;
  expect(await join(gail, byPhone)).toMatchObject({ confirmBy: 'text' });
  const texts = async () => {
    await sendOutbox(app);
    return (await app.texts()).filter(({ to }) => to === '+12695550190');
  };
  const [text] = await texts();
  expect(text?.body).toStartWith(
    'Dockside: Confirm your place on our waiting list for Sun, Jun 14: ',
  );
  expect(text?.body.length).toBeLessThanOrEqual(160);
  await execute(
    'insert into text_numbers (number, stopped_at, changed_at) values (?, 1, 1)',
    '+12695550190',
  );
  await join(app.visitor(), byPhone);
  expect(await texts()).toHaveLength(1);
});

test('without texts, a guest needs an email address', async () => {
  await start();
  await full();
  const { customerEmail, ...byPhone } = GUEST;
  expect(await refusal(join(app.visitor(), byPhone))).toMatchObject({
    reason: 'invalid_input',
    field: 'customerEmail',
  });
});

test('a person has at most three open entries, and joining twice creates one', async () => {
  await start();
  const ann = await sailor();
  for (const date of ['2026-06-14', '2026-06-15', '2026-06-16', '2026-06-17']) {
    await book(await sailor(), { date });
  }
  for (const date of ['2026-06-14', '2026-06-14', '2026-06-15', '2026-06-16']) {
    await join(ann, { date });
  }
  expect(await ann.trpc.waiting.mine.query()).toHaveLength(3);
  expect(await refusal(join(ann, { date: '2026-06-17' }))).toMatchObject({ reason: 'conflict' });
  expect((await ann.trpc.waiting.leave.mutate({ token: await tokenOf(ann) })).state).toBe('left');
  await join(ann, { date: '2026-06-17' });
  const requestId = 'one-request-of-ann';
  const bea = await sailor();
  await Promise.all([join(bea, { requestId }), join(bea, { requestId })]).catch(() => {});
  await join(bea, { requestId });
  expect(await bea.trpc.waiting.mine.query()).toHaveLength(1);
});

test('a customer can only join the line of a full window, or of any window on a full day', async () => {
  await start();
  const ann = await sailor();
  expect(await refusal(join(ann))).toMatchObject({ reason: 'conflict', field: 'time' });
  const ids = [];
  for (const time of [ORDER.time, OTHER_TIME, '2:00 PM - 4:00 PM']) {
    expect(await refusal(join(ann, { time: null }))).toMatchObject({ reason: 'conflict' });
    const owner = await sailor();
    ids.push({ owner, id: await book(owner, { time }) });
  }
  expect((await join(ann, { time: null })).entry).toMatchObject({ time: null, place: null });
  const [, second] = ids;
  await second?.owner.trpc.booking.cancel.mutate({ id: second.id });
  expect(await tend()).toBe(1);
  expect(await mine(ann)).toMatchObject({ state: 'offered', time: OTHER_TIME });
});

test('an entry lapses when its window can’t be booked anymore, and its person is notified', async () => {
  await start();
  const ann = await sailor();
  await book(await sailor(), { date: TODAY, time: OTHER_TIME });
  await join(ann, { date: TODAY, time: OTHER_TIME });
  app.clock.advance(3 * HOUR - 1);
  await tend();
  expect(await mine(ann)).toMatchObject({ state: 'waiting' });
  app.clock.advance(1);
  expect(await hasWork()).toBe(true);
  await tend();
  expect(await mine(ann)).toBeUndefined();
  expect((await told()).join()).toContain('No spot opened on Sat, Jun 13');
  expect(await hasWork()).toBe(false);
});

test('offers don’t count toward the limits on visitors’ holds', async () => {
  await start({ settings: { limitFactor: 1 } });
  const { owner, id } = await full();
  const ann = await sailor();
  await join(ann);
  await ann.trpc.booking.create.mutate({ ...ORDER, date: '2026-06-15' });
  await ann.trpc.booking.create.mutate({ ...ORDER, date: '2026-06-16' });
  expect(
    await refusal(ann.trpc.booking.create.mutate({ ...ORDER, date: '2026-06-17' })),
  ).toMatchObject({ reason: 'rate_limited' });
  await owner.trpc.booking.cancel.mutate({ id });
  expect(await tend()).toBe(1);
});

test('staff see the line, remove someone with a reason, and offer out of order with a reason', async () => {
  await start();
  const staff = await admin(app);
  const { owner, id } = await full();
  const [ann, bea, cleo] = [await sailor(), await sailor(), await sailor()];
  for (const one of [ann, bea, cleo]) {
    await join(one);
    app.clock.advance(1);
  }
  const list = () => staff.trpc.admin.waiting.query({ date: TOMORROW });
  const [first, second, third] = await list();
  expect(first).toMatchObject({ customerName: 'Sam Waters', time: ORDER.time, queuedAt: NINE_AM });
  const give = { time: ORDER.time, reason: 'Their boat is out of fuel.' };
  expect(
    await refusal(staff.trpc.admin.offerWaiting.mutate({ id: third?.id ?? '', ...give })),
  ).toMatchObject({ reason: 'slot_taken' });
  await owner.trpc.booking.cancel.mutate({ id });
  const offered = await staff.trpc.admin.offerWaiting.mutate({ id: third?.id ?? '', ...give });
  expect(offered).toMatchObject({ state: 'offered', offeredTime: ORDER.time, reason: give.reason });
  expect(await tend()).toBe(0);
  const gone = { id: first?.id ?? '', reason: 'Asked on the phone.' };
  expect(await staff.trpc.admin.removeWaiting.mutate(gone)).toMatchObject({ state: 'removed' });
  expect(await refusal(staff.trpc.admin.removeWaiting.mutate(gone))).toMatchObject({
    reason: 'conflict',
  });
  // If the one with the offer is removed, the spot goes to the next in line.
  await staff.trpc.admin.removeWaiting.mutate({ id: third?.id ?? '', reason: 'A mistake.' });
  expect(await tend()).toBe(1);
  expect((await list()).map((one) => [one.id, one.state])).toEqual([[second?.id ?? '', 'offered']]);
  const customerId = (await bea.trpc.auth.me.query())?.id ?? '';
  expect(await staff.trpc.admin.waitingOf.query({ customerId })).toMatchObject([
    { state: 'offered' },
  ]);
  const log = await execute("select action from audit_log where thing = 'waiting'");
  expect(log.rows.length).toBe(1);
  expect((await told()).filter((line) => line.includes('off the waiting list'))).toHaveLength(2);
});

test('the calendar and the day count the people in line with one read, and viewers get no names', async () => {
  await start();
  const staff = await admin(app);
  const { owner, id } = await full();
  for (const one of [await sailor(), await sailor()]) await join(one);
  // A guest who hasn’t used the link yet doesn’t count, but staff see the entry last.
  await app.visitor().trpc.waiting.join.mutate(GUEST);
  const windows = async () => {
    const [{ timeSlots }, day] = await Promise.all([
      staff.trpc.admin.calendar.query({ date: TOMORROW }),
      staff.trpc.admin.day.query({ date: TOMORROW }),
    ]);
    expect(day.timeSlots.map(({ line }) => line)).toEqual(timeSlots.map(({ line }) => line));
    return timeSlots.map(({ line }) => line);
  };
  const nobody = { waiting: 0, offered: 0 };
  expect((await windows()).slice(0, 2)).toEqual([{ waiting: 2, offered: 0 }, nobody]);
  const states = async () =>
    (await staff.trpc.admin.waiting.query({ date: TOMORROW })).map(({ state }) => state);
  expect(await states()).toEqual(['waiting', 'waiting', 'unconfirmed']);
  await owner.trpc.booking.cancel.mutate({ id });
  expect(await tend()).toBe(1);
  expect((await windows()).slice(0, 2)).toEqual([{ waiting: 1, offered: 1 }, nobody]);

  const { visitor: watcher } = await office(app, 'viewer');
  expect(await refusal(watcher.trpc.admin.waiting.query({ date: TOMORROW }))).toMatchObject({
    reason: 'forbidden',
  });
});

test('if two staff members remove the same entry, the second one gets an error', async () => {
  await start();
  const staff = await admin(app);
  await full();
  await join(await sailor());
  const [entry] = await staff.trpc.admin.waiting.query({ date: TOMORROW });
  const remove = () =>
    staff.trpc.admin.removeWaiting.mutate({ id: entry?.id ?? '', reason: 'Asked for it.' });
  const answers = await Promise.allSettled([remove(), remove()]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [refused] = answers.filter((one) => one.status === 'rejected');
  expect(String(refused?.reason)).toMatch(/Someone else just changed|isn’t on the waiting list/);
  expect((await told()).filter((line) => line.includes('off the waiting list'))).toHaveLength(1);
});

test('an order that can’t be booked anymore doesn’t hold up the line', async () => {
  await start();
  const { owner, id } = await full();
  const [ann, bea] = [await sailor(), await sailor()];
  const [dock] = await ann.trpc.account.addDock.mutate({ label: 'Old Pier' });
  await join(ann, { dockId: dock?.id, location: 'Old Pier' });
  app.clock.advance(1);
  await join(bea);
  await execute('delete from docks where id = ?', dock?.id ?? '');
  await owner.trpc.booking.cancel.mutate({ id });
  await tend();
  await tend();
  expect(await mine(bea)).toMatchObject({ state: 'offered' });
});

test('an entry that staff don’t find is named as one', async () => {
  await start();
  const staff = await admin(app);
  const removal = { id: 'nobody', reason: 'x' };
  expect(await refusal(staff.trpc.admin.removeWaiting.mutate(removal))).toMatchObject({
    status: 404,
    message: 'This entry isn’t on the waiting list anymore.',
  });
});

test('a wrong token opens nothing', async () => {
  await start();
  const visitor = app.visitor();
  const token = 'A'.repeat(22);
  for (const call of ['open', 'confirm', 'take', 'decline', 'leave', 'stay'] as const) {
    expect(await refusal(visitor.trpc.waiting[call].mutate({ token }))).toMatchObject({
      reason: 'not_found',
    });
  }
});

test('entries that nobody confirmed don’t keep the people in line from their offers', async () => {
  await start();
  const { owner, id } = await full();
  await join(app.visitor(), GUEST);
  await flood(TODAY);
  const ann = await sailor();
  await join(ann);
  await owner.trpc.booking.cancel.mutate({ id });
  expect(await tend()).toBe(1);
  expect(await mine(ann)).toMatchObject({ state: 'offered' });
});

test('600 people in line for a full window don’t keep the next window from its offers', async () => {
  await start();
  await full();
  await join(await sailor());
  await flood(TOMORROW);
  const owner = await sailor();
  const id = await book(owner, { ...ORDER, time: OTHER_TIME });
  app.clock.advance(1);
  const ann = await sailor();
  await join(ann, { time: OTHER_TIME });
  await owner.trpc.booking.cancel.mutate({ id });
  expect(await tend()).toBe(1);
  expect(await mine(ann)).toMatchObject({ state: 'offered' });
});

test('the link to an entry isn’t kept with a message that was sent', async () => {
  await start();
  await full();
  const gail = app.visitor();
  await join(gail, GUEST);
  await told();
  const token = linkIn(app.mails.find(({ to }) => to === GUEST.customerEmail)?.text);
  expect(token).not.toBe('');
  const { rows } = await execute("select body from outbox where dedupe_key like 'waitlist-%'");
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('an account that changed its email address gets the offer there', async () => {
  await start();
  const { owner, id } = await full();
  const ann = await sailor();
  await join(ann);
  await execute(
    "update users set email = 'new@lake.example', email_key = 'new@lake.example' where id = ?",
    (await ann.trpc.auth.me.query())?.id ?? '',
  );
  await owner.trpc.booking.cancel.mutate({ id });
  expect(await tend()).toBe(1);
  expect(await told()).toContain('new: A spot opened for Sun, Jun 14, 10:00 AM - 12:00 PM');
  app.clock.advance(20 * MINUTE);
  await tend();
  expect(await told()).toContain('new: You missed a spot on Sun, Jun 14');
});

test('a deleted account’s number goes with it', async () => {
  await start({ texts: () => null });
  await full();
  const ann = await sailor();
  await join(ann);
  const staff = await admin(app);
  const [entry] = await staff.trpc.admin.waiting.query({ date: TOMORROW });
  await staff.trpc.admin.removeWaiting.mutate({ id: entry?.id ?? '', reason: 'Asked for it.' });
  await sendOutbox(app);
  const texts = async () =>
    (
      await execute(
        "select recipient from outbox where channel = 'text' and dedupe_key like 'waitlist-%'",
      )
    ).rows.map(({ recipient }) => recipient);
  expect(await texts()).toEqual([expect.stringMatching(/^\+1269555/)]);
  await ann.trpc.account.delete.mutate({ currentPassword: 'six-characters' });
  expect(await texts()).toEqual(['(removed)']);
});

test('a guest has one place in line, however the email address is spelled', async () => {
  await start({ settings: { limitFactor: 1 } });
  await full();
  const gail = app.visitor();
  await join(gail, GUEST);
  await join(gail, { ...GUEST, customerEmail: 'GAIL@lake.example' });
  await told();
  const tokens = app.mails.filter(({ subject }) => subject.startsWith('Confirm your place'));
  const [first, second] = tokens.map(({ text }) => linkIn(text));
  expect((await gail.trpc.waiting.confirm.mutate({ token: first ?? '' })).state).toBe('waiting');
  expect(await refusal(gail.trpc.waiting.confirm.mutate({ token: second ?? '' }))).toMatchObject({
    reason: 'conflict',
    message: 'You’re already in line for this window.',
  });
  expect((await gail.trpc.waiting.confirm.mutate({ token: first ?? '' })).state).toBe('waiting');
});

test('an account that joins twice at the same moment has one entry', async () => {
  await start();
  await full();
  const ann = await sailor();
  await Promise.all([join(ann), join(ann), join(ann)]);
  expect(await ann.trpc.waiting.mine.query()).toHaveLength(1);
});

test('deleting an account ends its offer, and the next in line gets the spot', async () => {
  await start();
  const { owner, id } = await full();
  const [ann, bea] = [await sailor(), await sailor()];
  await join(ann);
  app.clock.advance(1);
  await join(bea);
  await owner.trpc.booking.cancel.mutate({ id });
  await tend();
  const { offer } = await ann.trpc.waiting.take.mutate({ token: await tokenOf(ann) });
  const appointmentId = offer?.appointment.id ?? '';
  const setup = await ann.trpc.booking.createPaymentAuthorization.mutate({ appointmentId });
  expect(await ann.trpc.account.deletionObstacles.query()).toEqual([]);
  await ann.trpc.account.delete.mutate({ currentPassword: 'six-characters' });
  const { rows } = await execute(
    'select status, location from appointments where id = ?',
    appointmentId,
  );
  expect(rows).toMatchObject([{ status: 'cancelled', location: '(removed)' }]);
  const ended = await app.deps.payments.retrieveSetupIntent(setup.setupIntentId ?? '');
  expect(ended.status).toBe('canceled');
  const log = await execute(
    'select action from audit_log where appointment_id = ? order by at, id',
    appointmentId,
  );
  expect(log.rows.map(({ action }) => action)).toContain('appointment.cancelled');
  expect(await tend()).toBe(1);
  expect(await mine(bea)).toMatchObject({ state: 'offered' });
  expect(await holders()).toBe(1);
  expect((await told()).filter((line) => line.includes('missed'))).toEqual([]);
});

test('an account with a booked offer isn’t deleted before the delivery is settled', async () => {
  await start();
  const { owner, id } = await full();
  const ann = await sailor();
  await join(ann);
  await owner.trpc.booking.cancel.mutate({ id });
  await tend();
  const { offer } = await ann.trpc.waiting.take.mutate({ token: await tokenOf(ann) });
  await saveCard(ann, offer?.appointment.id ?? '');
  const deleting = ann.trpc.account.delete.mutate({ currentPassword: 'six-characters' });
  expect(await refusal(deleting)).toMatchObject({ reason: 'conflict' });
  expect(await holders()).toBe(1);
});

test('a guest’s entry is deleted 30 days after its date, however it ended', async () => {
  await start();
  await full();
  const gail = app.visitor();
  await join(gail, GUEST);
  await told();
  const token = linkIn(app.mails.find(({ to }) => to === GUEST.customerEmail)?.text);
  await gail.trpc.waiting.confirm.mutate({ token });
  await gail.trpc.waiting.leave.mutate({ token });
  const kept = async () =>
    (await execute('select customer_phone as phone from waitlist_entries')).rows.length;
  app.clock.advance(31 * 24 * HOUR);
  await tend();
  expect(await kept()).toBe(1);
  app.clock.advance(24 * HOUR);
  expect(await hasWork()).toBe(true);
  await tend();
  expect(await kept()).toBe(0);
});

test('a merge moves the entries to the record that stays, and its deletion removes them', async () => {
  await start();
  await full();
  const [ann, bea] = [await sailor(), await sailor()];
  await join(bea);
  const staff = await admin(app);
  const keptId = (await ann.trpc.auth.requireMe.query()).id;
  const { id: goneId } = await staff.trpc.admin.addCustomer.mutate({
    ...{ fullName: 'Pike Marina', email: 'pike@marina.example', phone: '(269) 555-0190' },
    requestId: 'new-customer-of-the-test',
  });
  // An account that nobody has signed in to can only have entries from before an undone merge.
  await execute('update waitlist_entries set user_id = ?', goneId);
  const owners = async () =>
    (await execute('select user_id as id from waitlist_entries')).rows.map(({ id }) => id);
  const number = await merge(staff, { keptId, goneId }, []);
  expect(await owners()).toEqual([keptId]);
  await staff.trpc.admin.undoMerge.mutate({ number });
  expect(await owners()).toEqual([goneId]);
  await merge(staff, { keptId, goneId }, []);
  expect(await mine(ann)).toMatchObject({ state: 'waiting', place: 'first' });
  await ann.trpc.account.delete.mutate({ currentPassword: 'six-characters' });
  expect(await owners()).toEqual([]);
});

test('the export of a person’s own data has their entries, without tokens', async () => {
  await start();
  await full();
  const ann = await sailor();
  await join(ann);
  const { waitingList } = (await ann.trpc.account.ownData.query()) as { waitingList: unknown[] };
  expect(waitingList).toMatchObject([
    { status: 'waiting', date: TOMORROW, location: ORDER.location, customerName: 'Sam Waters' },
  ]);
  expect(JSON.stringify(waitingList)).not.toMatch(/linkHash|Mark|requestId/);
  const other = await (await sailor()).trpc.account.ownData.query();
  expect(other).toMatchObject({ waitingList: [] });
});

test('a request sent again joins once, and one with another window is refused', async () => {
  await start();
  await full();
  await book(await sailor(), { time: OTHER_TIME });
  for (const visitor of [await sailor(), app.visitor()]) {
    await visitor.trpc.booking.beginAsGuest.mutate();
    const send = (over = {}) => join(visitor, { ...GUEST, requestId: 'join-request-1', ...over });
    const [first, second] = await Promise.all([send(), send()]);
    expect(second).toEqual(first);
    expect(await send()).toEqual(first);
    expect(await refusal(send({ time: OTHER_TIME }))).toMatchObject({ status: 409 });
    expect(await refusal(send({ time: null }))).toMatchObject({ status: 409 });
  }
});

test('an answer that’s sent twice at the same time counts once', async () => {
  await start();
  const { owner, id } = await full();
  const gail = app.visitor();
  await join(gail, GUEST);
  await told();
  const token = linkIn(app.mails.find(({ to }) => to === GUEST.customerEmail)?.text);
  const twice = async (name: 'confirm' | 'take' | 'decline' | 'stay' | 'leave') => {
    const answers = [1, 2].map(() => gail.trpc.waiting[name].mutate({ token }));
    return (await Promise.all(answers)).map(({ state }) => state);
  };
  expect(await twice('confirm')).toEqual(['waiting', 'waiting']);
  await owner.trpc.booking.cancel.mutate({ id });
  await tend();
  expect(await twice('take')).toEqual(['accepted', 'accepted']);
  expect(await twice('decline')).toEqual(['declined', 'declined']);
  expect(await twice('stay')).toEqual(['waiting', 'waiting']);
  expect(await twice('leave')).toEqual(['left', 'left']);
});

test('joining with a test code counts toward the limit on test orders', async () => {
  await start({ settings: { limitFactor: 1 } });
  await full();
  const staff = await admin(app);
  await staff.trpc.admin.addPromoCode.mutate({ code: 'DOCKTEST', note: '' });
  const ann = await sailor();
  const tries = LIMITS.testBooking.allowances.account.burst;
  const test = { promoCode: 'DOCKTEST', estimatedGallons: 10 };
  // Joining again for the same window changes nothing, but is another try.
  for (let count = 0; count < tries; count += 1) await join(ann, test);
  expect(await refusal(join(ann, test))).toMatchObject({ reason: 'rate_limited' });
});

test('staff see a guest’s entries with the guest, but not those of others with the same phone', async () => {
  await start();
  const staff = await admin(app);
  await full();
  await book(app.visitor(), { ...GUEST, time: OTHER_TIME });
  const confirm = async (order: Record<string, unknown>) => {
    const { entry } = await join(app.visitor(), { ...GUEST, ...order });
    await sendOutbox(app);
    const mail = app.mails.findLast(
      ({ to }) => to === (order.customerEmail ?? GUEST.customerEmail),
    );
    await app.visitor().trpc.waiting.confirm.mutate({ token: linkIn(mail?.text) });
    return entry;
  };
  await confirm({});
  await confirm({ customerName: 'Rob Roommate', customerEmail: 'rob@lake.example' });
  await join(app.visitor(), { ...GUEST, estimatedGallons: 11 });
  const { customers } = await staff.trpc.admin.customers.query({ search: 'Gail' });
  const seen = await staff.trpc.admin.waitingOf.query({ customerId: customers[0]?.id ?? '' });
  expect(seen.map(({ customerName, state }) => [customerName, state])).toEqual([
    ['Gail Guest', 'waiting'],
  ]);
});
