/** Notifications to drivers and staff: what they say, who gets them, and what can go wrong. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { pushKeys } from '@/server/modules/push/keys';
import type { PushTrouble } from '@/server/ports/push/local';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const HOUR_MS = 3_600_000;
let app: TestApp;
let staff: Visitor;
let sam: Visitor;
let dana: { visitor: Visitor; driverId: number };
let trouble: PushTrouble | null;
beforeEach(async () => {
  trouble = null;
  app = await startTestApp({ capacity: 50, pushes: () => trouble });
  staff = await admin(app);
  sam = await customer(app);
  dana = await driver(app);
});
afterEach(() => app.close());

const browser = (name: string) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  ...{ p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
});
const turnOn = (by: Visitor, name = 'one') => by.trpc.push.subscribe.mutate(browser(name));
/** Sends what's due after the time in which events are gathered. */
async function sendLater(ms = 6_000) {
  app.clock.advance(ms);
  await sendOutbox({ deps: app.deps });
}
const sent = async () => (await app.pushes()).map(({ payload }) => JSON.parse(payload));
async function stop(time = '2:00 PM - 4:00 PM') {
  const order = { estimatedGallons: 10, smallIceBags: 0, largeIceBags: 0 };
  const id = await book(sam, { date: TODAY, time, ...order });
  await readyToDeliver(staff, id, dana.driverId);
  return id;
}
const edit = (id: string, estimatedGallons: string) =>
  staff.trpc.admin.editDetails.mutate({
    ...{ id, estimatedGallons, smallIceBags: '0', largeIceBags: '0' },
  });

describe('a driver', () => {
  test('gets one notification about many assigned stops, without names', async () => {
    await turnOn(dana.visitor);
    for (let count = 0; count < 4; count += 1) await stop();
    expect(await sent()).toEqual([]);
    await sendLater();
    expect(await sent()).toMatchObject([
      { title: '4 stops assigned for Saturday, June 13', url: '/driver' },
    ]);
    expect(JSON.stringify(await sent())).not.toContain('Sam');
  });

  test('is notified within 9 seconds, even if changes keep coming', async () => {
    await turnOn(dana.visitor);
    for (let count = 0; count < 3; count += 1) {
      expect(await sent()).toEqual([]);
      await stop();
      await sendLater(3_000);
    }
    expect(await sent()).toMatchObject([{ title: '3 stops assigned for Saturday, June 13' }]);
  });

  test('is notified of a changed, a removed, and a cancelled stop', async () => {
    const [changed, removed, cancelled] = [await stop(), await stop(), await stop()];
    await turnOn(dana.visitor);
    await edit(changed, '20');
    await sendLater();
    const eve = await driver(app);
    await staff.trpc.admin.reschedule.mutate({ id: removed, driverId: eve.driverId });
    await staff.trpc.admin.cancel.mutate({ id: cancelled });
    await sendLater();
    expect(await sent()).toMatchObject([
      { body: 'Dispatch changed this stop: 10 → 20 gal', url: `/driver#stop=${changed}` },
      { title: '2 stops removed for Saturday, June 13' },
    ]);
  });

  test('is notified of a customer’s note, but not of its text', async () => {
    const id = await stop();
    await turnOn(dana.visitor);
    const { status } = await sam.rest('PATCH', `/api/appointments/${id}`, {
      driverNote: 'Gate 4711-G9',
    });
    expect(status).toBe(200);
    await sendLater();
    expect(await sent()).toMatchObject([
      { body: 'The customer changed this stop: note for the driver', url: `/driver#stop=${id}` },
    ]);
    expect(JSON.stringify(await sent())).not.toContain('4711');
    const { rows } = await app.deps.db.client.execute(
      "select 1 from outbox where body like '%4711%' or \"values\" like '%4711%'",
    );
    expect(rows).toEqual([]);
  });

  test('isn’t notified of changes that were undone or already seen', async () => {
    const id = await stop();
    await turnOn(dana.visitor);
    await edit(id, '20');
    await edit(id, '10');
    await sendLater();
    await edit(id, '20');
    const { deliveries } = await dana.visitor.trpc.driver.day.query({});
    const change = deliveries.find((one) => one.id === id)?.change;
    await dana.visitor.trpc.driver.seeChange.mutate({ id, changeId: change?.id ?? 0 });
    await sendLater();
    expect(await sent()).toEqual([]);
  });

  test('isn’t notified of the driver’s own order of stops, but of the office’s', async () => {
    const id = await stop();
    await turnOn(dana.visitor);
    const order = { driverId: dana.driverId, date: TODAY };
    await dana.visitor.trpc.driver.setRouteOrder.mutate({ ...order, stopIds: [id] });
    await sendLater();
    expect(await sent()).toEqual([]);
    await staff.trpc.driver.setRouteOrder.mutate({ ...order, stopIds: null });
    await sendLater();
    expect(await sent()).toMatchObject([{ title: 'New order of stops for Saturday, June 13' }]);
  });
});

test('staff are notified of new items in Needs attention', async () => {
  await turnOn(staff, 'office');
  await dana.visitor.trpc.driver.reportIssue.mutate({
    ...{ text: 'The pump leaks', actionKey: 'report-of-the-push-test' },
  });
  await stop();
  await sendLater();
  const [push] = await sent();
  expect(push).toMatchObject({ title: 'Needs attention', body: 'Driver report' });
  expect(JSON.stringify(push)).not.toContain('pump');
});

describe('a shared device', () => {
  test('gets nothing more for someone who signed out', async () => {
    await turnOn(dana.visitor);
    await stop();
    await dana.visitor.trpc.auth.logout.mutate();
    await sendLater();
    expect(await sent()).toEqual([]);
  });

  test('belongs to the last person who turned notifications on', async () => {
    const eve = await driver(app);
    await turnOn(dana.visitor);
    await stop();
    await turnOn(eve.visitor);
    await sendLater();
    expect(await sent()).toEqual([]);
    const { endpoint } = browser('one');
    expect(await dana.visitor.trpc.push.state.query({ endpoint })).toEqual({ isOn: false });
    expect(await eve.visitor.trpc.push.state.query({ endpoint })).toEqual({ isOn: true });
    // Another person can't turn it off.
    await dana.visitor.trpc.push.unsubscribe.mutate({ endpoint });
    expect(await eve.visitor.trpc.push.state.query({ endpoint })).toEqual({ isOn: true });
  });
});

describe('a browser', () => {
  const signIn = async (on: Visitor, person: Visitor) => {
    const username = (await person.trpc.auth.me.query())?.username ?? '';
    await on.trpc.auth.login.mutate({ username, password: 'driver-password' });
  };
  const stateOf = async (visitor: Visitor) =>
    (await visitor.trpc.push.state.query({ endpoint: browser('one').endpoint })).isOn;

  test('gets nothing more for a person whose session another person’s sign-in replaced', async () => {
    const eve = await driver(app);
    await turnOn(dana.visitor);
    await stop();
    await signIn(dana.visitor, eve.visitor);
    await sendLater();
    expect(await sent()).toEqual([]);
    const { rows } = await app.deps.db.client.execute('select 1 from push_subscriptions');
    expect(rows).toEqual([]);
  });

  test('keeps notifications if the same person signs in again', async () => {
    await turnOn(dana.visitor);
    await signIn(dana.visitor, dana.visitor);
    expect(await stateOf(dana.visitor)).toBe(true);
    await stop();
    await sendLater();
    expect(await sent()).toHaveLength(1);
  });

  test('replaces its own subscription, but not another person’s', async () => {
    const eve = await driver(app);
    await turnOn(dana.visitor);
    const renewed = { ...browser('two'), replaces: browser('one').endpoint };
    expect(await eve.visitor.trpc.push.subscribe.mutate(renewed)).toEqual({ isOn: false });
    expect(await dana.visitor.trpc.push.subscribe.mutate(renewed)).toEqual({ isOn: true });
    expect(await stateOf(dana.visitor)).toBe(false);
    await stop();
    await sendLater();
    expect(await app.pushes()).toMatchObject([{ to: { endpoint: renewed.endpoint } }]);
  });
});

describe('a push service', () => {
  test('that’s down for an hour gets the notification once, when it’s back', async () => {
    await turnOn(dana.visitor);
    await stop();
    trouble = 'down';
    for (let minutes = 0; minutes < 60; minutes += 5) await sendLater(HOUR_MS / 12);
    expect(await sent()).toEqual([]);
    trouble = null;
    await sendLater(HOUR_MS);
    await sendLater(HOUR_MS);
    expect(await sent()).toHaveLength(1);
  });

  test('that reports a browser as gone isn’t asked again', async () => {
    await turnOn(dana.visitor);
    await stop();
    trouble = 'gone';
    await sendLater();
    trouble = null;
    await stop();
    await sendLater(HOUR_MS);
    expect(await sent()).toEqual([]);
    const { endpoint } = browser('one');
    expect(await dana.visitor.trpc.push.state.query({ endpoint })).toEqual({ isOn: false });
  });

  test('doesn’t get a notification that’s too late', async () => {
    await turnOn(dana.visitor);
    await stop();
    await sendLater(13 * HOUR_MS);
    expect(await sent()).toEqual([]);
  });
});

test('the keys stay the same, and the private one is never stored as it is', async () => {
  const first = await pushKeys(app.deps);
  expect(await pushKeys(app.deps)).toEqual(first);
  const { rows } = await app.deps.db.client.execute('select * from push_keys');
  expect(JSON.stringify(rows)).not.toContain(first.privateKey);
  const settings = {
    ...app.deps.settings,
    ...{ appSecret: 'another secret of this test', formerSecrets: [app.deps.settings.appSecret] },
  };
  expect(await pushKeys({ ...app.deps, settings })).toEqual(first);
});

test('a person can have up to 10 browsers, but none with an address inside our network', async () => {
  for (let count = 0; count < 12; count += 1) await turnOn(dana.visitor, `browser-${count}`);
  const { rows } = await app.deps.db.client.execute('select 1 from push_subscriptions');
  expect(rows).toHaveLength(10);
  const inside = { ...browser('x'), endpoint: 'https://127.0.0.1/x' };
  const refused = await refusal(dana.visitor.trpc.push.subscribe.mutate(inside));
  expect(refused.status).toBe(400);
  expect((await refusal(sam.trpc.push.subscribe.mutate(browser('x')))).status).toBe(403);
});

test('a deactivated driver’s device, which keeps its session for unsent work, gets nothing more', async () => {
  const id = await stop();
  await turnOn(dana.visitor);
  await edit(id, '20');
  const client = app.deps.db.client;
  await client.execute(
    "update sessions set kind = 'hand_over', retired_at = 1 where user_id = (select id from users where driver_id = " +
      dana.driverId +
      ')',
  );
  await sendLater();
  expect(await sent()).toEqual([]);
});

test('a notification’s text is deleted once it’s sent', async () => {
  await stop();
  await turnOn(dana.visitor);
  await stop();
  await sendLater();
  const [push] = await sent();
  const place = push.body.split(', ').slice(1).join(', ');
  expect(place.length).toBeGreaterThan(3);
  const { rows } = await app.deps.db.client.execute(
    'select body, "values" from outbox where channel = \'push\'',
  );
  expect(JSON.stringify(rows)).not.toContain(place);
});
