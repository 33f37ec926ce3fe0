/**
 * Counts each call's round trips to a distant database before its answer. It uses the table of `bun
 * run bench:edge` and a real server, so that an extra round trip is noticed.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';
import { layNotingLine, type NotingLine } from '../../bench/edge/line';
import { ADMIN, EMERGENCY_PASSWORD, type Scene, setScene } from '../../bench/edge/scene';
import { CALLS, ENDS, GOALS } from '../../bench/edge/table';
import { inARow } from '../../bench/edge/trips';
import { DATES } from '../../bench/requests';
import type { TestApp } from '../support/app';
import { startBehindLine } from '../support/behind-line';
import { sqldName, sqldPath } from '../support/sqld';

/** One round trip reads and one writes. A call to Stripe in between allows two more. */
const MOST = 4;

describe.skipIf(!sqldPath())(sqldName, () => {
  let line: NotingLine;
  let close: () => Promise<void>;
  let app: TestApp;
  let scene: Scene;

  beforeAll(async () => {
    ({ app, line, close } = await startBehindLine(layNotingLine, {
      now: Date.parse(`${DATES[0]}T12:00:00Z`),
      settings: {
        emergency: { password: EMERGENCY_PASSWORD, isShown: false },
        trustProxy: 1,
        limitFactor: 250,
      },
    }));
    await ensureAdmin(app, { ...ADMIN, fullName: 'Alex Harbor' });
    scene = await setScene({
      origin: app.deps.settings.appUrl,
      send: app.handle,
      sandbox: app.sandbox,
      client: app.deps.db.client,
      now: app.clock.now,
    });
  });
  afterAll(() => close());

  test.each(Object.entries(CALLS))('%s', async (name, prepare) => {
    const ask = await prepare(scene);
    await line.quiet(20);
    // Long enough that simultaneous round trips visibly overlap.
    line.setTrip(5);
    const from = line.trips.length;
    await ask();
    const answeredAt = performance.now();
    line.setTrip(0);
    const trips = line.trips.slice(from);
    const firstWrite = trips.find(({ rowsWritten }) => rowsWritten > 0);
    const until = ENDS[name] === 'first write' ? (firstWrite?.endedAt ?? answeredAt) : answeredAt;
    const count = inARow(trips.filter(({ begunAt }) => begunAt < until));
    expect(count).toBeLessThanOrEqual(GOALS[name] ?? MOST);
  });
});
