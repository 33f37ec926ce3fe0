/**
 * Tests what the jobs cost without requests, with a database server that bills each round trip and
 * row.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { TIME_SLOT_LABELS } from '@/domain/slots/time-slots';
import { JOBS } from '@/server/jobs/jobs';
import { startJobs } from '@/server/jobs/schedule';
import { layNotingLine, type NotingLine } from '../../bench/edge/line';
import { admin, book, customer, driver, LOAD, readyToDeliver } from '../support/actors';
import { type TestApp, TODAY } from '../support/app';
import { startBehindLine } from '../support/behind-line';
import { sqldName, sqldPath } from '../support/sqld';
import { type VirtualTimer, virtualTimer } from '../support/virtual-timer';

const MINUTE_MS = 60_000;
const DELIVERED = 3;

describe.skipIf(!sqldPath())(sqldName, () => {
  let line: NotingLine;
  let close: () => Promise<void>;
  let app: TestApp;
  let timer: VirtualTimer;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    ({ app, line, close } = await startBehindLine(layNotingLine));
    const dana = await driver(app);
    const id = await book(await customer(app));
    await readyToDeliver(await admin(app), id, dana.driverId);
    await dana.visitor.trpc.driver.setLoad.mutate({ ...LOAD, date: TODAY });

    const begin = app.clock.now();
    timer = virtualTimer((passed) => app.clock.set(begin + passed));
    ({ stop } = startJobs(app.deps, undefined, timer));
    const atStart = JOBS.filter(({ dueAt }) => !dueAt).length;
    while (timer.waiting() <= atStart) await new Promise((resolve) => setTimeout(resolve, 5));
    // All work from the start is done by then.
    await timer.advance(30 * MINUTE_MS);
    await line.quiet(100);
  });
  afterAll(async () => {
    await stop();
    await close();
  });

  /** Returns how many round trips the next minute takes, and how many of them write. */
  async function minute() {
    const from = line.trips.length;
    await timer.advance(MINUTE_MS);
    const trips = line.trips.slice(from);
    return { trips: trips.length, writes: trips.filter((one) => one.rowsWritten > 0).length };
  }

  test('an idle minute takes at most ten round trips, three of them writes', async () => {
    const minutes: Awaited<ReturnType<typeof minute>>[] = [];
    for (let count = 0; count < 60; count += 1) minutes.push(await minute());
    // The hour includes a run that fetches the weather, and one that removes deleted words from the
    // search files.
    expect(minutes.filter(({ trips, writes }) => trips > 10 || writes > 3)).toEqual([]);
  });

  test("a recent delivery takes two more round trips when it's compared with Stripe", async () => {
    const [sam, staff, { driverId }] = [await customer(app), await admin(app), await driver(app)];
    for (let count = 0; count < DELIVERED; count += 1) {
      const id = await book(sam, { date: TODAY, time: TIME_SLOT_LABELS[count] });
      await readyToDeliver(staff, id, driverId);
      await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    }
    // The deliveries' follow-up work is done by then. One run compares them with Stripe again.
    await timer.advance(31 * MINUTE_MS);
    const minutes: Awaited<ReturnType<typeof minute>>[] = [];
    for (let count = 0; count < 5; count += 1) minutes.push(await minute());
    const most = Math.max(...minutes.map(({ trips }) => trips));
    // One round trip compares the ledger for all of them.
    expect(most).toBeLessThanOrEqual(10 + 1 + 2 * DELIVERED);
  });
});
