/** Tests a driver who set out by mistake, and an en route stop that another driver has to make. */
import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let dana: Awaited<ReturnType<typeof driver>>;
let id: string;

beforeEach(async () => {
  app = await startTestApp({ capacity: 100 });
  sam = await customer(app);
  staff = await admin(app);
  dana = await driver(app);
  id = await book(sam);
  await readyToDeliver(staff, id, dana.driverId);
  await dana.visitor.trpc.driver.enRoute.mutate({ id, actionKey: 'set-out-action-key-1' });
});
afterAll(() => app.close());

const undo = (by: Visitor = dana.visitor) => by.trpc.driver.undoEnRoute.mutate({ id });
const seen = async () => (await staff.trpc.admin.appointment.query({ id })).appointment;
const subjects = async () => {
  const { rows } = await app.deps.db.client.execute({
    sql: "select subject from outbox where appointment_id = ? and subject like '%on the way%' order by created_at",
    args: [id],
  });
  return rows.map(({ subject }) => String(subject));
};

describe('the driver who set out', () => {
  test('undoes it within two minutes, and the customer gets only the newer message', async () => {
    app.clock.advance(119_000);
    const undoUntil = app.clock.now() + 1_000;
    const { deliveries } = await dana.visitor.trpc.driver.day.query({});
    expect(deliveries).toMatchObject([{ id, undoUntil }]);
    expect(await undo()).toMatchObject({
      ...{ customerNotified: true, appointment: { status: 'scheduled', cardLast4: null } },
    });
    expect(await seen()).toMatchObject({ status: 'scheduled', driverId: dana.driverId });
    expect(await subjects()).toEqual(['Your driver isn’t on the way yet']);
    // The button is pressed twice, and the device sends its first action once more.
    await undo();
    await dana.visitor.trpc.driver.enRoute.mutate({ id, actionKey: 'set-out-action-key-1' });
    expect((await seen()).status).toBe('scheduled');
    expect(await subjects()).toHaveLength(1);
    const { history } = await staff.trpc.admin.appointment.query({ id });
    const undone = history.filter(({ action }) => action === 'appointment.turned_back');
    expect(undone).toMatchObject([
      { before: { status: 'en_route' }, after: { status: 'scheduled' } },
    ]);
  });

  test('sets out once more, and the customer is notified again', async () => {
    await sendOutbox(app);
    await undo();
    app.clock.advance(60_000);
    await dana.visitor.trpc.driver.enRoute.mutate({ id, actionKey: 'set-out-action-key-2' });
    expect(await subjects()).toEqual([
      expect.stringContaining('is on the way'),
      'Your driver isn’t on the way yet',
      expect.stringContaining('is on the way'),
    ]);
  });

  test("can't undo it after two minutes, even if the device's clock is wrong, but staff can", async () => {
    app.clock.advance(120_000);
    const late = await refusal(undo());
    expect(late).toMatchObject({ status: 409, reason: 'conflict' });
    expect(late.message).toBe(
      'You can only undo this within 2 minutes. Call dispatch to change it.',
    );
    const { deliveries } = await dana.visitor.trpc.driver.day.query({});
    expect(deliveries).toMatchObject([{ id, undoUntil: null }]);
    app.clock.advance(3_600_000);
    await undo(staff);
    expect((await seen()).status).toBe('scheduled');
  });

  test('undoes it without signal within two minutes, and the server learns of it later', async () => {
    const actionKey = 'undo-without-signal';
    const late = { id, actionKey, ageMs: 20 * 60_000 };
    app.clock.advance(21 * 60_000);
    const { undoEnRoute, enRoute } = dana.visitor.trpc.driver;
    expect(await undoEnRoute.mutate(late)).toMatchObject({
      ...{ isChanged: true, appointment: { status: 'scheduled' } },
    });
    // The answer was lost, and the driver set out again before the undo is sent again.
    await enRoute.mutate({ id, actionKey: 'set-out-action-key-2' });
    expect(await undoEnRoute.mutate(late)).toMatchObject({ isChanged: false });
    expect((await seen()).status).toBe('en_route');
  });

  test('undoes it too late, or sends it too late, and it stays en route', async () => {
    const minutes = (count: number) => count * 60_000;
    app.clock.advance(minutes(30));
    const { undoEnRoute } = dana.visitor.trpc.driver;
    for (const [advance, age] of [
      [0, 28],
      [31, 60.1],
      [0, 24 * 60],
    ] as const) {
      app.clock.advance(minutes(advance));
      expect((await refusal(undoEnRoute.mutate({ id, ageMs: minutes(age) }))).status).toBe(409);
    }
    const bad = await refusal(undoEnRoute.mutate({ id, ageMs: minutes(24 * 60) + 1 }));
    expect(bad.status).toBe(400);
    expect((await seen()).status).toBe('en_route');
  });

  test("is the only driver who can undo it, and customers can't", async () => {
    const erin = await driver(app);
    expect((await refusal(undo(erin.visitor))).status).toBe(404);
    expect((await refusal(undo(sam))).status).toBe(403);
    expect((await seen()).status).toBe('en_route');
  });

  test("can't undo a walk-up, which is made on the spot", async () => {
    const walkUp = {
      ...{ id: 'walk-up-of-the-undo-1', location: 'Pier 1', fuelType: 'Regular' as const },
      ...{ estimatedGallons: '10', smallIceBags: 0, largeIceBags: 0, boatName: 'Gull' },
    };
    await dana.visitor.trpc.driver.walkUp.mutate(walkUp);
    const refused = await refusal(dana.visitor.trpc.driver.undoEnRoute.mutate({ id: walkUp.id }));
    expect(refused.status).toBe(409);
  });

  test("can't undo anything completed, cancelled, or not started", async () => {
    await dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 20 });
    expect((await refusal(undo())).message).toContain('is completed, not en route');
    const other = await book(sam);
    await staff.trpc.admin.confirm.mutate({ id: other });
    const early = await refusal(staff.trpc.driver.undoEnRoute.mutate({ id: other }));
    expect(early.message).toContain('is confirmed, not en route');
  });
});

describe('staff', () => {
  test('undo it over REST, as does its driver', async () => {
    const patch = (by: Visitor) =>
      by.rest('PATCH', `/api/appointments/${id}`, { status: 'scheduled' });
    expect(await patch(staff)).toMatchObject({ status: 200, body: { status: 'scheduled' } });
    await dana.visitor.trpc.driver.enRoute.mutate({ id });
    expect(await patch(dana.visitor)).toMatchObject({ status: 200, body: { status: 'scheduled' } });
    await dana.visitor.trpc.driver.enRoute.mutate({ id });
    app.clock.advance(121_000);
    expect((await patch(dana.visitor)).status).toBe(409);
  });

  test("don't schedule it by the call that schedules a confirmed one", async () => {
    const refused = await refusal(staff.trpc.admin.schedule.mutate({ id }));
    expect(refused.message).toContain('Move it back to scheduled instead.');
    expect((await seen()).status).toBe('en_route');
  });

  test("assign it to another driver, and the customer is notified who's coming", async () => {
    const erin = await driver(app, 'Erin');
    const { reschedule } = staff.trpc.admin;
    await sendOutbox(app);
    app.clock.advance(60_000);
    expect(await reschedule.mutate({ id, driverId: erin.driverId })).toMatchObject({
      ...{ status: 'en_route', driverId: erin.driverId },
    });
    expect((await subjects()).toSorted()).toEqual(['Dana is on the way', 'Erin is on the way']);
    expect((await refusal(undo())).status).toBe(404);
    await erin.visitor.trpc.driver.complete.mutate({ id, actualGallons: 20 });
    expect((await seen()).status).toBe('completed');
  });

  test("can't unassign or move it while it's en route", async () => {
    const { reschedule } = staff.trpc.admin;
    expect((await refusal(reschedule.mutate({ id, driverId: null }))).message).toContain(
      'Select another driver',
    );
    const erin = await driver(app);
    const moved = reschedule.mutate({ id, driverId: erin.driverId, location: 'Pier 9' });
    expect((await refusal(moved)).message).toContain('can no longer be moved');
    expect(await seen()).toMatchObject({ status: 'en_route', driverId: dana.driverId });
  });

  test('undo it once if two act at the same moment', async () => {
    const both = await Promise.allSettled([undo(staff), undo(staff), undo()]);
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await subjects()).toHaveLength(1);
  });
});
