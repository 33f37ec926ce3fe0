import { expect, test } from 'bun:test';
import { expectAllPaidOnce } from './books';
import { type Chance, chance, FULL, figures, withSeed } from './seed';
import { startWorld, until, type World } from './world';

/**
 * The promise is 30 seconds from the moment the product is ready again. The full form checks it.
 * The short form runs along with other tests, maybe on a busy machine, and allows more time.
 */
const SETTLED_WITHIN_MS = FULL ? 30_000 : 180_000;
const WORLDS = FULL ? 5 : 1;
const KILLS = FULL ? 200 : 1;
/** The number of deliveries completed simultaneously when the product is killed. */
const BATCH = 3;
/** The longest completion on an idle machine. A later kill would find nothing in progress. */
const LATEST_KILL_MS = 250;

const SETTLED = ['succeeded', 'cash'];

async function settled(world: World, ids: string[]): Promise<boolean> {
  const states = await world.states(ids);
  return [...states.values()].every((state) => SETTLED.includes(state));
}

async function readyMany(world: World, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += BATCH) {
    const part = Array.from({ length: Math.min(BATCH, count - index) }, () => world.ready());
    ids.push(...(await Promise.all(part)));
  }
  return ids;
}

type Tally = { kills: number; slowestMs: number; underWay: number; double: number; lost: number };

/** The short form runs these tests simultaneously, and the full form one after the other. */
const each = FULL ? test : test.concurrent;

/**
 * Completes deliveries, kills and restarts the product, and waits until every completed delivery is
 * paid.
 */
async function killAtRandom(world: World, dice: Chance, kills: number): Promise<Tally> {
  const tally: Tally = { kills: 0, slowestMs: 0, underWay: 0, double: 0, lost: 0 };
  const all: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const ids = await readyMany(world, BATCH);
    all.push(...ids);
    const completions = ids.map((id) => world.complete(id));
    // The moment varies between the first byte and the last reply.
    await Bun.sleep(dice.next() * LATEST_KILL_MS);
    await world.kill();
    await Promise.all(completions);
    if (!(await settled(world, ids))) tally.underWay += 1;
    await world.restart();
    const took = await until('settled after a kill', SETTLED_WITHIN_MS, () => settled(world, ids));
    tally.slowestMs = Math.max(tally.slowestMs, took);
    tally.kills += 1;
  }
  // Callers without an answer complete again, and a recorded completion doesn't change.
  for (const id of all) await world.complete(id);
  await until('all are paid', SETTLED_WITHIN_MS, () => settled(world, all));
  const books = await world.books();
  expectAllPaidOnce(books, all.length);
  return { ...tally, double: books.double, lost: books.lost };
}

each(
  `${KILLS} kills at random moments lose and double no charge, and all are settled in time`,
  () =>
    withSeed(async (seed) => {
      const worlds = Array.from({ length: WORLDS }, async (_, index) => {
        // Every second product receives no events, because recovery must not need them.
        const world = await startWorld({ products: 1, events: index % 2 === 1 });
        try {
          return await killAtRandom(world, chance(seed + index), Math.ceil(KILLS / WORLDS));
        } finally {
          await world.close();
        }
      });
      const tallies = await Promise.all(worlds);
      figures('Killed at random instants', {
        kills: tallies.reduce((sum, tally) => sum + tally.kills, 0),
        'with charges under way': tallies.reduce((sum, tally) => sum + tally.underWay, 0),
        'double charges': 0,
        'lost charges': 0,
        'ms to the last settlement at most': Math.round(
          Math.max(...tallies.map((tally) => tally.slowestMs)),
        ),
      });
    }),
  3_600_000,
);

const CREATE = { method: 'POST', path: '/v1/payment_intents' };
const CONFIRM = { method: 'POST', path: '/v1/payment_intents/*/confirm' };
/**
 * A completion's progress at the kill: the requests that Stripe has received, and the rows that we
 * have stored.
 */
const STEPS = [
  {
    name: 'recorded, the PaymentIntent under way and made after the kill',
    on: CREATE,
    fault: 'slow:2500',
  },
  { name: 'the PaymentIntent made, its id not received', on: CREATE, fault: 'hang' },
  { name: 'confirmation under way, charged after the kill', on: CONFIRM, fault: 'slow:2500' },
  { name: 'charged, the answer not received', on: CONFIRM, fault: 'hang' },
];

type Faults = { faults: { remaining: number | null }[] };

async function struck(world: World, from: number): Promise<boolean> {
  const { faults } = await world.stripe<Faults>('GET', '/_sandbox/faults');
  return faults.slice(from).every((fault) => fault.remaining === 0);
}

async function killAtSteps(world: World, steps: typeof STEPS): Promise<number> {
  const ids = await readyMany(world, steps.length + 1);
  for (const { on, fault } of steps)
    await world.stripe('POST', '/_sandbox/faults', { match: on, fault, count: 1 });
  const completions = ids.map((id) => world.complete(id));
  await until('every step was reached', SETTLED_WITHIN_MS, () => struck(world, 0));
  await world.kill();
  await Promise.all(completions);
  expect(await settled(world, ids)).toBe(false);
  await world.stripe('DELETE', '/_sandbox/faults');
  await world.restart();
  const took = await until('settled after a kill', SETTLED_WITHIN_MS, () => settled(world, ids));
  for (const id of ids) await world.complete(id);
  return took;
}

const ROUNDS = FULL ? 5 : 0;
each(
  'a kill at each step of a completion loses and doubles no charge, and all are settled in time',
  () =>
    withSeed(async () => {
      const world = await startWorld({ products: 1, events: false });
      try {
        // One kill for all steps. The full form also kills at each step separately, several times.
        let slowest = await killAtSteps(world, STEPS);
        let deliveries = STEPS.length + 1;
        for (let round = 0; round < ROUNDS; round += 1) {
          for (const step of STEPS) {
            slowest = Math.max(slowest, await killAtSteps(world, [step]));
            deliveries += 2;
          }
        }
        const books = await world.books();
        expectAllPaidOnce(books, deliveries);
        figures('Killed at named steps', {
          kills: 1 + ROUNDS * STEPS.length,
          steps: STEPS.length,
          'double charges': books.double,
          'lost charges': books.lost,
          'ms to the last settlement at most': Math.round(slowest),
        });
      } finally {
        await world.close();
      }
    }),
  3_600_000,
);

const CROWD = FULL
  ? { appointments: 50, requests: 100, products: 3 }
  : { appointments: 4, requests: 15, products: 2 };
each(
  `${CROWD.products} processes make ${CROWD.appointments} completions, each requested ${CROWD.requests} times simultaneously`,
  async () => {
    const world = await startWorld({ products: CROWD.products, events: true });
    try {
      const ids = await readyMany(world, CROWD.appointments);
      const calls = ids.flatMap((id) =>
        Array.from({ length: CROWD.requests }, (_, index) =>
          world.complete(id, index % CROWD.products),
        ),
      );
      const answers = await Promise.all(calls);
      await until('all are paid', SETTLED_WITHIN_MS, () => settled(world, ids));
      // On a busy machine, one call in thousands gets no answer. Repeating it gets one.
      for (const id of ids)
        await until('an answer', SETTLED_WITHIN_MS, async () => {
          const answer = await world.complete(id);
          return answer?.balancePaid === true;
        });
      const books = await world.books();
      expectAllPaidOnce(books, CROWD.appointments);
      figures('Simultaneous requests to several processes', {
        processes: CROWD.products,
        completions: CROWD.appointments,
        requests: calls.length,
        'without an answer at first': answers.filter((answer) => answer === null).length,
        charges: books.charged,
        'double charges': books.double,
      });
    } finally {
      await world.close();
    }
  },
  600_000,
);
