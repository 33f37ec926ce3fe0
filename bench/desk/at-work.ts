/**
 * 2 admins and 3 drivers work in 5 browsers. One admin books and confirms each delivery, the other assigns
 * it to a driver, and the driver sets out and delivers. After each write, every other screen that shows the
 * delivery must show the change.
 */
import type { Browser, Page } from 'playwright';
import { STATUS_LABELS } from '@/domain/appointment/status';
import { median } from '../load-process';
import { openFor, PHONE } from './browser';
import {
  bookIn,
  confirmIn,
  deliverIn,
  GALLONS,
  giveIn,
  setOutIn,
  type Watch,
  whenSeen,
} from './hands';
import {
  ADMINS,
  type Booked,
  type Driver,
  guestOrder,
  type Scene,
  serverCpuMs,
  signIn,
} from './scene';

/** A write, how long after its answer each other screen showed it (ms), and which never did. */
type Seen = { write: string; by: string; ms: number | null };

export type WriteFigures = { count: number; medianMs: number; mostMs: number };
export type WorkFigures = {
  minutes: number;
  deliveries: number;
  writes: number;
  seen: Record<string, WriteFigures>;
  /** Writes that a screen didn't show or the database doesn't have. */
  lost: string[];
  mostMs: number;
  serverCpuMs: number;
};

type Screens = { alex: Page; robin: Page; drivers: { page: Page; driver: Driver }[] };

/**
 * Lets 2 admins and 3 drivers work at the same time for `minutes`. Errors on the pages are added to
 * `errors`.
 */
export async function atWork(
  browser: Browser,
  scene: Scene,
  { minutes, errors }: { minutes: number; errors: string[] },
): Promise<WorkFigures> {
  const screens = await openScreens(browser, scene, errors);
  const begun = performance.now();
  const cpu = serverCpuMs(scene);
  const until = begun + minutes * 60_000;
  const seen: Seen[] = [];
  const made: Booked[] = [];
  const desk = { alex: oneAtATime(), robin: oneAtATime() };
  let next = 0;
  const lanes = screens.drivers.map(async (at) => {
    while (next < scene.dayOf && performance.now() < until) {
      const number = next;
      next += 1;
      // The deliveries start at equal distances over the given time.
      const startAt = begun + (number * minutes * 60_000) / scene.dayOf;
      await Bun.sleep(Math.max(0, startAt - performance.now()));
      made.push(await deliver(number, { scene, screens, desk, at, seen }));
    }
  });
  await Promise.all(lanes);
  const lost = [
    ...seen
      .filter(({ ms }) => ms === null)
      .map(({ write, by }) => `${write}: never shown to ${by}`),
    ...(await missingIn(scene, made)),
  ];
  const figures = figuresOf(seen);
  for (const context of browser.contexts()) await context.close();
  return {
    minutes: (performance.now() - begun) / 60_000,
    deliveries: made.length,
    writes: made.length * STEPS.length,
    seen: figures,
    lost,
    mostMs: Math.max(0, ...Object.values(figures).map(({ mostMs }) => mostMs)),
    serverCpuMs: serverCpuMs(scene) - cpu,
  };
}

async function openScreens(browser: Browser, scene: Scene, errors: string[]): Promise<Screens> {
  const { url } = scene.product;
  const [alex, robin] = await Promise.all(
    ADMINS.map(async (name) =>
      openFor(browser, scene, await signIn(url, 'auth.adminLogin', name), { errors }),
    ),
  );
  if (!alex || !robin) throw new Error('The bench needs 2 admins.');
  await alex.goto('/admin?view=day');
  await robin.goto('/admin?view=day&by=driver');
  const drivers: Screens['drivers'] = [];
  for (const driver of scene.drivers) {
    const person = await signIn(url, 'auth.login', driver.username);
    const page = await openFor(browser, scene, person, { viewport: PHONE, errors });
    await page.goto('/driver');
    drivers.push({ page, driver });
  }
  await alex.getByText('No deliveries on this day').waitFor();
  return { alex, robin, drivers };
}

/** Creates one queue per screen, because a person does one thing after another. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine.catch(() => {});
    return mine;
  };
}

const STEPS = ['book', 'confirm', 'schedule', 'set out', 'deliver'] as const;
type Step = (typeof STEPS)[number];

type Delivering = {
  scene: Scene;
  screens: Screens;
  desk: Record<'alex' | 'robin', ReturnType<typeof oneAtATime>>;
  at: Screens['drivers'][number];
  seen: Seen[];
};

/** One delivery, from the customer's call to its completion. */
async function deliver(number: number, work: Delivering): Promise<Booked> {
  const { scene, screens, desk, at, seen } = work;
  const { alex, robin } = screens;
  const { driver, page } = at;
  const order = guestOrder(number, scene.today, number);
  const seeing = { by: 'the admin in the Day view', page: alex };
  const cardAt = (text: string): Watch => ({
    by: 'the admin in Dispatch',
    page: robin,
    text,
    selector: `[data-stop="${order.id}"]`,
  });
  /** Each step returns the time at which its answer arrived. */
  const step = async (write: Step, does: () => Promise<number>, all: Watch[]) => {
    const watching = all.map(whenSeen);
    const answeredAt = await does();
    for (const { by, at: seenAt } of await Promise.all(watching)) {
      seen.push({ write, by, ms: seenAt === null ? null : Math.max(0, seenAt - answeredAt) });
    }
  };

  let publicCode = '';
  // The admin makes this step with a call and not on the screen, because we don't measure the
  // dialog.
  const book = async () => {
    ({ publicCode } = await desk.alex(() => bookIn(alex, order)));
    return performance.now();
  };
  await step('book', book, [
    { ...seeing, selector: 'table', text: order.customerName },
    cardAt(order.customerName),
  ]);
  const lineAt = (text: string): Watch => ({
    ...seeing,
    text,
    selector: `tr[data-line="${publicCode}"]`,
  });
  await step('confirm', () => desk.alex(() => confirmIn(alex, publicCode)), [
    cardAt(STATUS_LABELS.confirmed),
  ]);
  await step('schedule', () => desk.robin(() => giveIn(robin, order.id, driver.id)), [
    lineAt(driver.name),
    { by: 'the driver', page, selector: `[data-appointment="${publicCode}"]`, text: '' },
  ]);
  await step('set out', () => setOutIn(page, publicCode), [
    lineAt(STATUS_LABELS.en_route),
    cardAt(STATUS_LABELS.en_route),
  ]);
  await step('deliver', () => deliverIn(page, publicCode), [
    lineAt(STATUS_LABELS.completed),
    {
      by: 'the admin in Dispatch',
      page: robin,
      text: order.customerName,
      selector: `[data-column="${driver.id}"] ul`,
    },
  ]);
  return { id: order.id, publicCode, customerName: order.customerName };
}

type Known = {
  appointment: { status: string; actualGallonsTenths: number | null };
  history: { action: string }[];
};

/** Returns the steps that are missing from the database or are in it twice. */
async function missingIn({ staff }: Scene, made: readonly Booked[]): Promise<string[]> {
  const acts = ['booked_for', 'confirmed', 'scheduled', 'en_route', 'completed'];
  const missing: string[] = [];
  for (const { id, publicCode } of made) {
    const { appointment, history } = await staff.ask<Known>('admin.appointment', { id });
    const { status, actualGallonsTenths } = appointment;
    if (status !== 'completed' || actualGallonsTenths !== Number(GALLONS) * 10) {
      missing.push(`${publicCode}: ${status}, ${actualGallonsTenths} tenths of a gallon`);
    }
    for (const act of acts) {
      const times = history.filter(({ action }) => action === `appointment.${act}`).length;
      if (times !== 1) missing.push(`${publicCode}: ${act} ${times} times`);
    }
  }
  return missing;
}

function figuresOf(seen: readonly Seen[]): Record<string, WriteFigures> {
  const groups = Map.groupBy(seen, ({ write, by }) => `${write}, seen by ${by}`);
  return Object.fromEntries(
    [...groups].map(([name, all]) => {
      const ms = all.flatMap((one) => one.ms ?? []);
      return [name, { count: ms.length, medianMs: median(ms), mostMs: Math.max(0, ...ms) }];
    }),
  );
}
