/** Measures the desk's lists from the click until they're visible, and at the server. */
import type { Browser, Page } from 'playwright';
import { median } from '../load-process';
import { openFor, type Paint, paintOf, type Shown } from './browser';
import { BUSY_IN_DAYS, DRIVERS, type Scene, serverCpuMs, serverTime } from './scene';

const TURNS = 9;
const NAME = 'Robin Harbor';

type List = {
  /** The page before the click. It hasn't loaded any part of the list yet. */
  from: string;
  ready: string;
  press: (page: Page) => Promise<unknown>;
  shown: Shown;
  /** The server calls that the list makes. */
  calls: readonly (readonly [path: string, input?: unknown])[];
};

/** Presses a link of the bar. */
const link = (name: string) => (page: Page) =>
  page.getByRole('link', { name, exact: true }).click();
const DAY_LINE = 'tr[data-line]';
const STRIP = 'nav[aria-label=Days] button';
const CUSTOMER = 'table tbody tr';
const TODAY = '/admin?view=day';

const STOP = '[data-column] [data-stop]';
/** What a desk of 900 px shows. The rest of a list follows in the next frames. */
const LINES_ON_SCREEN = 24;
const STOPS_ON_SCREEN = 24;

const listsOf = ({ busyDay, dayOf }: Scene): Record<string, List> => {
  const toBusyDay = {
    ...{ from: TODAY, ready: STRIP },
    press: (page: Page) => page.locator(STRIP).nth(BUSY_IN_DAYS).click(),
  };
  const toDispatch = {
    ...{ from: `${TODAY}&day=${busyDay}`, ready: DAY_LINE },
    press: (page: Page) => page.getByRole('button', { name: 'By Driver' }).click(),
  };
  return {
    [`Day of ${dayOf}, the first screen`]: {
      ...toBusyDay,
      shown: { selector: DAY_LINE, count: Math.min(dayOf, LINES_ON_SCREEN) },
      calls: [
        ['admin.day', { date: busyDay }],
        ['admin.dispatch', { date: busyDay }],
      ],
    },
    [`Day of ${dayOf}, all lines`]: {
      ...toBusyDay,
      shown: { selector: DAY_LINE, count: dayOf },
      calls: [],
    },
    [`Dispatch of ${dayOf}, the first screen`]: {
      ...toDispatch,
      shown: { selector: STOP, count: Math.min(dayOf, STOPS_ON_SCREEN) },
      calls: [['admin.dispatch', { date: busyDay }]],
    },
    [`Dispatch of ${dayOf}, all stops`]: {
      ...toDispatch,
      shown: { selector: STOP, count: dayOf },
      calls: [],
    },
    'Day, grouped by driver': {
      ...{ from: `${TODAY}&day=${busyDay}`, ready: DAY_LINE },
      // A key press, because opening the list of a select isn't part of the page.
      press: async (page) => {
        await page.getByRole('combobox', { name: 'Group by' }).focus();
        for (const _ of ['dock', 'driver']) await page.keyboard.press('ArrowDown');
      },
      shown: { selector: 'tbody:first-of-type th[scope=rowgroup] strong', text: DRIVERS[0] },
      calls: [],
    },
    'Day, filtered': {
      ...{ from: `${TODAY}&day=${busyDay}`, ready: DAY_LINE },
      press: async (page) => {
        await page.getByRole('searchbox', { name: 'Filter this day' }).fill('Guest 007');
        await page.keyboard.press('Enter');
      },
      shown: { selector: DAY_LINE, isChanged: true },
      calls: [],
    },
    'one appointment next to the day': {
      from: `${TODAY}&day=${busyDay}`,
      ready: DAY_LINE,
      press: (page) => page.locator(`${DAY_LINE} button`).first().click(),
      shown: { selector: 'aside [data-appointment]' },
      calls: [],
    },
    Money: {
      ...{ from: TODAY, ready: STRIP, press: link('Payments') },
      shown: { selector: '[aria-labelledby="money-heading"] > li' },
      calls: [['admin.waitingMoney', {}]],
    },
    Board: {
      from: TODAY,
      ready: STRIP,
      press: link('Today'),
      shown: { selector: '[data-appointment]', count: 4 },
      calls: [
        ['admin.appointments', { status: 'pending' }],
        ['admin.appointments', { status: 'completed', recent: true }],
      ],
    },
    Customers: {
      from: TODAY,
      ready: STRIP,
      press: link('Customers'),
      shown: { selector: CUSTOMER },
      calls: [['admin.customers', {}]],
    },
    'Customers, the next page': {
      from: '/admin?tab=customers',
      ready: CUSTOMER,
      press: (page) => page.getByRole('button', { name: 'Next Page' }).first().click(),
      shown: { selector: CUSTOMER, isChanged: true },
      calls: [['admin.customers', { page: 2 }]],
    },
    'search by name': {
      from: TODAY,
      ready: STRIP,
      press: async (page) => {
        await page.keyboard.press('/');
        await page.getByRole('combobox').waitFor();
        await page.keyboard.type(NAME);
      },
      shown: { selector: '[role=option]', text: NAME },
      calls: [['admin.search', { text: NAME }]],
    },
  };
};

export type ListFigures = {
  /** The median and the longest of all rounds, in ms. */
  paintMs: number;
  mostMs: number;
  eventMs: number;
  mainThreadMs: number;
  /** The list's slowest call at the server: time until its answer, and CPU time. */
  serverMs: number;
  serverCpuMs: number;
};

/** Measures each list with `only` in its name several times, on a freshly opened page. */
export async function measureLists(
  browser: Browser,
  scene: Scene,
  { only, errors }: { only: string; errors: string[] },
): Promise<Record<string, ListFigures>> {
  const figures: Record<string, ListFigures> = {};
  const page = await openFor(browser, scene, scene.staff, { errors });
  for (const [name, list] of Object.entries(listsOf(scene))) {
    if (!name.toLowerCase().includes(only.toLowerCase())) continue;
    const paints: Paint[] = [];
    // The first round downloads the code.
    for (let turn = -1; turn < TURNS; turn += 1) {
      await page.goto(list.from);
      await page.locator(list.ready).first().waitFor();
      await page
        .getByText(/^Loading /)
        .first()
        .waitFor({ state: 'detached' });
      const paint = await paintOf(page, list.press, list.shown);
      if (turn >= 0) paints.push(paint);
    }
    const serverTimes = [];
    for (const call of list.calls) serverTimes.push(await serverTime(scene, call));
    figures[name] = {
      paintMs: median(paints.map(({ ms }) => ms)),
      mostMs: Math.max(...paints.map(({ ms }) => ms)),
      eventMs: median(paints.map(({ eventMs }) => eventMs)),
      mainThreadMs: median(paints.map(({ mainThreadMs }) => mainThreadMs)),
      serverMs: Math.max(0, ...serverTimes.map(({ ms }) => ms)),
      serverCpuMs: Math.max(0, ...serverTimes.map(({ cpuMs }) => cpuMs)),
    };
  }
  await page.context().close();
  return figures;
}

export type MoveFigures = {
  deliveries: number;
  clicks: number;
  seconds: number;
  serverCpuMs: number;
};

/** Moves the busy day in a browser, then undoes it. */
export async function moveDay(
  browser: Browser,
  scene: Scene,
  errors: string[],
): Promise<MoveFigures> {
  const page = await openFor(browser, scene, scene.staff, { errors });
  await page.goto(TODAY);
  await page.locator(STRIP).first().waitFor();
  await page
    .getByText(/^Loading /)
    .first()
    .waitFor({ state: 'detached' });
  const [begun, cpu] = [performance.now(), serverCpuMs(scene)];
  await page.locator(STRIP).nth(BUSY_IN_DAYS).click();
  await page.getByRole('button', { name: 'Move or Cancel This Day' }).click();
  await page.getByRole('button', { name: `Move ${scene.dayOf} deliveries` }).click();
  await page.getByText(`${scene.dayOf} moved`).first().waitFor();
  await page.getByText('No deliveries on this day').waitFor();
  const figures = {
    deliveries: scene.dayOf,
    clicks: await page.evaluate(() => window.presses),
    seconds: (performance.now() - begun) / 1_000,
    serverCpuMs: serverCpuMs(scene) - cpu,
  };
  await page.getByRole('button', { name: 'Undo All' }).click();
  await page.getByText(`${scene.dayOf} restored`).first().waitFor();
  await page.context().close();
  return figures;
}
