/** Three processes at three distances from one database server. One of them has a copy. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { customer } from '../support/actors';
import { type Built, buildForTest } from '../support/built';
import { layLine } from '../support/line';
import { type Product, startProduct } from '../support/product';
import { sqldName, sqldPath, startSqld } from '../support/sqld';
import type { Visitor } from '../support/visitor';
import { zoneOfEarlyMorning } from '../support/zones';
import { ATTEMPTS, expectNoFailures, expectOneBookingEach, timeSlotsOf, visitorAt } from './rush';

/** Round-trip times in ms. */
const NEAR = 5;
const FAR = 40;
const FARTHEST = 120;

describe.skipIf(!sqldPath())(sqldName, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-places-'));
  const stops: (() => unknown)[] = [];
  let built: Built;
  let client: Client;
  let places: Product[];

  beforeAll(async () => {
    built = await buildForTest();
    const server = await startSqld(join(folder, 'server'));
    stops.push(server.stop);
    client = createClient({ url: server.url });
    const at = async (tripMs: number, env: Record<string, string> = {}) => {
      const line = await layLine(server.url, { tripMs });
      const product = await startProduct({
        folder: join(folder, `at-${tripMs}`),
        program: built.program,
        env: {
          DATABASE_URL: line.url,
          APP_SECRET: 'one secret for all processes of this test',
          DEMO: '0',
          LOG_LEVEL: 'warn',
          RATE_LIMIT_FACTOR: '0',
          BUSINESS_TIME_ZONE: zoneOfEarlyMorning(),
          ...env,
        },
      });
      stops.push(line.cut, product.stop);
      return product;
    };
    places = [
      await at(NEAR),
      await at(FAR, { DATABASE_REPLICA_PATH: join(folder, 'copy.db') }),
      await at(FARTHEST),
    ];
  }, 120_000);
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
    client.close();
    built.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test('an appointment booked in one place is in the very next list of its customer in another', async () => {
    const [home] = places as [Product];
    const sam = visitorAt(home);
    await customer({ visitor: () => sam, deps: { db: { client } } }, { username: 'sam' });
    const inPlaces = places.map(visitorAt);
    for (const there of inPlaces) {
      await there.trpc.auth.login.mutate({ username: 'sam', password: 'six-characters' });
    }
    const timeSlots = await timeSlotsOf(home);
    for (const [index, timeSlot] of timeSlots.slice(0, 6).entries()) {
      const here = inPlaces[index % 3] as Visitor;
      const order = { ...timeSlot, location: 'Dock 1', estimatedGallons: 5 };
      const { appointment } = await here.trpc.booking.create.mutate(order);
      for (const there of inPlaces) {
        const listed = await there.trpc.booking.list.query();
        expect(listed.map(({ id }) => id)).toContain(appointment.id);
      }
      await here.trpc.booking.cancel.mutate({ id: appointment.id });
    }
  }, 120_000);

  test(`three places with ${ATTEMPTS} attempts for 42 time slots make 42 appointments and refuse the rest with 409`, async () => {
    await expectOneBookingEach(places, client);
    expectNoFailures(places);
  }, 900_000);
});
