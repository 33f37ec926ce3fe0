/** The product before a far database, and the people and appointments that calls are made about. */
import { join } from 'node:path';
import { createClient } from '@libsql/client/http';
import { addDays } from '@/domain/dates';
import { TIME_SLOTS } from '@/domain/slots/time-slots';
import { book, type ORDER } from '../../tests/support/actors';
import { layLine } from '../../tests/support/line';
import { startSqld } from '../../tests/support/sqld';
import { DATES } from '../requests';
import { startProgram, startStripe } from '../servers';
import { layNotingLine } from './line';
import { bringPeople } from './people';

const ADMIN = { username: 'bench', password: 'a long bench password' };
export const EMERGENCY_PASSWORD = 'break-the-glass';
/** A card that is saved, and refuses each charge. */
const DECLINES = '4000000000000341';

export const [FIRST_SLOT, SECOND_SLOT] = TIME_SLOTS.map(({ label }) => label) as [string, string];
export const DATE = DATES[5] as string;
export const LATER = DATES[9] as string;

export type Scene = Awaited<ReturnType<typeof setScene>>;

/** Starts sqld, the line, Stripe's sandbox and a built server. The line has no length yet. */
export async function setScene(program: string, folder: string) {
  const sqld = await startSqld(join(folder, 'sqld'));
  // Also after an exception: no server stays behind.
  process.on('exit', () => void sqld.stop());
  const line = await layNotingLine(sqld.url);
  const client = createClient({ url: sqld.url });
  const stripe = await startStripe(folder);
  const settings = {
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    EMERGENCY_ADMIN_PASSWORD: EMERGENCY_PASSWORD,
    // Each person has an address of their own, so that every limit is counted as it is for people,
    // and none is reached.
    TRUST_PROXY: '1',
    RATE_LIMIT_FACTOR: '250',
  };
  const start = (env: Record<string, string> = {}, flags: string[] = []) =>
    startProgram(
      program,
      line.url,
      join(folder, 'product'),
      stripe,
      { ...settings, ...env },
      flags,
    );
  const product = await start({}, ['--preload', join(import.meta.dir, 'preload.ts')]);
  const origin = `http://127.0.0.1:${product.port}`;
  // On a busy machine it gives up waiting for itself at first.
  for (let tries = 1; !(await fetch(`${origin}/readyz`)).ok; tries += 1) {
    if (tries > 20) throw new Error('the product was not ready');
    await Bun.sleep(200);
  }
  const roomFor =
    'insert into booking_settings (id, default_capacity, updated_at) values (1, ?, 0)';
  await client.execute({ sql: roomFor, args: [1_000_000] });

  const people = await bringPeople({
    origin,
    client,
    stripe: `http://127.0.0.1:${stripe.port}`,
    admin: ADMIN,
  });
  let number = 0;
  const next = () => {
    number += 1;
    return number;
  };
  return {
    ...people,
    ...appointmentsOf(people),
    line,
    client,
    /** One more process of the product. */
    start: () => start(),
    /** The same with a copy of the database, on a line of its own. */
    async startWithCopy() {
      const own = await layLine(sqld.url);
      const copy = join(folder, 'copy.db');
      const process = await start({ DATABASE_URL: own.url, DATABASE_REPLICA_PATH: copy });
      return { process, line: own };
    },
    /** Another number each time. */
    next,
    /** A new key of a device action or of a request. */
    key: () => `bench-edge-key-${next()}`,
    /** A date behind the booking window, another one each time. */
    farDay: () => addDays(DATE, 60 + next()),
    async stop() {
      await product.stop();
      await line.close();
      await stripe.stop();
      client.close();
      await sqld.stop();
    },
  };
}

/** Appointments of Kim's in every state that calls are made about; each gives an id. */
function appointmentsOf({ kim, staff, dana }: Awaited<ReturnType<typeof bringPeople>>) {
  const booked = (over: Partial<typeof ORDER> = {}, card?: string) =>
    book(kim, { date: DATE, time: FIRST_SLOT, ...over }, card);

  async function confirmed(card?: string): Promise<string> {
    const id = await booked({}, card);
    await staff.trpc.admin.confirm.mutate({ id });
    return id;
  }
  async function ready(card?: string): Promise<string> {
    const id = await confirmed(card);
    await staff.trpc.admin.schedule.mutate({ id, driverId: dana.driverId });
    return id;
  }
  async function underWay(): Promise<string> {
    const id = await ready();
    await dana.visitor.trpc.driver.enRoute.mutate({ id });
    return id;
  }
  async function delivered(card?: string): Promise<string> {
    const id = await ready(card);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    return id;
  }
  return {
    booked,
    confirmed: () => confirmed(),
    ready: () => ready(),
    underWay,
    delivered: () => delivered(),
    /** A delivery whose charge the bank refused. */
    declined: () => delivered(DECLINES),
    /** A delivery of ten times the gallons, recorded late by a device: its charge waits for staff. */
    async held(): Promise<string> {
      const id = await underWay();
      const actionKey = `bench-edge-held-${id}`.slice(0, 64);
      await dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 284, actionKey });
      return id;
    },
    async openCalendar(): Promise<void> {
      const [first = ''] = DATES;
      await staff.trpc.admin.openDays.mutate({ from: first, to: addDays(first, 100) });
    },
  };
}
