/** The setup for `bench:desk`: a season in the database, one busy day, and staff on the built product. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createDb } from '@/db/client';
import { migrateDb } from '@/db/migrate';
import { addDays, type CalendarDate } from '@/domain/dates';
import { localMoment } from '@/domain/time';
import { BUILT, type Product, startProduct } from '../../tests/support/product';
import { fillSeason } from '../../tests/support/season';
import { zoneOfEarlyMorning } from '../../tests/support/zones';
import { median } from '../load-process';
import { processorTimeOf, ROOT } from '../processes';

const SEASON = { appointments: 50_000, customers: 5_000 };
/** The upcoming appointments of a real business: about 36 per day. */
const UPCOMING_ONE_IN = 100;
/** 3 windows with 20 spots each make the usual day of 60. A busier day is overbooked. */
const CAPACITY = 20;
/** The busy day, in days from today. */
export const BUSY_IN_DAYS = 3;

const TIMES = ['10:00 AM - 12:00 PM', '12:00 PM - 2:00 PM', '2:00 PM - 4:00 PM'] as const;
export const ADMINS = ['alex', 'robin'] as const;
export const DRIVERS = ['Ola Berg', 'Uma Fjord', 'Siv Holm'] as const;
const PASSWORD = 'a-password-of-the-bench';

export type Driver = { id: number; name: string; username: string };
export type Booked = { id: string; publicCode: string; customerName: string };

export type Scene = {
  product: Product;
  today: CalendarDate;
  busyDay: CalendarDate;
  /** Number of deliveries on the busy day, and of those that people make at work. */
  dayOf: number;
  drivers: Driver[];
  staff: Person;
};

/** A signed-in person without a browser. */
export type Person = {
  cookie: string;
  ask: <Answer>(path: string, input?: unknown) => Promise<Answer>;
  call: <Answer>(path: string, input: unknown) => Promise<Answer>;
};

/** Signs in without the screen, through `auth.adminLogin` or `auth.login`. */
export async function signIn(url: string, path: string, username: string): Promise<Person> {
  const body = (input: unknown) => JSON.stringify({ json: input });
  const headers = { 'content-type': 'application/json' };
  const entered = await fetch(`${url}/api/trpc/${path}`, {
    method: 'POST',
    headers,
    body: body({ username, password: PASSWORD }),
  });
  if (!entered.ok) throw new Error(`${path}: ${await entered.text()}`);
  const cookie = entered.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  const send = async <Answer>(name: string, query: string, request: RequestInit) => {
    const answer = await fetch(`${url}/api/trpc/${name}${query}`, request);
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
    return ((await answer.json()) as { result: { data: { json: Answer } } }).result.data.json;
  };
  return {
    cookie,
    ask: (name, input) => {
      const query = input === undefined ? '' : `?input=${encodeURIComponent(body(input))}`;
      return send(name, query, { headers: { cookie } });
    },
    call: (name, input) =>
      send(name, '', { method: 'POST', headers: { ...headers, cookie }, body: body(input) }),
  };
}

/** A guest's order, as booked by staff. */
export const guestOrder = (number: number, date: CalendarDate, slot: number) => ({
  id: crypto.randomUUID(),
  // All names have the same length, so that none is a prefix of another.
  customerName: `Harbor Guest ${String(number).padStart(3, '0')}`,
  customerPhone: `269-555-${String(1000 + number)}`,
  customerEmail: `guest${number}@lake.example`,
  date,
  time: TIMES[slot % TIMES.length],
  location: 'Eagle Point Marina, north basin',
  slipNumber: String(number),
  fuelType: 'Regular',
  canType: 'service',
  estimatedGallons: '20',
  smallIceBags: number % 3,
  largeIceBags: 0,
});

/** Fills a database in the folder, starts the product with it, and books a busy day of `dayOf`. */
export async function setScene(folder: string, dayOf: number): Promise<Scene> {
  mkdirSync(folder, { recursive: true });
  const timeZone = zoneOfEarlyMorning();
  const today = localMoment(Date.now(), timeZone).date;
  const busyDay = addDays(today, BUSY_IN_DAYS);
  const url = `file:${join(folder, 'dockside.db')}`;
  await fillDatabase(url, { today, busyDay });
  for (const name of ADMINS) await makeAdmin(url, name);
  const product = await startProduct({
    program: BUILT,
    folder,
    // All calls come from one address, and its rate limit isn't what we measure.
    env: { DEMO: '0', BUSINESS_TIME_ZONE: timeZone, RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'warn' },
  });
  const staff = await signIn(product.url, 'auth.adminLogin', ADMINS[0]);
  const drivers: Driver[] = [];
  for (const name of DRIVERS) {
    const username = name.split(' ', 1)[0]?.toLowerCase() ?? '';
    const { id } = await staff.call<{ id: number }>('admin.addDriver', {
      username,
      password: PASSWORD,
      name,
    });
    drivers.push({ id, name, username });
  }
  for (let number = 0; number < dayOf; number += 1) {
    const order = guestOrder(number, busyDay, Math.floor((number * TIMES.length) / dayOf));
    await staff.call('admin.bookForCustomer', { ...order, overCapacityReason: 'A busy day' });
    await staff.call('admin.confirm', { id: order.id, noCardReason: 'Pays cash' });
    const driverId = drivers[number % drivers.length]?.id;
    await staff.call('admin.schedule', { id: order.id, driverId });
  }
  return { product, today, busyDay, dayOf, drivers, staff };
}

async function fillDatabase(url: string, { today, busyDay }: Record<string, CalendarDate>) {
  if (!today || !busyDay) throw new Error('There are no dates.');
  const db = await createDb({ url });
  const now = Date.now();
  await migrateDb(db);
  await fillSeason(db, { today, now, ...SEASON, upcomingOneIn: UPCOMING_ONE_IN });
  await db.client.batch([
    {
      sql: 'insert into booking_settings (id, default_capacity, updated_at) values (1, ?, ?)',
      args: [CAPACITY, now],
    },
    // This program books the deliveries of today and of the busy day itself, for the drivers that
    // it signs in.
    {
      sql: 'update appointments set date = ? where date in (?, ?)',
      args: [addDays(today, -1), today, busyDay],
    },
    "update drivers set status = 'retired'",
  ]);
  await db.close();
}

async function makeAdmin(url: string, name: string) {
  const child = Bun.spawn([process.execPath, '--no-env-file', 'scripts/admin-create.ts', name], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: url },
    stdin: new TextEncoder().encode(PASSWORD),
    stdout: 'ignore',
    stderr: 'inherit',
  });
  if ((await child.exited) !== 0) throw new Error(`the owner ${name} could not be created`);
}

/** The processor time of the server's process, in ms. */
export const serverCpuMs = ({ product }: Scene): number =>
  processorTimeOf(product.process.pid ?? 0) ?? Number.NaN;

export type ServerTime = { ms: number; cpuMs: number };
const REPEATS = 20;

/**
 * Returns the median time until the answer of a repeated call, and the median CPU time of the
 * server.
 */
export async function serverTime(
  scene: Scene,
  [path, input]: readonly [path: string, input?: unknown],
): Promise<ServerTime> {
  const ms: number[] = [];
  const cpuMs: number[] = [];
  for (let turn = 0; turn < REPEATS; turn += 1) {
    const [begun, before] = [performance.now(), serverCpuMs(scene)];
    await scene.staff.ask(path, input);
    ms.push(performance.now() - begun);
    cpuMs.push(serverCpuMs(scene) - before);
  }
  return { ms: median(ms), cpuMs: median(cpuMs) };
}
