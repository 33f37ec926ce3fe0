import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { admin, customer, driver, ORDER } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal } from '../support/visitor';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
});
afterAll(() => app.close());

const GUEST = { ...ORDER, customerPhone: '2695550123', requestId: 'booking-1' };
const post = (
  visitor: { fetch: (path: string, init: RequestInit) => Promise<Response> },
  body: unknown,
  key: string,
) =>
  visitor.fetch('/api/appointments', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });

describe('a request ID belongs to its sender:', () => {
  test("a stranger who sends a guest's ID gets their own appointment", async () => {
    const guest = app.visitor();
    const mine = await guest.rest('POST', '/api/appointments', GUEST);
    const stranger = await app.visitor().rest('POST', '/api/appointments', GUEST);
    expect(stranger.status).toBe(201);
    expect(stranger.body.id).not.toBe(mine.body.id);
    expect(stranger.body.manageToken).not.toBe(mine.body.manageToken);
    const cancelled = await app.visitor().fetch(`/api/appointments/${mine.body.id}`, {
      method: 'DELETE',
      headers: { 'x-manage-token': stranger.body.manageToken },
    });
    expect(cancelled.status).toBe(404);
  });

  test('a guest who sends it again gets the first appointment and its manage token', async () => {
    const guest = app.visitor();
    const request = { ...GUEST, requestId: 'booking-again' };
    const first = await guest.trpc.booking.create.mutate(request);
    const second = await guest.trpc.booking.create.mutate(request);
    expect(second.appointment.id).toBe(first.appointment.id);
    expect(second.manageToken).toBe(first.manageToken);
  });

  test('a guest whose answers are lost also gets the first appointment', async () => {
    const guest = app.visitor();
    await guest.trpc.booking.beginAsGuest.mutate();
    const request = { ...GUEST, requestId: 'booking-lost' };
    const [first, second] = await Promise.all([
      guest.trpc.booking.create.mutate(request),
      guest.trpc.booking.create.mutate(request),
    ]);
    expect(second.appointment.id).toBe(first.appointment.id);
  });

  test('a repeat gets the first appointment even if its dock has moved or was removed', async () => {
    const sam = await customer(app);
    const { account, booking } = sam.trpc;
    const [dock] = await account.addDock.mutate({ label: 'Old Pier' });
    const id = dock?.id ?? '';
    const docked = { dockId: id, location: 'Old Pier', atDockAddress: true };
    const request = { ...ORDER, ...docked, requestId: 'booking-dock' } as const;
    const { appointment: first } = await booking.create.mutate(request);
    await account.editDock.mutate({ id, label: 'New Pier' });
    expect((await booking.create.mutate(request)).appointment.id).toBe(first.id);
    await account.removeDock.mutate({ id });
    expect((await booking.create.mutate(request)).appointment.id).toBe(first.id);
    const other = { ...request, requestId: 'booking-dock-other' };
    expect(await refusal(booking.create.mutate(other))).toMatchObject({
      ...{ status: 400, field: 'dockId' },
    });
  });

  test("a forged cookie isn't a sender", async () => {
    const guest = app.visitor();
    const request = { ...GUEST, requestId: 'booking-forged' };
    const first = await guest.trpc.booking.create.mutate(request);

    const forged = await app.visitor().fetch('/api/appointments', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'dockside_guest=an-id.a-signature' },
      body: JSON.stringify(request),
    });
    expect(((await forged.json()) as { id: string }).id).not.toBe(first.appointment.id);
  });

  test("an account can't reach a guest's appointment, nor a guest an account's", async () => {
    const sam = await customer(app);
    const request = { ...GUEST, requestId: 'booking-two' };
    const ofSam = await sam.trpc.booking.create.mutate(request);
    const ofGuest = await app.visitor().trpc.booking.create.mutate(request);
    expect(ofGuest.appointment.id).not.toBe(ofSam.appointment.id);
    expect(ofSam.manageToken).toBeNull();
  });

  test('each API key has its own, and its repeats need no cookie', async () => {
    const staff = await admin(app);
    const { key: one } = await staff.trpc.admin.apiKeys.create.mutate({
      name: 'Marina one',
      scope: 'write',
    });
    const { key: two } = await staff.trpc.admin.apiKeys.create.mutate({
      name: 'Marina two',
      scope: 'write',
    });
    const ids = [];
    for (const key of [one, one, two]) {
      const answer = await post(app.visitor(), { ...GUEST, requestId: 'booking-key' }, key);
      expect(answer.status).toBe(201);
      ids.push(((await answer.json()) as { id: string }).id);
    }
    expect(ids[1]).toBe(ids[0] as string);
    expect(ids[2]).not.toBe(ids[0] as string);
  });
});

describe('the same ID with different content', () => {
  test('is refused for an account, a guest, and an API key, and books nothing', async () => {
    const sam = await customer(app);
    const guest = app.visitor();
    for (const visitor of [sam, guest]) {
      const request = { ...GUEST, requestId: 'booking-other' };
      const first = await visitor.trpc.booking.create.mutate(request);
      for (const change of [
        { estimatedGallons: 21 },
        { time: '2:00 PM - 4:00 PM' },
        { location: 'Elsewhere' },
        { customerPhone: '2695550199' },
      ]) {
        expect(
          await refusal(visitor.trpc.booking.create.mutate({ ...request, ...change })),
        ).toMatchObject({ status: 409, reason: 'conflict', field: 'requestId' });
      }
      const again = await visitor.trpc.booking.create.mutate(request);
      expect(again.appointment.id).toBe(first.appointment.id);
    }
  });

  test('is refused after the first appointment was cancelled', async () => {
    const sam = await customer(app);
    const request = { ...GUEST, requestId: 'booking-cancelled' };
    const { appointment } = await sam.trpc.booking.create.mutate(request);
    await sam.trpc.booking.cancel.mutate({ id: appointment.id });
    expect(
      await refusal(sam.trpc.booking.create.mutate({ ...request, smallIceBags: 9 })),
    ).toMatchObject({ status: 409, field: 'requestId' });
  });
});

describe('the key of a device action', () => {
  test('names one action, and is refused for another delivery, act, or figures', async () => {
    const staff = await admin(app);
    const sam = await customer(app);
    const { visitor: dana, driverId } = await driver(app);
    const booked = async (time: string) => {
      const { appointment } = await sam.trpc.booking.create.mutate({ ...ORDER, time });
      await staff.trpc.admin.confirm.mutate({ id: appointment.id, noCardReason: 'Pays cash.' });
      await staff.trpc.admin.schedule.mutate({ id: appointment.id, driverId });
      return appointment.id;
    };
    const [one, two] = [await booked('10:00 AM - 12:00 PM'), await booked('12:00 PM - 2:00 PM')];
    const actionKey = 'one-press-of-a-button';
    await dana.trpc.driver.enRoute.mutate({ id: one, actionKey });
    await dana.trpc.driver.enRoute.mutate({ id: one, actionKey });
    const other = { status: 409, field: 'actionKey' };
    expect(await refusal(dana.trpc.driver.enRoute.mutate({ id: two, actionKey }))).toMatchObject(
      other,
    );
    const complete = { id: one, actualGallons: 12, actionKey };
    expect(await refusal(dana.trpc.driver.complete.mutate(complete))).toMatchObject(other);

    const done = { ...complete, actionKey: 'another-press-of-it' };
    await dana.trpc.driver.complete.mutate(done);
    await dana.trpc.driver.complete.mutate(done);
    expect(
      await refusal(dana.trpc.driver.complete.mutate({ ...done, actualGallons: 30 })),
    ).toMatchObject(other);

    const report = { actionKey: 'a-press-for-reports', text: 'The pump leaks.' };
    await dana.trpc.driver.reportIssue.mutate(report);
    await dana.trpc.driver.reportIssue.mutate(report);
    expect(
      await refusal(dana.trpc.driver.reportIssue.mutate({ ...report, text: 'The boat leaks.' })),
    ).toMatchObject(other);
    expect(
      await refusal(staff.trpc.driver.reportIssue.mutate({ ...report, driverId })),
    ).toMatchObject({ status: 404 });
  });
});
