/** The measurements that compare two builds of the server in one run. */
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { layLine } from '../tests/support/line';
import { startSqld } from '../tests/support/sqld';
import { filledCopy, migratedFile } from './database';
import type { Step } from './load';
import {
  type Load,
  type MeasuredTarget,
  type MeasureOptions,
  measure,
  median,
  type Target,
} from './load-process';
import type { Started } from './processes';
import { BOOKINGS, LIST, nineToOne, ORDINARY, READS, readAfterEach } from './requests';
import { startProgram } from './servers';

/** The paths of two built servers. */
export type Programs = Sides<string>;
export type Sides<T> = Record<'with' | 'without', T>;
export type Row = { figure: string; unit: string } & Sides<number>;

const CONNECTIONS = 32;
const STARTS = 15;
const MEMORY_STARTS = 3;
const JOBS_WITHIN_MS = 2_000;
/** A round trip to a database in another region. */
const TRIP_MS = 40;
const SEEDED = 21;
const ENDLESS = { capacity: 1_000_000, bookings: SEEDED };
const ADMIN = { username: 'bench', password: 'a long bench password' };
const WITH_ADMIN = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password };

const NEAR = { rounds: 11, seconds: 0.4, connections: CONNECTIONS };
const FAR = { rounds: 5, seconds: 2, connections: CONNECTIONS };
const ONE_BY_ONE = { rounds: 15, seconds: 2, connections: 1 };

/** The measurements by name. Those that start with `far` use a libSQL server behind a slow connection. */
export async function createMeasures(load: Load, stripe: Started, folder: string) {
  const empty = await migratedFile(folder);
  const closers: (() => Promise<void>)[] = [];
  let number = 0;
  const path = (kind: string) => {
    number += 1;
    return join(folder, `${kind}-${number}`);
  };

  const start = (program: string, database: string, env = {}) =>
    startProgram(program, database, path('product'), stripe, env);
  /** Each side has its own database, so that the other's rows don't slow it down. */
  const near = (fill: typeof ENDLESS) => async () => filledCopy(empty, path('file'), fill);

  async function far(program: string): Promise<string> {
    const sqld = await startSqld(path('sqld'));
    closers.push(() => sqld.stop());
    const line = await layLine(sqld.url, { tripMs: TRIP_MS });
    closers.push(() => line.cut());
    // The product migrates it at its start.
    await (await start(program, sqld.url)).stop();
    const client = createClient({ url: sqld.url });
    await client.execute(
      'insert into booking_settings (id, default_capacity, updated_at) values (1, 1000000, 0)',
    );
    client.close();
    return line.url;
  }

  /** A request's cost: the server's CPU time, and the time until its answer. */
  async function underLoad(
    programs: Programs,
    what: string,
    database: (program: string) => Promise<string>,
    stepsFor: (server: Started) => Step[] | Promise<Step[]>,
    options: MeasureOptions,
  ): Promise<Row[]> {
    const servers: Started[] = [];
    const target = async (program: string): Promise<Target> => {
      const server = await start(program, await database(program), WITH_ADMIN);
      servers.push(server);
      await everythingLoaded(server);
      return { server, steps: await stepsFor(server) };
    };
    try {
      const targets = {
        with: await target(programs.with),
        without: await target(programs.without),
      };
      return rowsOf(what, await measure(load, targets, options));
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  }

  async function starts(
    programs: Programs,
    what: string,
    database: (program: string) => Promise<string>,
  ): Promise<Row[]> {
    const databases = {
      with: await database(programs.with),
      without: await database(programs.without),
    };
    const times: Sides<number[]> = { with: [], without: [] };
    const cpu: Sides<number[]> = { with: [], without: [] };
    for (let turn = 0; turn < STARTS; turn += 1) {
      const sides = ['with', 'without'] as const;
      for (const side of turn % 2 === 0 ? sides : sides.toReversed()) {
        const server = await start(programs[side], databases[side]);
        times[side].push(server.firstAnswerMs);
        cpu[side].push(server.cpuAtFirstAnswerMs);
        await server.stop();
      }
    }
    const row = (figure: string, of: Sides<number[]>): Row => ({
      figure: `${what}, ${figure}`,
      unit: 'ms',
      with: median(of.with),
      without: median(of.without),
    });
    return [row('processor', cpu), row('time', times)];
  }

  async function memory(programs: Programs): Promise<Row[]> {
    const held: Sides<number[]> = { with: [], without: [] };
    for (let turn = 0; turn < MEMORY_STARTS; turn += 1) {
      for (const side of ['with', 'without'] as const) {
        const server = await start(programs[side], await near(ENDLESS)());
        await everythingLoaded(server);
        await Bun.sleep(JOBS_WITHIN_MS);
        const plan = { connections: CONNECTIONS, seconds: 30, requests: 10_000 };
        await load.run({ ...plan, port: server.port, steps: READS.trpc.date });
        held[side].push(server.memoryKb() / 1_024);
        await server.stop();
      }
    }
    const [a, b] = [median(held.with), median(held.without)];
    return [{ figure: 'memory after 10,000 reads', unit: 'MB', with: a, without: b }];
  }

  const afterBookings = () => readAfterEach(READS.trpc.date, BOOKINGS.trpc);
  const measures = {
    start: (of: Programs) => starts(of, 'start', near({ capacity: 1, bookings: SEEDED })),
    memory,
    read: (of: Programs) =>
      underLoad(of, 'read a date', near(ENDLESS), () => READS.trpc.date, NEAR),
    call: (of: Programs) => underLoad(of, 'ordinary call', near(ENDLESS), () => ORDINARY, NEAR),
    list: (of: Programs) =>
      underLoad(
        of,
        'list of 100 for staff',
        near({ capacity: 1, bookings: 300 }),
        async (server) => LIST(await signIn(server)),
        NEAR,
      ),
    book: (of: Programs) =>
      underLoad(of, 'book', near(ENDLESS), () => BOOKINGS.trpc, {
        ...NEAR,
        seconds: 3,
        requests: 800,
      }),
    mixed: (of: Programs) =>
      underLoad(
        of,
        '9 reads, 1 booking',
        near(ENDLESS),
        () => nineToOne(READS.trpc.window, BOOKINGS.trpc),
        { ...NEAR, seconds: 3, requests: 1_600 },
      ),
    fresh: (of: Programs) =>
      underLoad(of, 'read after a booking', near(ENDLESS), afterBookings, {
        ...ONE_BY_ONE,
        requests: 200,
      }),
    'far start': (of: Programs) => starts(of, 'far: start', far),
    'far read': (of: Programs) =>
      underLoad(of, 'far: read a date', far, () => READS.trpc.date, FAR),
    'far list': (of: Programs) =>
      underLoad(of, 'far: list for staff', far, async (server) => LIST(await signIn(server)), FAR),
    'far book': (of: Programs) => underLoad(of, 'far: book', far, () => BOOKINGS.trpc, FAR),
    'far fresh': (of: Programs) =>
      underLoad(of, 'far: read after a booking', far, afterBookings, ONE_BY_ONE),
  };
  return {
    async run(name: keyof typeof measures, programs: Programs): Promise<Row[]> {
      try {
        return await measures[name](programs);
      } finally {
        for (const close of closers.splice(0).toReversed()) await close();
      }
    },
  };
}

export type MeasureName = Parameters<Awaited<ReturnType<typeof createMeasures>>['run']>[0];

function rowsOf(what: string, measured: Sides<MeasuredTarget>): Row[] {
  for (const [side, { kinds, broken }] of Object.entries(measured)) {
    const refused = Object.values(kinds).reduce((sum, kind) => sum + kind.refused, 0);
    if (refused + broken > 0) throw new Error(`${what}, ${side}: ${refused + broken} errors`);
  }
  const row = (figure: string, unit: string, read: (target: MeasuredTarget) => number): Row => ({
    figure: `${what}, ${figure}`,
    unit,
    with: read(measured.with),
    without: read(measured.without),
  });
  return [
    row('processor for an answer', 'µs', (target) => target.cpuMicroseconds ?? 0),
    ...Object.keys(measured.with.kinds).map((kind) =>
      row(`p50 of a ${kind}`, 'ms', ({ kinds }) => kinds[kind]?.p50Ms ?? 0),
    ),
    row('answers per second', '/s', ({ kinds }) =>
      Object.values(kinds).reduce((sum, { perSecond }) => sum + perSecond, 0),
    ),
  ];
}

async function everythingLoaded(server: Started): Promise<void> {
  const { ok } = await fetch(`http://127.0.0.1:${server.port}/readyz`);
  if (!ok) throw new Error("The product wasn't ready.");
}

/** Signs in and returns the admin's cookie. */
async function signIn(server: Started): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/auth/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  if (!response.ok) throw new Error(`The sign-in failed: ${await response.text()}`);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return cookies.join('; ');
}
