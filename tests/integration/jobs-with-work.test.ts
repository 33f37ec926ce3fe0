/**
 * Tests the jobs that run only if there is work: the scheduler finds each job's work, and finds none once
 * it's done.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cents } from '@/domain/money';
import { instantOf, localMoment } from '@/domain/time';
import { JOBS, type Job } from '@/server/jobs/jobs';
import { formerName } from '@/server/modules/auth/users.repository';
import { readBeat } from '@/server/modules/leases/leases.repository';
import { book, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let app: TestApp;
beforeAll(async () => {
  const prices = { regularCents: cents(377), premiumCents: cents(477) };
  const fuelPrices = { isLive: true, station: 'Test', latest: async () => prices };
  app = await startTestApp({ capacity: 20, fuelPrices });
  await runAll();
});
afterAll(() => app.close());

const jobsThatCheck = JOBS.filter(({ hasWork }) => hasWork);
const write = (sql: string, ...args: (string | number)[]) =>
  app.deps.db.client.execute({ sql, args });
const idOf = async (visitor: Awaited<ReturnType<typeof customer>>) =>
  (await visitor.trpc.auth.me.query())?.id ?? '';

async function runAll(): Promise<void> {
  for (const job of JOBS) if (!job.dueAt) await job.run(app);
}

async function hasWork(job: Job): Promise<boolean> {
  const due = job.hasWork?.(app);
  if (!due) throw new Error(`${job.name} always runs`);
  const beat = await readBeat(app.deps.db, 'jobs', [due], null);
  return beat.due[0] === 0;
}

/** The action that creates work for each job. */
const WORK: Record<string, () => unknown> = {
  'refresh weather': () => app.clock.advance(HOUR),
  'refresh fuel prices': () => app.clock.advance(6 * HOUR),
  'book recurring deliveries': async () => {
    const sam = await customer(app);
    await book(sam);
    await sam.trpc.account.addRecurring.mutate({
      planType: 'every-four-weeks',
      deliveryDay: 'Monday',
      fuelType: 'Regular',
      gallons: 20,
    });
    await write('update subscriptions set next_delivery = ?', TOMORROW);
  },
  'remind of tomorrow': () => {
    const { date } = localMoment(app.clock.now(), 'America/New_York');
    app.clock.set(instantOf({ date, minutes: 18 * 60 }, 'America/New_York'));
  },
  'update waiting list': () =>
    write(
      `insert into waitlist_entries (id, status, link_hash, date, location, fuel_type, created_at, updated_at)
        values ('old', 'unconfirmed', 'a hash', '2026-06-20', 'Pier 4', 'Regular', 0, 0)`,
    ),
  'seal audit entries': async () => book(await customer(app), { date: '2026-06-17' }),
  'void unused ticket numbers': () =>
    write(
      "insert into ticket_ranges (id, series, first, last, touched_at) values ('old', 1, 1, 20, 0)",
    ),
  'keep links': async () => {
    await book(await customer(app));
    await write('update appointments set link_hash = null');
  },
  'expire holds': async () => {
    await (await customer(app)).trpc.booking.create.mutate({ ...ORDER, date: '2026-06-18' });
    app.clock.advance(25 * HOUR);
  },
  'forget changes': async () => book(await customer(app), { date: '2026-06-19' }),
  'forget sessions': async () =>
    write('update sessions set expires_at = 0 where user_id = ?', await idOf(await customer(app))),
  'forget merges': async () => {
    await customer(app, { username: 'kept', email: 'kept@lake.example' });
    await write(
      `insert into customer_merges (request_id, kept_id, gone_id, moved, made_by, made_at)
        select 'old', id, id, '{}', 'Alex', 0 from users where username = 'kept'`,
    );
  },
  'forget people': async () =>
    write(
      'update sessions set last_seen_at = 0 where user_id = ?',
      await idOf(await customer(app)),
    ),
  'fold search texts': () => customer(app),
  'forget customers at Stripe': async () => {
    const sam = await customer(app);
    await book(sam, { date: '2026-06-19' });
    const id = await idOf(sam);
    await write('update users set username = ? where id = ?', formerName(id), id);
  },
  'forget challenges': async () =>
    write(
      `insert into challenges (token_hash, user_id, purpose, password_mark, expires_at)
        values ('old', ?, 'sign-in', '', 1)`,
      await idOf(await customer(app)),
    ),
  'forget card tries': async () => {
    const sam = await customer(app);
    const id = await book(sam, { date: '2026-06-19' });
    await sam.trpc.booking.cancel.mutate({ id });
    await write('update card_tries set at = 0 where appointment_id = ?', id);
  },
  'remove one-time cards': async () => {
    const sam = await customer(app);
    const id = await book(sam, { date: '2026-06-20' });
    await write('delete from payment_methods');
    await write(
      "update appointments set card_for_this_only = 1, status = 'cancelled', date = '2026-06-01' where id = ?",
      id,
    );
  },
  'forget turns': () =>
    write(
      `insert into outbox (id, recipient, subject, body, dedupe_key, turn_key, created_at, sent_at)
        values ('old', 'sam@lake.example', '-', '-', 'link:old', 'key', 0, 1)`,
    ),
  'forget limits': () => write("insert into rate_limits (key, used_until) values ('old', 1)"),
};

test('every job that looks for work before it runs is in the table', () => {
  expect(jobsThatCheck.map(({ name }) => name)).toEqual(Object.keys(WORK));
});

test.each(jobsThatCheck)("$name finds its work, and none once it's done", async (job) => {
  expect(await hasWork(job)).toBe(false);
  await WORK[job.name]?.();
  expect(await hasWork(job)).toBe(true);
  await runAll();
  expect(await hasWork(job)).toBe(false);
});
