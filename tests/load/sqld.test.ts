import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { fetchApi } from '../support/api-document';
import { type Product, startProduct } from '../support/product';
import { type Sqld, sqldName, sqldPath, startSqld } from '../support/sqld';
import { zoneOfEarlyMorning } from '../support/zones';
import { ATTEMPTS, bookAt, expectNoFailures, expectOneBookingEach, timeSlotsOf } from './rush';

/** A copy may be a second old, and timers are sometimes slightly early. */
const PAST_ALL_AGE_MS = 1_020;

const folder = mkdtempSync(join(tmpdir(), 'dockside-sqld-'));
const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  rmSync(folder, { recursive: true, force: true });
});

async function sqld(name: string, primary?: Sqld): Promise<Sqld> {
  const server = await startSqld(join(folder, name), primary?.grpcUrl);
  stops.push(server.stop);
  return server;
}

async function app(url: string, name: string, env: Record<string, string> = {}): Promise<Product> {
  const product = await startProduct({
    folder: join(folder, name),
    env: {
      DATABASE_URL: url,
      APP_SECRET: 'one secret for all processes of this test',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '1000',
      BUSINESS_TIME_ZONE: zoneOfEarlyMorning(),
      ...env,
    },
  });
  stops.push(product.stop);
  return product;
}

// On a platform without the server, the report lists the tests as not run.
describe.skipIf(!sqldPath())(sqldName, () => {
  let primary: Sqld;
  beforeAll(async () => {
    primary = await sqld('primary');
  }, 120_000);

  test(`three app processes with ${ATTEMPTS} attempts for 42 time slots make 42 appointments and refuse the rest with 409`, async () => {
    const apps = await Promise.all([1, 2, 3].map((name) => app(primary.url, `app-${name}`)));
    const client = createClient({ url: primary.url });
    await expectOneBookingEach(apps, client);
    // One of the three processes runs the jobs. All of them read the version from the server.
    const { rows } = await client.execute('select count(*) as n from leases');
    expect(rows[0]?.n).toBe(1);
    client.close();
    expectNoFailures(apps);
    for (const one of apps) await one.stop();
  }, 600_000);

  test("a time slot booked at the primary's app is refused and shown as booked at the replica's immediately", async () => {
    const main = await sqld('main');
    const replica = await sqld('replica', main);
    const one = await app(main.url, 'at-main');
    // Asks the replica, which forwards its writes to the primary.
    const two = await app(replica.url, 'at-replica');
    const timeSlots = await timeSlotsOf(one);
    for (const [index, timeSlot] of timeSlots.slice(0, 20).entries()) {
      const [first, second] = index % 2 ? [one, two] : [two, one];
      expect((await bookAt(first, timeSlot, 'first')).status).toBe(201);
      expect((await bookAt(second, timeSlot, 'second')).status).toBe(409);
    }
  }, 120_000);

  test('a copy next to the process shows its own appointments immediately, and all others within a second', async () => {
    const main = await sqld('main-2');
    const one = await app(main.url, 'with-replica', {
      DATABASE_REPLICA_PATH: join(folder, 'replica.db'),
    });
    const two = await app(main.url, 'without-replica');
    const timeSlots = await timeSlotsOf(one);
    const seenAt = async (at: Product, { date }: { date: string }) =>
      (await fetchApi(`${at.url}/api/time-slots/${date}`)).json();
    for (const [index, timeSlot] of timeSlots.slice(0, 20).entries()) {
      const [first, second] = index % 2 ? [one, two] : [two, one];
      expect((await bookAt(first, timeSlot, 'first')).status).toBe(201);
      expect(await seenAt(first, timeSlot)).not.toContain(timeSlot.time);
      if (second === one) await Bun.sleep(PAST_ALL_AGE_MS);
      expect(await seenAt(second, timeSlot)).not.toContain(timeSlot.time);
      expect((await bookAt(second, timeSlot, 'second')).status).toBe(409);
    }
    const client = createClient({ url: `file:${join(folder, 'replica.db')}` });
    const { rows } = await client.execute('select count(*) as n from appointments');
    expect(Number(rows[0]?.n)).toBeGreaterThan(0);
    client.close();
  }, 120_000);
});
