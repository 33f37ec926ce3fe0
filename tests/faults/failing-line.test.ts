/** The line to a database server is dropped, silent or slow, and whole again. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { book, customer, ORDER } from '../support/actors';
import { type FarProduct, startFarProduct } from '../support/far-product';
import { sqldName, sqldPath } from '../support/sqld';
import type { Visitor } from '../support/visitor';
import { FULL, figures } from './seed';

/** The promise is 10 seconds. A call that waited for two limits of 9 would take 18. */
const ENDS_WITHIN_MS = 15_000;
const OUTAGES_S = FULL ? [2, 20, 120] : [2, 20];
const PAUSE_MS = 500;

const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

type Ended = { call: string; status: number; ms: number; message: string | null };

describe.skipIf(!sqldPath())(sqldName, () => {
  let far: FarProduct;
  let kim: Visitor;
  let staff: Visitor;
  let slowestMs = 0;
  beforeAll(async () => {
    far = await startFarProduct();
    staff = await far.staff();
    kim = await customer({ visitor: far.visitor, deps: { db: far } });
  }, 120_000);
  beforeEach(async () => {
    far.line.setTrip(0);
    await far.line.mend();
    await far.readiness(200);
  }, 90_000);
  afterAll(async () => {
    figures('a failing line', { 'ms of the slowest call': Math.round(slowestMs) });
    await far.stop();
  });

  const json = (method: string, body: unknown) => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  /** The key is also the dock, so that the row can be found. */
  const booking = (requestId: string = crypto.randomUUID()) =>
    kim.fetch(
      '/api/appointments',
      json('POST', { ...ORDER, date, location: requestId, requestId }),
    );
  const confirm = (id: string) =>
    staff.fetch('/api/trpc/admin.confirm', json('POST', { json: { id } }));

  /** One call of each kind, all at once, and how each ended. */
  function askAll(toConfirm: string): Promise<Ended[]> {
    const calls: Record<string, () => Promise<Response>> = {
      'read a date': () => kim.fetch(`/api/time-slots/${date}`),
      'read the booking window': () => kim.fetch('/api/trpc/slots.window'),
      'read the prices': () => kim.fetch('/api/fuel-prices'),
      'read who is signed in': () => kim.fetch('/api/trpc/auth.me'),
      'list what was booked': () => kim.fetch('/api/appointments'),
      'sign in': () => {
        const wrong = { username: 'kim', password: 'not her password' };
        return far.visitor().fetch('/api/auth/login', json('POST', wrong));
      },
      book: () => booking(),
      confirm: () => confirm(toConfirm),
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

  /** In time, with its answer or with a 503 that tells people what to do. */
  function isEnded({ call, status, ms, message }: Ended): boolean {
    if (ms > ENDS_WITHIN_MS) return false;
    if (status === 503) return message?.includes('in a few seconds') ?? false;
    return call === 'sign in' ? status === 401 : status === 200 || status === 201;
  }
  const expectEnded = (ended: Ended[]) => expect(ended.filter((one) => !isEnded(one))).toEqual([]);

  /** All works again by itself, and what was confirmed is confirmed with all that belongs to it. */
  async function expectHealed(toConfirm: string): Promise<void> {
    await far.readiness(200);
    const ended = await askAll(toConfirm);
    expectEnded(ended);
    expect(ended.filter(({ status }) => status === 503)).toEqual([]);
    const { rows } = await far.client.execute({
      sql: `select status,
        (select count(*) from audit_log where appointment_id = a.id and action = 'appointment.confirmed') as entries,
        (select count(*) from outbox where appointment_id = a.id and dedupe_key like 'confirmed%') as messages
        from appointments a where id = ?`,
      args: [toConfirm],
    });
    expect({ ...rows[0] }).toEqual({ status: 'confirmed', entries: 1, messages: 1 });
  }

  test.each(OUTAGES_S)(
    'a line that is dropped for %d s: every call ends in time, and all heals',
    async (seconds) => {
      const id = await book(kim, { date });
      await far.line.cut();
      const mendAt = performance.now() + seconds * 1_000;
      await far.readiness(503);
      while (performance.now() < mendAt) {
        expectEnded(await askAll(id));
        await Bun.sleep(PAUSE_MS);
      }
      await far.line.mend();
      await expectHealed(id);
    },
    240_000,
  );

  test.each(OUTAGES_S)(
    'a line that is half open for %d s: every call ends in time, and all heals',
    async (seconds) => {
      const id = await book(kim, { date });
      // Several connections are open, and wait to be used again.
      await askAll(id);
      far.line.silence();
      const mendAt = performance.now() + seconds * 1_000;
      const mended = Bun.sleep(seconds * 1_000).then(() => far.line.mend());
      const rounds = [askAll(id), far.readiness(503).then(() => askAll(id))];
      while (performance.now() < mendAt) {
        await Bun.sleep(PAUSE_MS);
        rounds.push(askAll(id));
        if (rounds.length > 12)
          await Promise.all(rounds.splice(0)).then((all) => all.map(expectEnded));
      }
      await mended;
      for (const ended of await Promise.all(rounds)) expectEnded(ended);
      await expectHealed(id);
    },
    240_000,
  );

  // At 6 s no trip is too slow by itself, and a call of two is.
  test.each([2_000, 6_000])(
    'a line of %d ms a trip: every call ends in time, and /readyz says it',
    async (tripMs) => {
      const id = await book(kim, { date });
      far.line.setTrip(tripMs);
      await far.readiness(503);
      expectEnded(await askAll(id));
      far.line.setTrip(0);
      await expectHealed(id);
    },
    120_000,
  );

  test('a booking whose answer is lost is made once, however often it is sent under its key', async () => {
    const key = crypto.randomUUID();
    const booked = async () => {
      const { rows } = await far.client.execute({
        sql: 'select id from appointments where location = ?',
        args: [key],
      });
      return rows.map(({ id }) => id);
    };
    far.line.setTrip(2_000);
    const lost = booking(key);
    while ((await booked()).length === 0) await Bun.sleep(20);
    // The row is there, and its answer is still on the way.
    far.line.silence();
    const answer = await lost;
    expect(answer.status).toBe(503);
    const { message } = (await answer.json()) as { message: string };
    expect(message).toMatch(/in a few seconds/);
    far.line.setTrip(0);
    await far.line.mend();
    await far.readiness(200);
    const repeats = await Promise.all([booking(key), booking(key)]);
    const [first] = await booked();
    for (const repeat of repeats) expect(await repeat.json()).toMatchObject({ id: first });
    expect(await booked()).toHaveLength(1);
  }, 120_000);
});
