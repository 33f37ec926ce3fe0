/**
 * Measures the outbox: every kind of device action with every kind of fault. The daily suite runs a
 * short form, and `bun run test:outbox` a long one that prints its results.
 */
import { once } from 'node:events';
import type { Page } from 'playwright/test';
import { chance, FULL, SEED } from '../faults/seed';
import { earlyTest, expect, ownProcess } from '../support/e2e';
import { CALL_FAULTS, type CallFault, layFaultyLine } from '../support/faulty-line';
import { BUILT, type Product, startProduct } from '../support/product';
import { callsOf } from './steps/driver';
import { fillOutbox, waitingInOutbox, wake } from './steps/outbox';
import {
  factsOf,
  giveAppointments,
  outcomeOf,
  type Round,
  roundOf,
  signInBoth,
} from './steps/outbox-round';
import { DEMO } from './steps/staff';

const ROUNDS = FULL ? 24 : 2;
/** One call in three fails. */
const CALMS = 2 * CALL_FAULTS.length;
const DAY_MS = 86_400_000;
/** The orders of a long run fill more than one time slot. */
const SLOTS = ['10:00 AM - 12:00 PM', '12:00 PM - 2:00 PM', '2:00 PM - 4:00 PM'];

/** The device and the server of a run. A fault may replace one of its pages or processes. */
type World = {
  page: Page;
  address: string;
  product: Product;
  env: Record<string, string>;
  signIn(): Promise<void>;
};

/** Faults of the device or the server during sending. */
const BLOWS: Record<string, (world: World) => Promise<void>> = {
  'server killed': async (world) => {
    const { process: killed, folder, url } = world.product;
    const ended = once(killed, 'exit');
    killed.kill('SIGKILL');
    await ended;
    await wake(world.page);
    const env = { ...world.env, PORT: new URL(url).port };
    world.product = await startProduct({ program: BUILT, folder, env });
  },
  'page loaded again': async ({ page }) => void (await page.reload()),
  'tab closed': async (world) => {
    const context = world.page.context();
    await world.page.close();
    world.page = await context.newPage();
    await world.page.goto(world.address);
  },
  'second tab of the same driver': async ({ page, address }) => {
    const second = await page.context().newPage();
    await second.goto(address);
    await Promise.all([wake(page), wake(second)]);
    await second.close();
  },
  'signal that comes and goes': async ({ page }) => {
    for (let time = 0; time < 3; time += 1) {
      await page.context().setOffline(true);
      await wake(page);
      await page.context().setOffline(false);
      await wake(page);
    }
  },
  'session that ends': async ({ page, signIn }) => {
    await page.context().clearCookies();
    await wake(page);
    await signIn();
    await page.reload();
  },
  'storage that is full': async ({ page }) => {
    // After a session ended, the page may still reload for the person who signed in.
    await expect(() =>
      page.evaluate(() => {
        const full = () => {
          throw new DOMException('No room', 'QuotaExceededError');
        };
        IDBObjectStore.prototype.put = full;
        IDBObjectStore.prototype.add = full;
      }),
    ).toPass();
    await wake(page);
  },
  'clock that jumps': async ({ page }) => {
    await page.clock.setSystemTime(Date.now() - 2 * DAY_MS);
    await wake(page);
  },
};
const BLOW_NAMES = Object.keys(BLOWS);
/** Faults of the actions' values and of the people they concern. Every round has some. */
const OTHERS = ['stored by an older version', 'clock a day wrong', 'cancelled meanwhile'];

const test = earlyTest.extend<{ product: Product }>(ownProcess);

test.use({ serviceWorkers: 'allow' });

test('a full outbox loses nothing and does nothing twice, through every fault', async ({
  browser,
  page,
  product,
  settings,
}) => {
  test.setTimeout(FULL ? 1_800_000 : 300_000);
  const dice = chance(SEED);
  const [office, home] = [await browser.newContext(), await browser.newContext()];
  const met = new Set<CallFault>();
  let deck: (CallFault | null)[] = [];
  const line = await layFaultyLine(product.url, () => {
    if (deck.length === 0) deck = dice.shuffled([...CALL_FAULTS, ...Array(CALMS).fill(null)]);
    const fault = deck.pop() ?? null;
    if (fault) met.add(fault);
    return fault;
  });
  const address = `${line.url}/driver`;
  const signIn = async () => {
    const answer = await page.context().request.post(`${line.url}/api/trpc/auth.login`, {
      data: { json: DEMO.driver },
    });
    expect(answer.ok()).toBe(true);
  };
  const world: World = { page, address, product, env: settings, signIn };
  try {
    const [staff, customer] = [callsOf(office, product.url), callsOf(home, product.url)];
    const cardId = await signInBoth(staff, customer);
    await signIn();
    // A page of the product without its code.
    await page.goto(`${line.url}/driver.webmanifest`);
    const { id: userId } = await callsOf(page, line.url).ask('auth.me');
    const photo = await smallPhoto(page);
    const { today: date } = await staff.ask('slots.window');

    const rounds: Round[] = [];
    const outcomes: ReturnType<typeof outcomeOf>[] = [];
    const blows = dice.shuffled(BLOW_NAMES);
    for (let number = 0; number < ROUNDS; number += 1) {
      const isOld = number === 0;
      const stops = await giveAppointments({ staff, customer, cardId }, SLOTS[number % 3] ?? '');
      await staff.call('admin.cancel', { id: stops[3]?.id });
      const pressedAt = new Date(Date.now() + (dice.below(3) - 1) * DAY_MS).toISOString();
      const round = roundOf({ userId, date, pressedAt, stops, photo, isOld, dice });
      rounds.push(round);
      if (isOld) {
        await fillOutbox(world.page, round.actions, 1);
        await world.page.goto(address);
      } else {
        await fillOutbox(world.page, round.actions);
      }
      await wake(world.page);
      const share = FULL ? 4 : Math.ceil(BLOW_NAMES.length / ROUNDS);
      const own = FULL
        ? dice.shuffled(BLOW_NAMES).slice(0, share)
        : blows.slice(number * share, (number + 1) * share);
      for (const name of own) await BLOWS[name]?.(world);
      // If a page's storage is full or its clock jumps, the driver opens it again.
      await world.page.reload();
      await drained(world);
      // Staff's lists show the latest items, so each round is checked separately.
      outcomes.push(outcomeOf(round, await factsOf(staff, round)));
    }

    for (const [i, round] of rounds.entries()) {
      const outcome = outcomes[i];
      if (!outcome?.lost.includes('charge')) continue;
      // A killed server left the charge open. The next server continues it once the lease has
      // expired.
      const isOpen = async () =>
        outcomeOf(round, await factsOf(staff, round)).lost.includes('charge');
      await expect.poll(isOpen, { timeout: 180_000, intervals: [1000] }).toBe(false);
      outcome.lost = outcome.lost.filter((kind) => kind !== 'charge');
    }
    const [lost, twice, disordered] = [
      outcomes.flatMap((one) => one.lost),
      outcomes.flatMap((one) => one.twice),
      outcomes.flatMap((one) => one.disordered),
    ];
    const faults = CALL_FAULTS.length + BLOW_NAMES.length + OTHERS.length;
    const actions = rounds.flatMap(({ actions }) => actions);
    const kinds = new Set(actions.map(({ action }) => action.kind)).size;
    console.log(
      `outbox: ${faults} kinds of faults, ${kinds} kinds of actions, ${actions.length} actions, ` +
        `lost ${lost.length}, twice ${twice.length}, ` +
        `order ${disordered.length === 0 ? 'kept' : 'broken'} (FAULT_SEED=${SEED})`,
    );
    expect({ lost, twice, disordered }).toEqual({ lost: [], twice: [], disordered: [] });
    expect([...met].toSorted()).toEqual([...CALL_FAULTS].toSorted());
  } finally {
    line.close();
    await Promise.all([office.close(), home.close()]);
    if (world.product !== product) await world.product.stop();
  }
});

/** A photo so small that the server decodes it at once. */
const smallPhoto = (page: Page) =>
  page.evaluate(() => document.createElement('canvas').toDataURL('image/jpeg'));

/** Waits until the outbox is empty, like a driver whose signal is back. */
async function drained(world: World): Promise<void> {
  const left = async () => {
    // A page that is loading has no code yet.
    await wake(world.page).catch(() => {});
    return waitingInOutbox(world.page).catch(() => -1);
  };
  const patience = { timeout: 60_000, intervals: [150] };
  await expect.poll(left, patience).toBe(0);
}
