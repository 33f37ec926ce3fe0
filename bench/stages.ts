/** The stages of a run. Each starts its own servers with its own files, and stops them. */
import { join } from 'node:path';
import { countBookings, filledCopy } from './database';
import type { Step } from './load';
import { type Load, type MeasuredTarget, measure, median } from './load-process';
import type { Started } from './processes';
import { BOOKINGS, nineToOne, READS, readAfterEach } from './requests';
import { startBare, startProduct, startSqlite } from './servers';

const CONNECTIONS = 32;
/** Uses many short rounds, so that other programs disturb a few of them but not the median. */
const ROUNDS = 9;
const READ_ROUNDS = 21;
const STARTS = 9;
const MEMORY_AFTER = 10_000;
const JOBS_WITHIN_MS = 2_000;
/** A capacity that never runs out. With the real one, the run would end after 42 bookings. */
const ENDLESS = 1_000_000;
const SEEDED = 21;

export type Run = { load: Load; stripe: Started; folder: string; emptyDatabase: string };

/** Runs a job with servers, and stops them even if it fails. */
export async function withServers<Name extends string, T>(
  starting: Record<Name, Promise<Started>>,
  job: (servers: Record<Name, Started>) => Promise<T>,
): Promise<T> {
  const entries = Object.entries<Promise<Started>>(starting);
  const servers: [string, Started][] = [];
  try {
    for (const [name, server] of entries) servers.push([name, await server]);
    return await job(Object.fromEntries(servers) as Record<Name, Started>);
  } finally {
    await Promise.all(servers.map(([, server]) => server.stop()));
  }
}

/**
 * Measures the time from a process's start to its first answer and until everything is loaded (ms). Both are
 * medians of several starts, with the servers taking turns.
 */
export async function startUp({ stripe, folder, emptyDatabase }: Run) {
  const file = filledCopy(emptyDatabase, join(folder, 'start.db'), {
    capacity: 1,
    bookings: SEEDED,
  });
  const product: number[] = [];
  const ready: number[] = [];
  const bare: number[] = [];
  for (let turn = 0; turn < STARTS; turn += 1) {
    for (const [times, begin] of [
      [bare, () => startBare()],
      [product, () => startProduct(file, stripe)],
    ] as const) {
      const server = await begin();
      times.push(server.firstAnswerMs);
      if (times === product) ready.push(await readyMs(server));
      await server.stop();
    }
  }
  return { productMs: median(product), readyMs: median(ready), bareMs: median(bare) };
}

/** Polls until everything is loaded, which the first answer doesn't wait for. @returns ms since the start */
async function readyMs(product: Started): Promise<number> {
  const startedAt = performance.now();
  const { ok } = await fetch(`http://127.0.0.1:${product.port}/readyz`);
  if (!ok) throw new Error('the product was not ready');
  return product.firstAnswerMs + performance.now() - startedAt;
}

/** Measures reads of 1 and 14 dates after a warm-up, and the memory after the first 10,000. */
export async function reads({ load, stripe, folder, emptyDatabase }: Run) {
  const options = { capacity: 1, bookings: SEEDED };
  const ours = filledCopy(emptyDatabase, join(folder, 'reads.db'), options);
  const theirs = filledCopy(emptyDatabase, join(folder, 'reads-sqlite.db'), options);
  return withServers({ product: startProduct(ours, stripe), sqlite: startSqlite(theirs) }, (two) =>
    readsOf(load, two),
  );
}

async function readsOf(load: Load, { product, sqlite }: Record<'product' | 'sqlite', Started>) {
  // The constant answers are copies of the product's answers, so that the number of bytes is the
  // same.
  const answer = (steps: readonly Step[]) => answerOf(product, steps[0] as Step);
  const bare = {
    bareDate: startBare(await answer(READS.trpc.date)),
    bareWindow: startBare(await answer(READS.trpc.window)),
  };
  return withServers(bare, async ({ bareDate, bareWindow }) => {
    // The memory is measured after the jobs' first run, so that everything is loaded.
    await readyMs(product);
    await Bun.sleep(JOBS_WITHIN_MS);
    const memory = { product: 0, bare: 0 };
    for (const [name, server] of [
      ['product', product],
      ['bare', bareDate],
    ] as const) {
      const steps = READS.trpc.date;
      const plan = { connections: CONNECTIONS, seconds: 30, requests: MEMORY_AFTER };
      await load.run({ ...plan, port: server.port, steps });
      memory[name] = server.memoryKb();
    }
    const on = (server: Started, steps: Step[]) => ({ server, steps });
    const measured = await measure(
      load,
      {
        'bare: constant, one date': on(bareDate, READS.trpc.date),
        'bare: constant, 14 dates': on(bareWindow, READS.trpc.window),
        'product: tRPC, one date': on(product, READS.trpc.date),
        'product: tRPC, 14 dates': on(product, READS.trpc.window),
        'product: REST, one date': on(product, READS.rest.date),
        'product: REST, 14 dates one by one': on(product, READS.rest.window),
        'sqlite: one date': on(sqlite, READS.sqlite.date),
        'sqlite: 14 dates': on(sqlite, READS.sqlite.window),
      },
      { connections: CONNECTIONS, rounds: READ_ROUNDS, seconds: 0.15 },
    );
    return { memory, measured };
  });
}

/**
 * Returns the answer to a read. It must contain windows, because the speed of a refusal would mean
 * nothing.
 */
async function answerOf(server: Started, step: Step): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${server.port}${step.path}`);
  const text = await response.text();
  if (!response.ok || !text.includes('PM')) throw new Error(`${step.path} answered ${text}`);
  return text;
}

/**
 * The number of bookings that were acknowledged, and the number in the files. They must be equal.
 */
export type Rows = { acknowledged: number; stored: number };

/** The same bookings through the product and through bun:sqlite, each with its own file. */
async function loadWithBookings<Name extends string>(
  { load, stripe, folder, emptyDatabase }: Run,
  name: string,
  loads: Record<Name, { server: 'product' | 'sqlite'; steps: Step[] }>,
  options: { connections: number; rounds: number; requests: number },
): Promise<{ measured: Record<Name, MeasuredTarget>; rows: Rows }> {
  const fill = { capacity: ENDLESS, bookings: SEEDED };
  const entries = Object.entries<{ server: 'product' | 'sqlite'; steps: Step[] }>(loads);
  // Each load has its own file, so that none counts another's bookings.
  const files = entries.map((_, index) =>
    filledCopy(emptyDatabase, join(folder, `${name}-${index}.db`), fill),
  );
  const starting = Object.fromEntries(
    entries.map(([label, { server }], index) => {
      const file = files[index] as string;
      return [label, server === 'product' ? startProduct(file, stripe) : startSqlite(file)];
    }),
  );
  const measured = await withServers(starting, (servers) => {
    const targets = entries.map(([label, { steps }]) => {
      return [label, { server: servers[label] as Started, steps }] as const;
    });
    return measure(load, Object.fromEntries(targets), { seconds: 2, ...options });
  });
  const acknowledged = Object.values(measured)
    .map(({ kinds }) => (kinds.book?.answered ?? 0) - (kinds.book?.refused ?? 0))
    .reduce((total, count) => total + count, 0);
  const stored = files.reduce((total, file) => total + countBookings(file) - SEEDED, 0);
  return { measured: measured as Record<Name, MeasuredTarget>, rows: { acknowledged, stored } };
}

/** Only bookings, durable, on 32 connections. */
export function bookings(run: Run) {
  return loadWithBookings(
    run,
    'bookings',
    {
      'product: book, tRPC': { server: 'product', steps: BOOKINGS.trpc },
      'product: book, REST': { server: 'product', steps: BOOKINGS.rest },
      'sqlite: book': { server: 'sqlite', steps: BOOKINGS.sqlite },
    },
    { connections: CONNECTIONS, rounds: ROUNDS, requests: 600 },
  );
}

/** 9 reads of 14 dates per booking, on 32 connections. */
export function mixed(run: Run) {
  return loadWithBookings(
    run,
    'mixed',
    {
      'product: 9 reads, 1 booking': {
        server: 'product',
        steps: nineToOne(READS.trpc.window, BOOKINGS.trpc),
      },
      'sqlite: 9 reads, 1 booking': {
        server: 'sqlite',
        steps: nineToOne(READS.sqlite.window, BOOKINGS.sqlite),
      },
    },
    { connections: CONNECTIONS, rounds: ROUNDS, requests: 1_200 },
  );
}

/** One connection books and then reads a date, so that no read finds its answer in memory. */
export function uncached(run: Run) {
  return loadWithBookings(
    run,
    'uncached',
    {
      'product: after a booking': {
        server: 'product',
        steps: readAfterEach(READS.trpc.date, BOOKINGS.trpc),
      },
      'sqlite: after a booking': {
        server: 'sqlite',
        steps: readAfterEach(READS.sqlite.date, BOOKINGS.sqlite),
      },
    },
    { connections: 1, rounds: ROUNDS, requests: 200 },
  );
}
