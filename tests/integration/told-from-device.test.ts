/**
 * Tests a delivery that a device sends too late. Staff get all of it and decide once, and it's
 * charged once.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { admin, book, customer, driver, picture, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

type Driver = { visitor: Visitor; driverId: number };

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let dana: Driver;
let erin: Driver;
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  sam = await customer(app);
  staff = await admin(app);
  dana = await driver(app);
  erin = await driver(app);
});
afterAll(() => app.close());

const key = () => crypto.randomUUID();
async function ready(order: Record<string, unknown> = {}): Promise<string> {
  const id = await book(sam, { date: TODAY, ...order });
  await readyToDeliver(staff, id, dana.driverId);
  return id;
}
const open = async (id: string) =>
  (await staff.trpc.admin.reviewQueue.query()).open.filter(({ delivery }) => delivery?.id === id);
const stateOf = async (id: string) =>
  (await staff.trpc.admin.appointment.query({ id })).appointment;
const charged = async (id: string) =>
  (
    await app.deps.db.client.execute({
      sql: "select coalesce(sum(amount_cents), 0) as cents, count(*) as n from charges where state = 'succeeded' and appointment_id = ?",
      args: [id],
    })
  ).rows[0];

/** Creates the action that a device sends about a delivery. */
const action = (id: string, over: Record<string, unknown> = {}) => ({
  id,
  actualGallons: 18,
  smallIceBags: 2,
  largeIceBags: 0,
  notes: 'Left with Joe',
  completedAt: '2026-06-13T14:00:00Z',
  shownDate: TODAY,
  actionKey: key(),
  ...over,
});
const send = (sent: ReturnType<typeof action>, by: Driver = dana) =>
  refusal(by.visitor.trpc.driver.complete.mutate(sent));

/** Records an item like a person who is shown the total and agrees. */
async function accept(id: string, appointmentId?: string): Promise<number> {
  const question = await refusal(staff.trpc.admin.acceptPress.mutate({ id, appointmentId }));
  expect(question.reason).toBe('needs_confirmation');
  const total = Number(question.details?.total);
  await staff.trpc.admin.acceptPress.mutate({ id, appointmentId, confirmedTotal: total });
  return total;
}

const CONFLICT: [string, (id: string) => Promise<unknown>][] = [
  [
    'given to another driver',
    (id) => staff.trpc.admin.reschedule.mutate({ id, driverId: erin.driverId }),
  ],
  ['cancelled', (id) => staff.trpc.admin.cancel.mutate({ id })],
  ['moved', (id) => staff.trpc.admin.reschedule.mutate({ id, date: TOMORROW })],
  ['completed', (id) => staff.trpc.admin.complete.mutate({ id, actualGallons: 20 })],
];

describe.each(CONFLICT)('after the order was %s', (_name, change) => {
  test('staff have figures, notes, time, and photo in one item, and accept it once', async () => {
    const id = await ready();
    await change(id);
    const before = await charged(id);
    const setOut = { id, actionKey: key(), shownDate: TODAY };
    await refusal(dana.visitor.trpc.driver.enRoute.mutate(setOut));
    const sent = action(id);
    for (let time = 0; time < 3; time += 1) {
      expect((await send(sent)).details).toMatchObject({ isKept: true });
      await refusal(dana.visitor.trpc.driver.enRoute.mutate(setOut));
    }
    const photo = { id, actionKey: key(), completionKey: sent.actionKey, photo: await picture() };
    await dana.visitor.trpc.driver.completePhoto.mutate(photo);
    await dana.visitor.trpc.driver.completePhoto.mutate(photo);
    const items = await open(id);
    expect(items).toMatchObject([
      {
        kind: 'refused_action',
        press: {
          kind: 'complete',
          actualGallonsTenths: 180,
          smallIceBags: 2,
          largeIceBags: 0,
          notes: 'Left with Joe',
          pressedAt: '2026-06-13T14:00:00Z',
          photo: true,
        },
      },
    ]);
    expect(await charged(id)).toEqual(before);

    const item = items[0]?.id ?? '';
    const total = await accept(item);
    await staff.trpc.admin.acceptPress.mutate({ id: item });
    expect(await open(id)).toEqual([]);
    expect(await stateOf(id)).toMatchObject({
      status: 'completed',
      actualGallonsTenths: 180,
      totalPriceCents: Math.round(total * 100),
      balancePaid: true,
    });
    expect(await charged(id)).toMatchObject({ n: 1 });
    const { photos } = await staff.trpc.admin.appointment.query({ id });
    expect(photos).toHaveLength(1);
    // Sending the delivery again after the decision changes nothing.
    await Promise.allSettled([dana.visitor.trpc.driver.complete.mutate(sent)]);
    expect(await open(id)).toEqual([]);
    expect(await charged(id)).toMatchObject({ n: 1 });
  });
});

test("the order's current driver sees immediately that it was delivered", async () => {
  const id = await ready();
  await staff.trpc.admin.reschedule.mutate({ id, driverId: erin.driverId });
  const told = async () => {
    const { deliveries } = await erin.visitor.trpc.driver.day.query({});
    return deliveries.find((delivery) => delivery.id === id)?.told;
  };
  expect(await told()).toBeNull();
  const before = await newestOf(erin);
  await send(action(id));
  expect(await told()).toMatchObject({
    actualGallonsTenths: 180,
    by: expect.stringMatching(/^Dana/),
  });
  expect(await newestOf(erin)).toBeGreaterThan(before);
});

/** Returns the number of the last change that the driver's page is notified of. */
async function newestOf({ driverId }: Driver): Promise<number> {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select max(seq) as seq from changes where driver_id = ?',
    args: [driverId],
  });
  return Number(rows[0]?.seq);
}

test('a delivery at another dock is attached to that order, and only to one', async () => {
  const [wrong, right, third] = [await ready(), await ready(), await ready()];
  await staff.trpc.admin.cancel.mutate({ id: wrong });
  await send(action(wrong));
  const item = (await open(wrong))[0]?.id ?? '';
  await accept(item, right);
  expect(await stateOf(right)).toMatchObject({ status: 'completed', actualGallonsTenths: 180 });
  expect((await stateOf(wrong)).status).toBe('cancelled');
  await staff.trpc.admin.acceptPress.mutate({ id: item, appointmentId: third, confirmedTotal: 1 });
  expect((await stateOf(third)).status).toBe('scheduled');
});

test('two people who attach it to two orders at the same moment charge one', async () => {
  const [wrong, ...targets] = [await ready(), await ready(), await ready()];
  await staff.trpc.admin.cancel.mutate({ id: wrong });
  await send(action(wrong));
  const item = (await open(wrong))[0]?.id ?? '';
  const question = await refusal(
    staff.trpc.admin.acceptPress.mutate({ id: item, appointmentId: targets[0] }),
  );
  const confirmedTotal = Number(question.details?.total);
  await Promise.allSettled(
    targets.map((appointmentId) =>
      staff.trpc.admin.acceptPress.mutate({ id: item, appointmentId, confirmedTotal }),
    ),
  );
  const states = await Promise.all(targets.map(stateOf));
  expect(states.filter(({ status }) => status === 'completed')).toHaveLength(1);
});

test("a refusal doesn't release what another person is recording", async () => {
  const [id, other] = [await ready(), await ready()];
  await staff.trpc.admin.cancel.mutate({ id });
  await send(action(id));
  const item = (await open(id))[0]?.id ?? '';
  const acceptFor = (appointmentId: string) =>
    refusal(staff.trpc.admin.acceptPress.mutate({ id: item, appointmentId }));
  const confirmedTotal = Number((await acceptFor(id)).details?.total);
  // To the next person, a server that crashed midway looks the same as one that's still working.
  const { client } = app.deps.db;
  await client.execute(
    "create trigger the_server_ends before update on appointments begin select raise(abort, 'ended'); end",
  );
  const ended = staff.trpc.admin.acceptPress.mutate({ id: item, confirmedTotal });
  expect((await refusal(ended)).status).toBe(500);
  await client.execute('drop trigger the_server_ends');

  expect(await acceptFor(id)).toMatchObject({ reason: 'needs_confirmation' });
  expect(await acceptFor(other)).toMatchObject({ reason: 'conflict' });
  app.clock.advance(6 * 60_000);
  expect(await acceptFor(id)).toMatchObject({ reason: 'needs_confirmation' });
  expect(await acceptFor(other)).toMatchObject({ reason: 'needs_confirmation' });
});

test('a photo that arrives after the decision is added to the delivery', async () => {
  const id = await ready();
  await staff.trpc.admin.cancel.mutate({ id });
  const sent = action(id);
  await send(sent);
  await accept((await open(id))[0]?.id ?? '');
  const photo = { id, actionKey: key(), completionKey: sent.actionKey, photo: await picture() };
  await dana.visitor.trpc.driver.completePhoto.mutate(photo);
  expect((await staff.trpc.admin.appointment.query({ id })).photos).toHaveLength(1);
});

test('an item is dismissed with a reason, and nothing is charged', async () => {
  const id = await ready();
  await staff.trpc.admin.cancel.mutate({ id });
  await send(action(id));
  const item = (await open(id))[0]?.id ?? '';
  await staff.trpc.admin.resolveReviewItem.mutate({ id: item, note: 'Typed at the wrong dock' });
  expect(await open(id)).toEqual([]);
  expect((await stateOf(id)).status).toBe('cancelled');
  expect(await charged(id)).toMatchObject({ n: 0 });
});

test("notes sent with the same figures aren't lost", async () => {
  const id = await ready();
  await staff.trpc.admin.complete.mutate({
    id,
    actualGallons: 18,
    smallIceBags: 2,
    largeIceBags: 0,
    confirmedTotal: 113.8,
  });
  expect((await send(action(id))).details).toMatchObject({ isKept: true });
  const [item] = await open(id);
  expect(item?.press).toMatchObject({ notes: 'Left with Joe' });
  await staff.trpc.admin.acceptPress.mutate({ id: item?.id ?? '' });
  expect(await open(id)).toEqual([]);
  expect(await charged(id)).toMatchObject({ n: 1 });
});

test("a driver who never had an order can't report it", async () => {
  const id = await ready();
  const heard = await send(action(id), erin);
  expect(heard).toMatchObject({ status: 404, details: null });
  const report = { appointmentId: id, text: 'Not mine', actionKey: key() };
  expect((await refusal(erin.visitor.trpc.driver.reportIssue.mutate(report))).status).toBe(404);
  expect(await open(id)).toEqual([]);
});

test('a driver can report an order that was theirs', async () => {
  const id = await ready();
  await staff.trpc.admin.reschedule.mutate({ id, driverId: erin.driverId });
  const report = { appointmentId: id, text: 'Left the hose there', actionKey: key() };
  await dana.visitor.trpc.driver.reportIssue.mutate(report);
  expect(await open(id)).toMatchObject([{ kind: 'driver_report', reason: 'Left the hose there' }]);
});

test('the photo of a refused action is only for staff', async () => {
  const id = await ready();
  await staff.trpc.admin.cancel.mutate({ id });
  const sent = action(id);
  await send(sent);
  await dana.visitor.trpc.driver.completePhoto.mutate({
    ...{ id, actionKey: key(), completionKey: sent.actionKey, photo: await picture() },
  });
  const address = `/api/photos/${(await open(id))[0]?.id}`;
  expect((await staff.fetch(address)).status).toBe(200);
  expect((await sam.fetch(address)).status).toBe(404);
});

test('an action that keeps failing on the server is handed over once', async () => {
  const id = await ready();
  const { completedAt, shownDate, ...said } = action(id);
  const handed = { ...said, kind: 'complete' as const, text: 'complete with 18 gallons' };
  for (let time = 0; time < 2; time += 1) {
    await dana.visitor.trpc.driver.handOver.mutate({ ...handed, refusal: 'No answer' });
  }
  const [item, ...more] = await open(id);
  expect(item?.press).toMatchObject({ actualGallonsTenths: 180, notes: 'Left with Joe' });
  expect(more).toEqual([]);
  await accept(item?.id ?? '');
  expect(await charged(id)).toMatchObject({ n: 1 });
  const others = { ...handed, id: await ready(), refusal: 'No answer', actionKey: key() };
  expect((await refusal(erin.visitor.trpc.driver.handOver.mutate(others))).status).toBe(404);
});

test("an action that the server has done isn't handed over", async () => {
  const id = await ready();
  const sent = action(id, { largeIceBags: 1 });
  await dana.visitor.trpc.driver.enRoute.mutate({ id });
  await dana.visitor.trpc.driver.complete.mutate(sent);
  const { completedAt, shownDate, ...said } = sent;
  await dana.visitor.trpc.driver.handOver.mutate({
    ...{ ...said, kind: 'complete', text: 'complete', refusal: 'No answer' },
  });
  expect(await open(id)).toEqual([]);
});

test("a device action that loses every race is sent again, and staff aren't notified", async () => {
  const id = await ready();
  await dana.visitor.trpc.driver.enRoute.mutate({ id });
  const { client } = app.deps.db;
  await client.execute(
    'create trigger others_are_faster before update on appointments begin select raise(ignore); end',
  );
  const sent = action(id, { largeIceBags: 1 });
  const lost = await send(sent);
  await client.execute('drop trigger others_are_faster');
  expect(lost).toMatchObject({ status: 503, reason: 'unavailable' });
  expect(await open(id)).toEqual([]);
  await dana.visitor.trpc.driver.complete.mutate(sent);
  expect(await charged(id)).toMatchObject({ n: 1 });
});

test('a driver and staff are notified when a stop went to another driver', async () => {
  const id = await ready();
  await staff.trpc.admin.reschedule.mutate({ id, driverId: erin.driverId });
  const refused = await send(action(id));
  expect(refused).toMatchObject({ message: 'Dispatch removed this stop from your route.' });
  const [item] = await open(id);
  expect(item?.reason).toContain(
    'We couldn’t save it: Dispatch removed this stop from your route.',
  );
});
