import { afterAll, beforeAll, expect, test } from 'bun:test';
import { TRPCClientError } from '@trpc/client';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { allEntries } from '../support/ledger';
import { compareBooks, expectAllPaidOnce } from './books';
import { type FaultApp, startFaultApp } from './fault-app';
import { chance, FULL, figures, withSeed } from './seed';

/** How many appointments are prepared or completed simultaneously. */
const AT_ONCE = 20;
/** Nine kinds of faults that together affect one request in five. */
const FAULTS = [
  'lost-request',
  'lost-reply',
  'cut-body',
  '409',
  '429',
  '500',
  '500-after',
  '503',
  'hang',
];
const EACH = 1 - 0.8 ** (1 / FAULTS.length);

let app: FaultApp;
beforeAll(async () => {
  // Short, so that a thousand completions don't wait for hanging requests.
  app = await startFaultApp({ timeoutMs: 400 });
});
afterAll(() => app.close());

async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function readyMany(count: number): Promise<string[]> {
  const ids: string[] = [];
  await inLanes([...Array(count).keys()], async () => {
    ids.push(await app.ready());
  });
  return ids;
}

const complete = (id: string) => app.staff.trpc.admin.complete.mutate({ id, actualGallons: 12.3 });

/**
 * Completes as our pages do. If a busy machine answers 503, the outcome is unknown and the call is
 * repeated.
 */
async function completeUntilAnswered(id: string): ReturnType<typeof complete> {
  try {
    return await complete(id);
  } catch (error) {
    if (!(error instanceof TRPCClientError) || error.data?.httpStatus !== 503) throw error;
    return completeUntilAnswered(id);
  }
}

/** Returns only the events of these appointments. */
async function booksOf(ids: string[]) {
  const own = new Set(ids);
  const ledger = app.sandbox.ledger();
  const lines = ledger.lines.filter((line) => own.has(line.appointmentId ?? ''));
  return compareBooks(
    (await app.charges()).filter((charge) => own.has(charge.appointmentId)),
    (await allEntries(app)).filter((entry) => own.has(entry.appointmentId)),
    {
      lines,
      totals: { ...ledger.totals, charged: lines.reduce((sum, line) => sum + line.charged, 0) },
      doubleCharged: ledger.doubleCharged.filter((id) => own.has(id)),
    },
  );
}

const CROWD = FULL ? { appointments: 50, requests: 100 } : { appointments: 8, requests: 25 };
test(`${CROWD.appointments} completions, each sent ${CROWD.requests} times simultaneously, make one charge each`, async () => {
  const ids = await readyMany(CROWD.appointments);
  const calls = ids.flatMap((id) =>
    Array.from({ length: CROWD.requests }, () => completeUntilAnswered(id)),
  );
  await Promise.all(calls);
  // An answer waits at most 2.5 s for its charge, and on a busy machine many are sent before that.
  await app.sweepUntilQuiet();
  const answers = await Promise.all(ids.map(completeUntilAnswered));
  expect(answers.every((answer) => answer.paymentProcessed && answer.balancePaid)).toBe(true);
  const books = await booksOf(ids);
  expectAllPaidOnce(books, CROWD.appointments);
  figures('Simultaneous requests', {
    completions: CROWD.appointments,
    requests: calls.length,
    charges: books.charged,
    'double charges': books.double,
  });
}, 600_000);

const MANY = FULL ? 1000 : 40;
test(
  `${MANY} completions while one request in five fails: each charged once`,
  () =>
    withSeed(async (seed) => {
      const ids = await readyMany(MANY);
      for (const [index, fault] of FAULTS.entries())
        await app.fail('*', '/v1/*', fault, { probability: EACH, seed: seed + index });
      await inLanes(ids, async (id) => {
        await completeUntilAnswered(id);
      });
      const openAtFirst = (await booksOf(ids)).open;
      const rounds = await app.sweepUntilQuiet(400);
      await app.heal();
      const books = await booksOf(ids);
      expectAllPaidOnce(books, MANY);
      // The sweeper has closed whatever a failed creation left open, and no item is left for staff.
      const report = await reconcile(app);
      expect(report.unmended).toEqual([]);
      expectAllPaidOnce(await booksOf(ids), MANY);
      figures('One request in five fails', {
        completions: MANY,
        'open after the first answer': openAtFirst,
        'rounds of the sweeper': rounds,
        'double charges': books.double,
        'lost charges': books.lost,
        'cents here': books.ourCents,
        'cents at Stripe': books.stripeCents,
        'surplus intents cancelled': report.mended.length,
      });
    }),
  3_600_000,
);

const DAY_LATER = FULL ? 200 : 20;
test(
  `${DAY_LATER} completions with lost replies are charged once, 25 hours later and with expired keys`,
  () =>
    withSeed(async (seed) => {
      const dice = chance(seed);
      const ids = await readyMany(DAY_LATER);
      for (const id of ids) {
        const [path, fault] = dice.pick([
          ['/v1/payment_intents', 'lost-reply'],
          ['/v1/payment_intents', '500-after'],
          ['/v1/payment_intents/*/confirm', 'lost-reply'],
          ['/v1/payment_intents/*/confirm', 'cut-body'],
          ['/v1/payment_intents/*/confirm', 'lost-request'],
        ] as const);
        await app.fail('POST', path, fault, { count: 1 });
        await completeUntilAnswered(id);
        await app.heal();
      }
      const openAtFirst = (await booksOf(ids)).open;
      expect(openAtFirst).toBeGreaterThan(DAY_LATER / 2);
      app.clock.advance(25 * 3_600_000);
      await app.sandboxCall('POST', '/_sandbox/purge-keys');
      await app.sweepUntilQuiet();
      const books = await booksOf(ids);
      expectAllPaidOnce(books, DAY_LATER);
      figures('25 hours, keys purged', {
        completions: DAY_LATER,
        'without an answer before': openAtFirst,
        'double charges': books.double,
        'lost charges': books.lost,
      });
    }),
  600_000,
);
