/** Measures a call with a distant database. */
import { rowsShown } from '../../tests/support/counting-line';
import { longestWait } from '../../tests/support/longest-wait';
import { median } from '../load-process';
import type { Prepare } from './call';
import type { FarScene } from './far-product';
import type { Trip } from './line';
import { inARow } from './trips';

export type Cost = {
  ms: number;
  tripsInARow: number;
  tripsInAll: number;
  rowsRead: number;
  rowsShown: number | null;
};

const QUIET_MS = 100;
const TIMES = 3;

/** The event up to which a call's round trips are counted. */
export type End = 'first write' | 'answer' | 'all work';

/**
 * Returns the median of 3 runs. Each is prepared without latency.
 *
 * @throws Error if the call fails or sends more or fewer requests than one
 */
export async function measureCall(
  scene: FarScene,
  prepare: Prepare,
  { tripMs, end }: { tripMs: number; end: End },
): Promise<Cost> {
  const costs: Cost[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    const ask = await prepare(scene);
    costs.push(await once(scene, ask, { tripMs, end }));
  }
  const of = (read: (cost: Cost) => number) => median(costs.map(read));
  return {
    ms: of(({ ms }) => ms),
    tripsInARow: of(({ tripsInARow }) => tripsInARow),
    tripsInAll: of(({ tripsInAll }) => tripsInAll),
    rowsRead: of(({ rowsRead }) => rowsRead),
    rowsShown: costs[0]?.rowsShown ?? null,
  };
}

async function once(
  { line, measured, next }: FarScene,
  ask: () => Promise<unknown>,
  { tripMs, end }: { tripMs: number; end: End },
): Promise<Cost> {
  await line.quiet(QUIET_MS);
  line.setTrip(tripMs);
  const tag = `call-${next()}`;
  measured.tag = tag;
  measured.requests = 0;
  const begun = performance.now();
  const answer = await ask().finally(() => {
    measured.tag = null;
  });
  const answered = performance.now();
  await line.quiet(QUIET_MS, tag);
  line.setTrip(0);
  if (measured.requests !== 1)
    throw new Error(`The call sent ${measured.requests} requests instead of 1.`);
  const trips = line.trips.filter((trip) => trip.tag === tag);
  const endedAt = endOf(end, answered, trips);
  return {
    ms: endedAt - begun,
    tripsInARow: inARow(trips.filter((trip) => trip.begunAt < endedAt)),
    tripsInAll: trips.length,
    rowsRead: trips.reduce((sum, trip) => sum + trip.rowsRead, 0),
    rowsShown: rowsShown(answer),
  };
}

/**
 * How long people wait if their request wakes a process (ms, medians): from its start to its first answer,
 * and to the first answer that reads the database.
 */
export async function waking({ line, start }: FarScene, tripMs: number) {
  const first: number[] = [];
  const read: number[] = [];
  await line.quiet(QUIET_MS);
  line.setTrip(tripMs);
  for (let turn = 0; turn < TIMES; turn += 1) {
    const process = await start();
    const answered = performance.now();
    const answer = await fetch(`http://127.0.0.1:${process.port}/api/trpc/slots.window`);
    if (!answer.ok) throw new Error(`A woken process answered ${answer.status}.`);
    await answer.text();
    first.push(process.firstAnswerMs);
    read.push(process.firstAnswerMs + performance.now() - answered);
    await process.stop();
  }
  line.setTrip(0);
  return { firstAnswerMs: median(first), firstReadMs: median(read) };
}

function endOf(end: End, answered: number, trips: readonly Trip[]): number {
  if (end === 'answer') return answered;
  const firstWrite = trips.find(({ rowsWritten }) => rowsWritten > 0);
  if (end === 'first write') return firstWrite?.endedAt ?? answered;
  return Math.max(answered, ...trips.map(({ endedAt }) => endedAt));
}

/**
 * The longest wait (ms) for an answer that doesn't need the database, in a process with a copy: while the
 * connection works, and while it's silent for 20 seconds.
 */
export async function copyOnSilentLine({ startWithCopy }: FarScene, tripMs: number) {
  const { process, line } = await startWithCopy();
  const url = `http://127.0.0.1:${process.port}`;
  line.setTrip(tripMs);
  const workingMs = await longestWait(url, 20_000);
  line.silence();
  const silentMs = await longestWait(url, 20_000);
  await process.stop();
  await line.cut();
  return { workingMs, silentMs };
}

/** How long it takes until 40 simultaneous confirmations are all answered (ms). */
export async function crowdOfConfirms(scene: FarScene, tripMs: number): Promise<number> {
  const ids: string[] = [];
  for (let count = 0; count < 40; count += 1) ids.push(await scene.booked());
  await scene.line.quiet(QUIET_MS);
  scene.line.setTrip(tripMs);
  const begun = performance.now();
  await Promise.all(ids.map((id) => scene.staff.trpc.admin.confirm.mutate({ id })));
  const ms = performance.now() - begun;
  scene.line.setTrip(0);
  return ms;
}

/** The round trips and writes in a minute without requests, starting 30 s after the last one. */
export async function idleMinute({ line }: FarScene, tripMs: number) {
  line.setTrip(tripMs);
  await Bun.sleep(30_000);
  const from = performance.now();
  await Bun.sleep(60_000);
  const trips = line.trips.filter(({ begunAt }) => begunAt >= from);
  return { trips: trips.length, writes: trips.filter(({ rowsWritten }) => rowsWritten > 0).length };
}
