/** The connection to a database server is cut, silenced, or slowed, and then restored. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { book, customer, ORDER } from '../support/actors';
import { type FarProduct, type FarServer, startFarServer } from '../support/far-product';
import { sqldName, sqldPath } from '../support/sqld';
import type { Visitor } from '../support/visitor';
import { FULL, figures } from './seed';

/** The promise is 10 seconds. A call that waited for two limits of 9 would take 18. */
const ENDS_WITHIN_MS = 15_000;
const OUTAGES_S = FULL ? [2, 20, 120] : [2, 20];
const PAUSE_MS = 500;
const TEST_WITHIN_MS = 300_000;

const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

type Ended = { call: string; status: number; ms: number; message: string | null };
/** A product with its own connection, and its users. */
type Scene = FarProduct & { kim: Visitor; boss: Visitor };

// Each test has its own connection and mostly waits, so all of them run at the same time.
describe.skipIf(!sqldPath())(sqldName, () => {
  let server: FarServer;
  let slowestMs = 0;
  beforeAll(async () => {
    server = await startFarServer();
    await (await server.start()).databaseHealth(200);
    await server.client.execute(
      'insert into booking_settings (id, default_capacity, updated_at) values (1, 1000, 0)',
    );
  }, 120_000);
  afterAll(async () => {
    figures('a failing line', { 'ms of the slowest call': Math.round(slowestMs) });
    await server.stop();
  });

  async function setScene(): Promise<Scene> {
    const far = await server.start();
    await far.databaseHealth(200);
    const kim = await customer({ visitor: far.visitor, deps: { db: server } });
    return { ...far, kim, boss: await far.staff() };
  }

  const json = (method: string, body: unknown) => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  /** The key is also the dock, so the test can find the row. */
  const booking = (by: Visitor, requestId: string = crypto.randomUUID()) => {
    const order = { ...ORDER, customerPhone: '2695550100', date, location: requestId, requestId };
    return by.fetch('/api/appointments', json('POST', order));
  };

  /** Makes one call of each kind at the same time, and returns the result of each. */
  function askAll(scene: Scene, toConfirm: string): Promise<Ended[]> {
    const { kim, boss, visitor } = scene;
    const calls: Record<string, () => Promise<Response>> = {
      'read a date': () => kim.fetch(`/api/time-slots/${date}`),
      'read the booking window': () => kim.fetch('/api/trpc/slots.window'),
      'read the prices': () => kim.fetch('/api/fuel-prices'),
      'read who is signed in': () => kim.fetch('/api/trpc/auth.me'),
      'list what was booked': () => kim.fetch('/api/appointments'),
      'sign in': () => {
        const wrong = { username: 'kim', password: 'not her password' };
        return visitor().fetch('/api/auth/login', json('POST', wrong));
      },
      book: () => booking(kim),
      confirm: () =>
        boss.fetch('/api/trpc/admin.confirm', json('POST', { json: { id: toConfirm } })),
    };
    return Promise.all(
      Object.entries(calls).map(async ([call, ask]) => {
        const begun = performance.now();
        const answer = await ask();
        const body = JSON.parse(await answer.text());
        const ms = performance.now() - begun;
        slowestMs = Math.max(slowestMs, ms);
        const message = (body.error?.json ?? body).message ?? null;
        return { call, status: answer.status, ms, message };
      }),
    );
  }

  /** Checks that each call ended in time, with its answer or with a 503 that includes advice. */
  function isEnded({ call, status, ms, message }: Ended): boolean {
    if (ms > ENDS_WITHIN_MS) return false;
    if (status === 503) return message?.includes('in a few seconds') ?? false;
    return call === 'sign in' ? status === 401 : status === 200 || status === 201;
  }
  const expectEnded = (ended: Ended[]) => expect(ended.filter((one) => !isEnded(one))).toEqual([]);

  /**
   * Checks that everything works again automatically, and that each confirmed booking is complete.
   */
  async function expectHealed(scene: Scene, toConfirm: string): Promise<void> {
    await scene.databaseHealth(200);
    const ended = await askAll(scene, toConfirm);
    expectEnded(ended);
    expect(ended.filter(({ status }) => status === 503)).toEqual([]);
    const { rows } = await server.client.execute({
      sql: `select status,
        (select count(*) from audit_log where appointment_id = a.id and action = 'appointment.confirmed') as entries,
        (select count(*) from outbox where appointment_id = a.id and channel = 'mail' and dedupe_key like 'confirmed%') as messages
        from appointments a where id = ?`,
      args: [toConfirm],
    });
    expect({ ...rows[0] }).toEqual({ status: 'confirmed', entries: 1, messages: 1 });
  }

  for (const seconds of OUTAGES_S) {
    test.concurrent(
      `every call ends in time and everything recovers after a line is dropped for ${seconds} s`,
      async () => {
        const scene = await setScene();
        const id = await book(scene.kim, { date });
        await scene.line.cut();
        const mendAt = performance.now() + seconds * 1_000;
        await scene.databaseHealth(503);
        while (performance.now() < mendAt) {
          expectEnded(await askAll(scene, id));
          await Bun.sleep(PAUSE_MS);
        }
        await scene.line.mend();
        await expectHealed(scene, id);
      },
      TEST_WITHIN_MS,
    );
  }

  for (const seconds of OUTAGES_S) {
    test.concurrent(
      `every call ends in time and everything recovers after a line is half open for ${seconds} s`,
      async () => {
        const scene = await setScene();
        const id = await book(scene.kim, { date });
        // Opens several connections, which are idle when the line fails.
        await askAll(scene, id);
        scene.line.silence();
        const mended = Bun.sleep(seconds * 1_000).then(() => scene.line.mend());
        const mendAt = performance.now() + seconds * 1_000;
        let rounds = [askAll(scene, id), scene.databaseHealth(503).then(() => askAll(scene, id))];
        while (performance.now() < mendAt) {
          await Bun.sleep(PAUSE_MS);
          rounds.push(askAll(scene, id));
          if (rounds.length < 12) continue;
          for (const ended of await Promise.all(rounds)) expectEnded(ended);
          rounds = [];
        }
        await mended;
        for (const ended of await Promise.all(rounds)) expectEnded(ended);
        await expectHealed(scene, id);
      },
      TEST_WITHIN_MS,
    );
  }

  // At 6 s, one round trip isn't too slow, but a call with two round trips is.
  for (const tripMs of [2_000, 6_000]) {
    test.concurrent(
      `every call ends in time with ${tripMs} ms per round trip, and /healthz/database reports it`,
      async () => {
        const scene = await setScene();
        const id = await book(scene.kim, { date });
        scene.line.setTrip(tripMs);
        await scene.databaseHealth(503);
        expectEnded(await askAll(scene, id));
        scene.line.setTrip(0);
        await expectHealed(scene, id);
      },
      TEST_WITHIN_MS,
    );
  }

  for (const sender of ['a customer', 'a stranger'] as const) {
    test.concurrent(
      `a booking of ${sender} with a lost answer is made once, however often it is sent with its key`,
      async () => {
        const scene = await setScene();
        // This is the visitor's very first call.
        const by = sender === 'a stranger' ? scene.visitor() : scene.kim;
        const key = crypto.randomUUID();
        const booked = async () => {
          const { rows } = await server.client.execute({
            sql: 'select id from appointments where location = ?',
            args: [key],
          });
          return rows.map(({ id }) => id);
        };
        scene.line.setTrip(2_000);
        const lost = booking(by, key);
        while ((await booked()).length === 0) await Bun.sleep(20);
        // The row is stored, and its answer hasn't arrived yet.
        scene.line.silence();
        const answer = await lost;
        expect(answer.status).toBe(503);
        const { message } = (await answer.json()) as { message: string };
        expect(message).toMatch(/in a few seconds/);
        scene.line.setTrip(0);
        await scene.line.mend();
        await scene.databaseHealth(200);
        const repeats = await Promise.all([booking(by, key), booking(by, key)]);
        const [first] = await booked();
        for (const repeat of repeats) expect(await repeat.json()).toMatchObject({ id: first });
        expect(await booked()).toHaveLength(1);
      },
      TEST_WITHIN_MS,
    );
  }
});
