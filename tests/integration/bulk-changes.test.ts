/** Tests bulk changes, which a job runs and staff can undo before anyone is notified. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { BulkChangeInput } from '@/domain/bulk/bulk.schema';
import { addDays } from '@/domain/dates';
import { UNDO_BULK_MS } from '@/domain/policy';
import { runBulkChanges } from '@/server/modules/bulk-changes/run.usecases';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { admin, book, customer, driver, ORDER } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const [FIRST, SECOND, THIRD] = [
  '10:00 AM - 12:00 PM',
  '12:00 PM - 2:00 PM',
  '2:00 PM - 4:00 PM',
] as const;
type Label = typeof FIRST | typeof SECOND | typeof THIRD;
const IN_TWO_DAYS = addDays(TOMORROW, 1);

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 3 });
  staff = await admin(app);
  sam = await customer(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  const tables = ['bulk_parts', 'bulk_changes', 'outbox', 'availability_slots'];
  for (const table of tables) await app.deps.db.client.execute(`delete from ${table}`);
  await app.deps.db.client.execute("update appointments set status = 'cancelled'");
  app.mails.length = 0;
});

const booked = (time: Label = FIRST, date = TOMORROW) => book(sam, { date, time } as never);
const read = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;
type Part = BulkChangeInput['parts'][number];
const partOf = async (id: string, to: Partial<Part> = {}): Promise<Part> => ({
  id,
  version: (await read(id)).version,
  ...to,
});
const begin = (input: Omit<BulkChangeInput, 'requestId'>, who = staff) =>
  who.trpc.admin.beginBulkChange.mutate({ requestId: crypto.randomUUID(), ...input } as never);
const run = () => runBulkChanges(app);
const shown = async () => (await staff.trpc.admin.bulkChanges.query())[0];
const takeBack = async (id: string) => {
  await staff.trpc.admin.takeBackBulkChange.mutate({ id });
  await run();
};
async function mails() {
  await sendOutbox(app);
  return app.mails.map(({ subject }) => subject);
}
const openTimeSlots = async (date: string) => {
  const { days } = await app.visitor().trpc.slots.window.query();
  const day = days.find((one) => one.date === date);
  return day?.timeSlots.filter(({ state }) => state === 'open').map(({ label }) => label);
};

test('bulk changes confirm, schedule, and assign deliveries, and notify customers after ten minutes', async () => {
  const ids = [await booked(), await booked(SECOND)];
  const dana = await driver(app);
  const rita = await driver(app);
  const all = () => Promise.all(ids.map((id) => partOf(id)));
  await begin({ kind: 'confirm', parts: await all() });
  await run();
  await begin({ kind: 'schedule', driverId: dana.driverId, parts: await all() });
  await run();
  await begin({ kind: 'assign', driverId: rita.driverId, parts: await all() });
  expect(await shown()).toMatchObject({ kind: 'assign', state: 'running', all: 2, waiting: 2 });
  await run();
  expect(await shown()).toMatchObject({ state: 'done', done: 2, waiting: 0, leftOut: [] });
  for (const id of ids) {
    expect(await read(id)).toMatchObject({ status: 'scheduled', driverId: rita.driverId });
  }
  const late = async () =>
    (await mails()).filter((subject) => subject.includes('Delivery confirmed'));
  expect(await late()).toEqual([]);
  app.clock.advance(UNDO_BULK_MS);
  expect(await late()).toHaveLength(2);
});

test('a bulk assignment schedules confirmed deliveries, and its undo restores their status', async () => {
  const [confirmed, pending] = [await booked(), await booked(SECOND)];
  await staff.trpc.admin.confirm.mutate({ id: confirmed });
  const { driverId } = await driver(app);
  const parts = [await partOf(confirmed), await partOf(pending)];
  const { id } = await begin({ kind: 'assign', driverId, parts });
  await run();
  expect(await read(confirmed)).toMatchObject({ status: 'scheduled', driverId });
  expect(await read(pending)).toMatchObject({ status: 'pending', driverId });
  await takeBack(id);
  expect(await read(confirmed)).toMatchObject({ status: 'confirmed', driverId: null });
  expect(await read(pending)).toMatchObject({ status: 'pending', driverId: null });
});

test('a plan assigns each delivery to its own driver, and one undo reverses all of it', async () => {
  const ids = [await booked(), await booked(SECOND), await booked(THIRD)];
  const [dana, rita] = [await driver(app), await driver(app)];
  await staff.trpc.admin.confirm.mutate({ id: ids[0] ?? '' });
  const drivers = [dana.driverId, rita.driverId, dana.driverId];
  const parts = await Promise.all(ids.map((id, i) => partOf(id, { driverId: drivers[i] })));
  const requestId = crypto.randomUUID();
  const plan = (given: Part[]) =>
    staff.trpc.admin.beginBulkChange.mutate({ requestId, kind: 'assign', parts: given } as never);
  const { id } = await plan(parts);
  expect(await plan(parts)).toMatchObject({ id });
  // The same request with other drivers would be another plan, so it's refused.
  const swapped = parts.map((part) => ({ ...part, driverId: rita.driverId }));
  expect(await refusal(plan(swapped))).toMatchObject({ status: 409 });
  // A delivery that a person assigned after the preview stays with that driver.
  await staff.trpc.admin.reschedule.mutate({ id: ids[2] ?? '', driverId: rita.driverId });
  await run();
  expect(await shown()).toMatchObject({ state: 'done', done: 2, leftOut: [{}] });
  expect(await read(ids[0] ?? '')).toMatchObject({ status: 'scheduled', driverId: dana.driverId });
  expect(await read(ids[1] ?? '')).toMatchObject({ status: 'pending', driverId: rita.driverId });
  expect(await read(ids[2] ?? '')).toMatchObject({ driverId: rita.driverId });
  await takeBack(id);
  expect(await read(ids[0] ?? '')).toMatchObject({ status: 'confirmed', driverId: null });
  expect(await read(ids[1] ?? '')).toMatchObject({ status: 'pending', driverId: null });
});

test('an undone cancellation restores its spot, its message, and its status', async () => {
  const id = await booked();
  await begin({ kind: 'cancel', reason: 'A storm is coming.', parts: [await partOf(id)] });
  await run();
  expect((await read(id)).status).toBe('cancelled');
  const bulk = await shown();
  await takeBack(bulk?.id ?? '');
  expect(await read(id)).toMatchObject({ status: 'pending', cancelReason: null });
  expect(await shown()).toMatchObject({ state: 'taken_back', takenBack: 1 });
  app.clock.advance(UNDO_BULK_MS);
  expect(await mails()).not.toContainEqual(expect.stringContaining('Delivery cancelled'));
  const { entries } = await staff.trpc.admin.activity.query({ filter: { appointment: id } });
  expect(entries[0]).toMatchObject({ action: 'appointment.taken_back', actorName: 'Alex Harbor' });
});

test("a freed spot stays reserved until the change can't be undone", async () => {
  const ids = [await booked(), await booked(), await booked()];
  const to = { date: IN_TWO_DAYS, time: FIRST };
  const parts = await Promise.all(ids.map((id) => partOf(id, to)));
  await begin({ kind: 'move', keepsOpen: true, parts });
  await run();
  expect(await openTimeSlots(TOMORROW)).not.toContain(FIRST);
  const taken = sam.trpc.booking.create.mutate({ ...ORDER, date: TOMORROW, time: FIRST } as never);
  expect(await refusal(taken)).toMatchObject({ reason: 'slot_taken' });
  // The reserved spot is available to the delivery itself.
  const [own = ''] = ids;
  await staff.trpc.admin.reschedule.mutate({ id: own, date: TOMORROW, time: FIRST } as never);
  app.clock.advance(UNDO_BULK_MS);
  await run();
  expect(await openTimeSlots(TOMORROW)).toContain(FIRST);
});

test('an undone move restores the reason for overbooking', async () => {
  for (const _ of [1, 2, 3]) await booked(SECOND);
  const id = await booked();
  const overCapacityReason = 'The committee boat.';
  await staff.trpc.admin.reschedule.mutate({ id, time: SECOND, overCapacityReason });
  const { id: bulkId } = await begin({
    kind: 'move',
    parts: [await partOf(id, { date: TOMORROW, time: THIRD })],
  });
  await run();
  expect(await read(id)).toMatchObject({ time: THIRD, overCapacityReason: null });
  await takeBack(bulkId);
  expect(await read(id)).toMatchObject({ time: SECOND, overCapacityReason });
});

test("an appointment that someone else changed is left out, and an undo doesn't overwrite a later change", async () => {
  const [one, two] = [await booked(), await booked()];
  const parts = [await partOf(one), await partOf(two)];
  await staff.trpc.admin.reschedule.mutate({ id: one, slipNumber: 'Slip 99' } as never);
  await begin({ kind: 'cancel', parts });
  await run();
  expect((await read(one)).status).toBe('pending');
  expect(await shown()).toMatchObject({
    done: 1,
    leftOut: [{ appointmentId: one, reason: 'Alex Harbor changed it first.' }],
  });
  const confirm = await begin({ kind: 'confirm', parts: [await partOf(one)] });
  await run();
  await staff.trpc.admin.reschedule.mutate({ id: one, slipNumber: 'Slip 7' } as never);
  await takeBack(confirm.id);
  expect(await read(one)).toMatchObject({ status: 'confirmed', slipNumber: 'Slip 7' });
  expect(await shown()).toMatchObject({ leftOut: [{ appointmentId: one, state: 'stays' }] });
});

test('a delivery that was already confirmed isn’t listed as left out', async () => {
  const [confirmed, pending] = [await booked(), await booked(SECOND)];
  await staff.trpc.admin.confirm.mutate({ id: confirmed });
  await begin({ kind: 'confirm', parts: [await partOf(confirmed), await partOf(pending)] });
  await run();
  expect(await shown()).toMatchObject({ state: 'done', all: 2, done: 1, waiting: 0, leftOut: [] });
});

test('an interrupted run continues where it stopped and does nothing twice', async () => {
  const ids = [await booked(), await booked(SECOND), await booked(THIRD)];
  const parts = await Promise.all(ids.map((id) => partOf(id)));
  await begin({ kind: 'confirm', parts });
  const { db } = app.deps;
  let writes = 0;
  const dying = new Proxy(db, {
    get(target, name, receiver) {
      if (name !== 'batch') return Reflect.get(target, name, receiver);
      return (...args: Parameters<typeof db.batch>) => {
        writes += 1;
        if (writes > 2) throw new Error('the process was killed');
        return target.batch(...args);
      };
    },
  });
  await expect(runBulkChanges({ deps: { ...app.deps, db: dying } })).rejects.toThrow('killed');
  expect(await shown()).toMatchObject({ state: 'running', done: 2, waiting: 1 });
  // Two processes may continue the bulk change at the same time.
  await Promise.all([run(), run()]);
  expect(await shown()).toMatchObject({ state: 'done', done: 3, leftOut: [] });
  app.clock.advance(UNDO_BULK_MS);
  expect((await mails()).filter((subject) => subject.includes('Delivery confirmed'))).toHaveLength(
    3,
  );
});

test('an undo while another process runs the change stops the run', async () => {
  const ids = [await booked(), await booked(SECOND), await booked(THIRD)];
  const parts = await Promise.all(ids.map((id) => partOf(id)));
  const { id: bulkId } = await begin({ kind: 'confirm', parts });
  const { db } = app.deps;
  let writes = 0;
  const slow = new Proxy(db, {
    get(target, name, receiver) {
      if (name !== 'batch') return Reflect.get(target, name, receiver);
      return async (...args: Parameters<typeof db.batch>) => {
        writes += 1;
        if (writes === 2) await takeBack(bulkId);
        return target.batch(...args);
      };
    },
  });
  await runBulkChanges({ deps: { ...app.deps, db: slow } });
  // The parts that never ran aren't listed as not restored.
  expect(await shown()).toMatchObject({
    state: 'taken_back',
    takenBack: 1,
    waiting: 0,
    leftOut: [],
  });
  for (const id of ids) expect(await read(id)).toMatchObject({ status: 'pending' });
  app.clock.advance(UNDO_BULK_MS);
  expect(await mails()).not.toContainEqual(expect.stringContaining('Delivery confirmed'));
});

test("a waiting message isn't sent if the delivery was moved or cancelled", async () => {
  const [moved, cancelled, stays] = [await booked(), await booked(SECOND), await booked(THIRD)];
  const to = { date: IN_TWO_DAYS, time: FIRST };
  const parts = await Promise.all([moved, cancelled, stays].map((id) => partOf(id, to)));
  await begin({ kind: 'move', parts });
  await run();
  app.clock.advance(1000);
  await staff.trpc.admin.reschedule.mutate({ id: moved, time: SECOND } as never);
  await sam.trpc.booking.cancel.mutate({ id: cancelled });
  const moves = async () => {
    await sendOutbox(app);
    return app.mails.filter(({ subject }) => subject.includes('Delivery moved'));
  };
  expect(await moves()).toMatchObject([{ text: expect.stringContaining(SECOND) }]);
  app.clock.advance(UNDO_BULK_MS);
  const { publicCode } = await read(stays);
  expect((await moves()).slice(1)).toMatchObject([
    { text: expect.stringContaining(`Delivery: ${publicCode}\n`) },
  ]);
});

test('a change undone at the last moment keeps its spot and its message until the job is done', async () => {
  const ids = [await booked(), await booked(), await booked()];
  const parts = await Promise.all(ids.map((id) => partOf(id)));
  const { id } = await begin({ kind: 'cancel', parts });
  await run();
  app.clock.advance(UNDO_BULK_MS - 1);
  await staff.trpc.admin.takeBackBulkChange.mutate({ id });
  app.clock.advance(60_000);
  expect(await mails()).not.toContainEqual(expect.stringContaining('Delivery cancelled'));
  expect(await openTimeSlots(TOMORROW)).not.toContain(FIRST);
  await run();
  expect(await shown()).toMatchObject({ state: 'taken_back', takenBack: 3, leftOut: [] });
});

test('a delivery taken from a driver who was since deactivated stays with the new driver', async () => {
  const id = await booked();
  const [dana, rita] = [await driver(app), await driver(app)];
  await begin({ kind: 'confirm', parts: [await partOf(id)] });
  await run();
  await staff.trpc.admin.schedule.mutate({ id, driverId: dana.driverId });
  const input = { kind: 'assign', driverId: rita.driverId, parts: [await partOf(id)] } as const;
  const bulk = await begin(input as never);
  await run();
  await staff.trpc.admin.retireDriver.mutate({ id: dana.driverId });
  await takeBack(bulk.id);
  expect(await read(id)).toMatchObject({ status: 'scheduled', driverId: rita.driverId });
  const changes = await staff.trpc.admin.bulkChanges.query();
  expect(changes.find((one) => one.id === bulk.id)).toMatchObject({
    leftOut: [{ appointmentId: id, state: 'stays' }],
  });
});

test('bulk changes are deleted after thirty days, even if no other follows', async () => {
  const now = app.clock.now();
  await begin({ kind: 'confirm', parts: [await partOf(await booked())] });
  await run();
  const kept = async () => {
    await run();
    const { rows } = await app.deps.db.client.execute('select 1 from bulk_parts');
    return rows.length;
  };
  app.clock.advance(29 * 86_400_000);
  expect(await kept()).toBe(1);
  app.clock.advance(86_400_000);
  expect(await kept()).toBe(0);
  app.clock.set(now);
});

test('a repeated call starts a bulk change once', async () => {
  const requestId = crypto.randomUUID();
  const parts = [await partOf(await booked())];
  const call = () =>
    staff.trpc.admin.beginBulkChange.mutate({ requestId, kind: 'confirm', parts } as never);
  const [one, two] = await Promise.all([call(), call()]);
  expect(one.id).toBe(two.id);
  expect(await staff.trpc.admin.bulkChanges.query()).toHaveLength(1);
});

test('a different change with the same request ID is refused and starts nothing', async () => {
  const requestId = crypto.randomUUID();
  const [one, other] = [await partOf(await booked()), await partOf(await booked(SECOND))];
  const call = (input: Partial<BulkChangeInput>) =>
    staff.trpc.admin.beginBulkChange.mutate({
      ...{ requestId, kind: 'write', text: 'At ten.', parts: [one] },
      ...input,
    } as never);
  const begun = await call({});
  for (const changed of [{ text: 'At eleven.' }, { parts: [one, other] }, { parts: [other] }]) {
    expect(await refusal(call(changed))).toMatchObject({ status: 409, reason: 'conflict' });
  }
  expect((await call({})).id).toBe(begun.id);
  expect(await staff.trpc.admin.bulkChanges.query()).toHaveLength(1);
});

test('each customer gets a message once, and those without an address are named', async () => {
  const reached = await booked();
  const guest = app.visitor();
  const { appointment } = await guest.trpc.booking.create.mutate({
    ...ORDER,
    time: SECOND,
    customerPhone: '(269) 555-0199',
  } as never);
  const parts = [await partOf(reached), await partOf(appointment.id)];
  await begin({ kind: 'write', text: 'Please leave the key.', parts });
  await run();
  expect(await shown()).toMatchObject({
    done: 1,
    leftOut: [
      { appointmentId: appointment.id, reason: expect.stringContaining('Call the customer') },
    ],
  });
  await run();
  app.clock.advance(UNDO_BULK_MS);
  const about = (await mails()).filter((subject) => subject.startsWith('About your delivery'));
  expect(about).toHaveLength(1);
});

test("evening messages wait until morning, and can't be undone by then", async () => {
  const now = app.clock.now();
  const id = await booked(FIRST, IN_TWO_DAYS);
  const evening = Date.parse(`${TODAY}T21:30:00-04:00`);
  app.clock.set(evening);
  const late = await admin(app);
  const version = (await late.trpc.admin.appointment.query({ id })).appointment.version;
  const { id: bulkId } = await begin({ kind: 'confirm', parts: [{ id, version }] }, late);
  await run();
  app.clock.advance(UNDO_BULK_MS);
  expect(await mails()).not.toContainEqual(expect.stringContaining('Delivery confirmed'));
  const refused = late.trpc.admin.takeBackBulkChange.mutate({ id: bulkId });
  expect(await refusal(refused)).toMatchObject({ status: 409, reason: 'conflict' });
  app.clock.set(Date.parse(`${TOMORROW}T08:00:00-04:00`));
  expect(await mails()).toContainEqual(expect.stringContaining('Delivery confirmed'));
  app.clock.set(now);
  staff = await admin(app);
});

test('a stormy day is closed, proposed, moved, and fully restored', async () => {
  const ids = [await booked(FIRST), await booked(FIRST), await booked(THIRD)];
  await booked(FIRST, IN_TWO_DAYS);
  await booked(FIRST, IN_TWO_DAYS);
  const { moves, staying } = await staff.trpc.admin.proposeMoves.query({ date: TOMORROW });
  expect(staying).toBe(0);
  expect(moves.map(({ id, to }): unknown[] => [id, to])).toEqual([
    [ids[0], { date: IN_TWO_DAYS, time: FIRST }],
    // Today's first time slot also has room. If two days are equally near, the later one is
    // preferred.
    [ids[1], { date: TODAY, time: FIRST }],
    [ids[2], { date: IN_TWO_DAYS, time: THIRD }],
  ]);
  const parts = moves.map(({ id, version, to }) => ({ id, version, ...to }));
  const bulk = await begin({ kind: 'move', closeDate: TOMORROW, parts: parts as Part[] });
  expect(await openTimeSlots(TOMORROW)).toEqual([]);
  await run();
  for (const [i, id] of ids.entries()) expect(await read(id)).toMatchObject(moves[i]?.to ?? {});
  expect(await shown()).toMatchObject({ state: 'done', done: 3, stillThere: 0 });
  await takeBack(bulk.id);
  for (const [i, id] of ids.entries()) {
    expect(await read(id)).toMatchObject({ date: TOMORROW, time: moves[i]?.time });
  }
  expect(await openTimeSlots(TOMORROW)).toEqual([FIRST, SECOND, THIRD]);
  app.clock.advance(UNDO_BULK_MS);
  expect(await mails()).not.toContainEqual(expect.stringContaining('Delivery moved'));
});

test('some deliveries of a day can move to a later window of the same day', async () => {
  const ids = [await booked(FIRST), await booked(FIRST)];
  await booked(THIRD);
  const { moves, rooms } = await staff.trpc.admin.proposeMoves.query({ date: TOMORROW, ids });
  const sameDay = rooms.filter(({ date }) => date === TOMORROW);
  expect(sameDay).toEqual([
    { date: TOMORROW, slotIndex: 1, time: SECOND, places: 3 },
    { date: TOMORROW, slotIndex: 2, time: THIRD, places: 2 },
  ]);
  const parts = moves.map(({ id, version }) => ({ id, version, date: TOMORROW, time: THIRD }));
  const { closed } = await begin({ kind: 'move', parts });
  expect(closed).toEqual([{ date: TOMORROW, time: FIRST }]);
  await run();
  for (const id of ids) expect(await read(id)).toMatchObject({ date: TOMORROW, time: THIRD });
  // The whole day closes, so none of its windows is proposed.
  const whole = await staff.trpc.admin.proposeMoves.query({ date: TOMORROW });
  expect(whole.rooms.filter(({ date }) => date === TOMORROW)).toEqual([]);
});

test('a delivery stays where it is, with a reason, if the proposed window filled up', async () => {
  const id = await booked();
  const part = await partOf(id, { date: IN_TWO_DAYS, time: SECOND });
  for (let i = 0; i < 3; i += 1) await booked(SECOND, IN_TWO_DAYS);
  await begin({ kind: 'move', closeDate: TOMORROW, parts: [part] });
  await run();
  expect(await read(id)).toMatchObject({ date: TOMORROW, time: FIRST });
  expect(await shown()).toMatchObject({
    stillThere: 1,
    leftOut: [{ appointmentId: id, reason: expect.stringContaining('full or blocked') }],
  });
});

/** Ten minutes after the run, a reserved spot can't block customers anymore. */
const afterwards = async () => {
  await run();
  app.clock.advance(UNDO_BULK_MS);
  await run();
};
const timeSlotOf = async (label: Label, date = TOMORROW) => {
  const { timeSlots } = await staff.trpc.admin.calendar.query({ date });
  return timeSlots.find((one) => one.label === label);
};
const switchOf = (time: Label, isAvailable: boolean, date = TOMORROW) =>
  staff.trpc.admin.switchTimeSlot.mutate({ date, time, isAvailable });

test('a window emptied by a move sells nothing until staff open it with one press', async () => {
  const ids = [await booked(), await booked(), await booked()];
  await booked(SECOND);
  const to = { date: IN_TWO_DAYS, time: FIRST };
  const parts = await Promise.all(ids.map((id) => partOf(id, to)));
  const { closed } = await begin({ kind: 'move', parts });
  expect(closed).toEqual([{ date: TOMORROW, time: FIRST }]);
  // Before the job has moved anything, nobody can book the windows that it's about to clear.
  expect(await openTimeSlots(TOMORROW)).toEqual([SECOND, THIRD]);
  await run();
  expect(await timeSlotOf(FIRST)).toMatchObject({ state: 'Blocked', kept: 3 });
  await afterwards();
  expect(await openTimeSlots(TOMORROW)).toEqual([SECOND, THIRD]);
  await switchOf(FIRST, true);
  expect(await openTimeSlots(TOMORROW)).toEqual([FIRST, SECOND, THIRD]);
});

test('a window with open spots is also closed if all of its deliveries leave it', async () => {
  const parts = [await partOf(await booked(), { date: TOMORROW, time: THIRD })];
  await begin({ kind: 'move', parts });
  expect(await openTimeSlots(TOMORROW)).toEqual([SECOND, THIRD]);
  await afterwards();
  expect(await openTimeSlots(TOMORROW)).toEqual([SECOND, THIRD]);
});

test('a window emptied by cancellations stays closed, and the undo opens it again', async () => {
  const ids = [await booked(), await booked()];
  const parts = await Promise.all(ids.map((id) => partOf(id)));
  const { id } = await begin({ kind: 'cancel', parts });
  await run();
  expect(await openTimeSlots(TOMORROW)).toEqual([SECOND, THIRD]);
  await takeBack(id);
  expect(await openTimeSlots(TOMORROW)).toEqual([FIRST, SECOND, THIRD]);
});

test('a cancelled day is closed with all its windows, also those without deliveries', async () => {
  const parts = [await partOf(await booked())];
  await begin({ kind: 'cancel', closeDate: TOMORROW, parts });
  expect(await openTimeSlots(TOMORROW)).toEqual([]);
  await afterwards();
  expect(await openTimeSlots(TOMORROW)).toEqual([]);
  expect(await shown()).toMatchObject({ state: 'done', done: 1, stillThere: 0 });
});

test('a cancelled day opens again when staff undo it', async () => {
  const { id } = await begin({
    kind: 'cancel',
    closeDate: TOMORROW,
    parts: [await partOf(await booked())],
  });
  await run();
  await takeBack(id);
  expect(await openTimeSlots(TOMORROW)).toEqual([FIRST, SECOND, THIRD]);
});

test('a window stays open if a delivery stays or moves in, or if staff want it open', async () => {
  const [one, other, third] = [await booked(), await booked(), await booked(SECOND)];
  const leaves = await partOf(one, { date: IN_TWO_DAYS, time: FIRST });
  expect((await begin({ kind: 'move', parts: [leaves] })).closed).toEqual([]);
  await run();
  const parts = [
    await partOf(other, { date: TOMORROW, time: SECOND }),
    await partOf(third, { date: TOMORROW, time: FIRST }),
  ];
  expect((await begin({ kind: 'move', parts })).closed).toEqual([]);
  await run();
  const [again] = await Promise.all([partOf(other, { date: IN_TWO_DAYS, time: SECOND })]);
  const kept = await begin({ kind: 'move', keepsOpen: true, parts: [again as Part] });
  expect(kept.closed).toEqual([]);
  const stays = { date: IN_TWO_DAYS, time: SECOND };
  await run();
  const unmoved = await begin({ kind: 'move', parts: [await partOf(other, stays)] });
  expect(unmoved.closed).toEqual([]);
  await afterwards();
  expect(await openTimeSlots(TOMORROW)).toEqual([FIRST, SECOND, THIRD]);
});

test('a window or day that staff open before the job runs stays open', async () => {
  const parts = [await partOf(await booked(), { date: IN_TWO_DAYS, time: FIRST })];
  await begin({ kind: 'move', parts });
  await switchOf(FIRST, true);
  await run();
  expect(await openTimeSlots(TOMORROW)).toContain(FIRST);
  const next = [await partOf(await booked(SECOND), { date: IN_TWO_DAYS, time: FIRST })];
  await begin({ kind: 'move', closeDate: TOMORROW, parts: next });
  await staff.trpc.admin.openDays.mutate({ from: TOMORROW });
  await run();
  expect(await shown()).toMatchObject({ state: 'done', done: 1 });
  expect(await openTimeSlots(TOMORROW)).toEqual([FIRST, SECOND, THIRD]);
});

test('staff can block and open a window whose spots are only reserved for a change', async () => {
  const ids = [await booked(), await booked(), await booked()];
  const to = { date: IN_TWO_DAYS, time: FIRST };
  const parts = await Promise.all(ids.map((id) => partOf(id, to)));
  await begin({ kind: 'move', keepsOpen: true, parts });
  await run();
  expect(await timeSlotOf(FIRST)).toMatchObject({ state: 'Available', occupied: 3, kept: 3 });
  expect(await openTimeSlots(TOMORROW)).not.toContain(FIRST);
  expect(await switchOf(FIRST, false)).toMatchObject({ state: 'Blocked' });
  await afterwards();
  expect(await openTimeSlots(TOMORROW)).not.toContain(FIRST);
  expect(await switchOf(FIRST, true)).toMatchObject({ state: 'Available' });
});

test('a bulk change needs distinct appointments, a time slot, a driver, or a text', async () => {
  const part = await partOf(await booked());
  const cases = [
    { kind: 'confirm', parts: [] },
    { kind: 'confirm', parts: [part, part] },
    { kind: 'move', parts: [part] },
    { kind: 'assign', parts: [part] },
    { kind: 'write', parts: [part] },
    { kind: 'move', parts: [{ ...part, date: TODAY, time: THIRD }], closeDate: addDays(TODAY, -1) },
  ] as const;
  for (const one of cases) {
    expect(await refusal(begin(one as never))).toMatchObject({
      status: 400,
      reason: 'invalid_input',
    });
  }
});
