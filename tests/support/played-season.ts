/**
 * A season that's played through the product's own calls: prices, taxes, and hours change, customers
 * pay by card and in cash, and staff correct, refund, and close each day. Every book must agree
 * with what was played.
 */
import { csvRows } from '@/domain/csv-rows';
import { addDays, type CalendarDate } from '@/domain/dates';
import { LOAD_PARTS, type Load, NO_LOAD } from '@/domain/driver/on-board';
import type { GallonTenths } from '@/domain/money';
import { TIME_SLOTS } from '@/domain/slots/time-slots';
import { checkDispute } from '@/server/modules/payments/disputes/disputes.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { admin, book, driver, readyToDeliver, WALK_UP } from './actors';
import { startTestApp, type TestApp, TODAY } from './app';
import { hoursInput, windowsOf } from './hours';
import type { Visitor } from './visitor';

const DAY_MS = 86_400_000;
const DECLINED = '4000000000000341';
const LABELS = TIME_SLOTS.map(({ label }) => label);
const LAST_WINDOW = LABELS.at(-1) ?? '';
/** The load of the truck in the morning, after it was filled. */
const FULL = {
  regularGallons: '3000',
  premiumGallons: '2000',
  smallIceBags: 400,
  largeIceBags: 300,
};
const FULL_LOAD: Load = {
  regularGallonsTenths: 30_000 as GallonTenths,
  premiumGallonsTenths: 20_000 as GallonTenths,
  smallIceBags: 400,
  largeIceBags: 300,
};

/** One comparison of two books, in cents, tenths of a gallon, or numbers. */
export type Comparison = { what: string; unit: Unit; one: number; other: number };
type Unit = 'cents' | 'tenths' | 'count';
export type PlayedSeason = {
  deliveries: number;
  events: Record<string, number>;
  rows: Comparison[];
};

type SeasonOptions = {
  days: number;
  perDay: number;
  onDay?: (date: CalendarDate) => void;
};

/** Plays a season and compares the books. The same options always play the same season. */
export async function playSeason({ days, perDay, onDay }: SeasonOptions): Promise<PlayedSeason> {
  const app = await startTestApp({
    capacity: 1_000,
    settings: { confirmRefundsAboveCents: 1e9 as never },
  });
  try {
    const season = await newSeason(app, days);
    for (let day = 0; day < days; day += 1) {
      onDay?.(addDays(TODAY, day));
      await playDay(season, day, perDay);
    }
    return { ...season.played, rows: await compare(season) };
  } finally {
    await app.close();
  }
}

/** Returns numbers from 0 to `below`, always the same ones in the same order. */
function dice(seed = 7) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

async function newSeason(app: TestApp, days: number) {
  const staff = await admin(app);
  const { visitor: dana, driverId } = await driver(app);
  const { name } = await dana.trpc.driver.info.query({ id: driverId });
  await staff.trpc.admin.addDiscount.mutate({ code: 'SEASON10', on: 'fuel', percent: 10 });
  // The truck gives each delivery a ticket.
  const { id: truckId } = await staff.trpc.admin.saveTruck.mutate({
    name: 'Blue Ford',
    meterSerial: 'LC-100',
  });
  return {
    app,
    truckId,
    staff,
    dana,
    driverId,
    name,
    days,
    roll: dice(),
    /** The load that must be on the truck. */
    onBoard: NO_LOAD as Load,
    /** Corrections made after the last day was closed. */
    late: NO_LOAD as Load,
    /** The cash that the driver has to hand in. */
    cashDue: 0,
    /** Deliveries of the last days that can still be corrected or refunded. */
    recent: [] as Delivered[],
    delivered: NO_LOAD as Load,
    played: { deliveries: 0, events: {} as Record<string, number> },
  };
}
type Season = Awaited<ReturnType<typeof newSeason>>;
type Delivered = {
  id: string;
  fuel: 'Regular' | 'Premium';
  tenths: number;
  small: number;
  large: number;
};

const count = ({ played }: Season, event: string) => {
  played.events[event] = (played.events[event] ?? 0) + 1;
};

/** Changes a load in place, part by part. */
function move(load: Load, by: Load, sign: 1 | -1): Load {
  const parts = LOAD_PARTS.map((part) => [part, load[part] + sign * by[part]]);
  return Object.fromEntries(parts) as Load;
}
const loadOf = ({ fuel, tenths, small, large }: Omit<Delivered, 'id'>): Load => ({
  regularGallonsTenths: (fuel === 'Regular' ? tenths : 0) as GallonTenths,
  premiumGallonsTenths: (fuel === 'Premium' ? tenths : 0) as GallonTenths,
  smallIceBags: small,
  largeIceBags: large,
});

async function playDay(season: Season, day: number, perDay: number) {
  const { app, roll } = season;
  const date = addDays(TODAY, day);
  if (day > 0) {
    app.clock.advance(DAY_MS - (app.clock.now() % DAY_MS) + 12 * 3_600_000);
    season.staff = await admin(app);
    await season.dana.trpc.auth.login.mutate({
      username: season.name.replace('Dana ', 'driver'),
      password: 'driver-password',
    });
  }
  await changeSettings(season, day, date);
  await season.dana.trpc.driver.setLoad.mutate({ date, ...FULL });
  // A late correction of the day before counts today.
  season.onBoard = move(FULL_LOAD, season.late, -1);
  season.late = NO_LOAD;
  for (let n = 0; n < perDay; n += 1) await deliver(season, date, n);
  await correctOrRefund(season);
  if (day % 20 === 5) await dispute(season);
  app.clock.advance(10 * 3_600_000);
  await closeDay(season, date);
  season.recent = season.recent.slice(-40);
  if (day + 1 === season.days || roll(4) > 0) return;
  const closed = season.onBoard;
  await correct(season, season.recent[roll(season.recent.length)], 5);
  season.late = move(closed, season.onBoard, -1);
}

/** Ten changes of prices, two of taxes, and one of the hours, spread over the season. */
async function changeSettings(season: Season, day: number, date: CalendarDate) {
  const { staff, days, roll } = season;
  const due = (times: number) =>
    Math.floor(((day + 1) * times) / days) > Math.floor((day * times) / days);
  if (due(10)) {
    count(season, 'price changes');
    const { newestEntry: readEntry } = await staff.trpc.admin.ownPrices.query();
    await staff.trpc.admin.changePrices.mutate({
      serviceCharge: `1.${String(roll(100)).padStart(2, '0')}`,
      bothFee: `${28 + roll(6)}`,
      smallBag: `5.${String(roll(100)).padStart(2, '0')}`,
      readEntry,
    } as never);
    await staff.trpc.admin.setFuelPrices.mutate({
      regular: `3.${String(roll(1_000)).padStart(3, '0')}`,
      premium: `4.${String(roll(1_000)).padStart(3, '0')}`,
    } as never);
  }
  if (due(2)) {
    count(season, 'tax changes');
    const { newestEntry: readEntry } = await staff.trpc.admin.taxes.query();
    await staff.trpc.admin.changeTaxes.mutate({
      startsOn: date,
      rates: {
        Regular: { kind: 'gallon', amount: `0.${510 + roll(40)}` },
        Premium: { kind: 'gallon', amount: `0.${510 + roll(40)}` },
        ice: { kind: 'percent', amount: `${4 + roll(4)}` },
        service: { kind: 'percent', amount: '6' },
      },
      readEntry,
    });
  }
  if (day === Math.floor(days / 2)) {
    count(season, 'windows removed');
    const { newestEntry: readEntry } = await staff.trpc.admin.hours.query();
    await staff.trpc.admin.changeHours.mutate(
      hoursInput({ readEntry }, windowsOf(LABELS.slice(0, -1))),
    );
  }
}

async function deliver(season: Season, date: CalendarDate, n: number) {
  const { app, staff, dana, driverId, roll } = season;
  const isOverWindow = (season.played.events['windows removed'] ?? 0) > 0;
  const labels = isOverWindow ? LABELS.slice(0, -1) : LABELS;
  const order = {
    date,
    time: labels[roll(labels.length)] ?? LAST_WINDOW,
    fuelType: (['Regular', 'Premium'] as const)[roll(2)] ?? 'Regular',
    estimatedGallons: 10 + roll(20),
    smallIceBags: roll(4),
    largeIceBags: roll(3),
  };
  const tenths = order.estimatedGallons * 10 + roll(50) - 25;
  const done = {
    fuel: order.fuelType,
    ...{ tenths, small: order.smallIceBags, large: order.largeIceBags },
  };
  const kind = roll(20);
  const isDeclined = kind < 3;
  const isWalkUp = kind === 3;
  let id = `season-${date}-${n}`;
  if (isWalkUp) {
    count(season, 'walk-ups');
    const { smallIceBags, largeIceBags, fuelType } = order;
    const estimatedGallons = String(order.estimatedGallons);
    await dana.trpc.driver.walkUp.mutate({
      ...{ ...WALK_UP, id, fuelType, estimatedGallons, smallIceBags, largeIceBags },
    });
  } else {
    const guest = {
      customerName: `Guest ${n}`,
      customerPhone: `269${String(5_550_000 + season.played.deliveries)}`,
    };
    const promo = kind === 4 ? { promoCode: 'SEASON10' } : {};
    if (kind === 4) count(season, 'discounts');
    id = await book(
      app.visitor(),
      { ...order, ...guest, ...promo, canType: 'boat' } as never,
      isDeclined ? DECLINED : undefined,
    );
    await readyToDeliver(staff, id, driverId);
  }
  const figures = {
    actualGallons: tenths / 10,
    smallIceBags: done.small,
    largeIceBags: done.large,
  };
  const completion = { id, ...figures };
  if (isWalkUp) await dana.trpc.driver.complete.mutate({ ...completion, actionKey: `of-${id}` });
  else await staff.trpc.admin.complete.mutate(completion);
  season.played.deliveries += 1;
  season.onBoard = move(season.onBoard, loadOf(done), -1);
  season.delivered = move(season.delivered, loadOf(done), 1);
  const owes = isDeclined || isWalkUp;
  if (owes && kind !== 0) await payInCash(season, id, kind === 1);
  else season.recent.push({ id, ...done });
}

async function payInCash(season: Season, id: string, isPart: boolean) {
  count(season, isPart ? 'part payments in cash' : 'payments in cash');
  const { staff } = season;
  const { appointment } = await staff.trpc.admin.appointment.query({ id });
  const owed = appointment.remainingBalanceCents;
  const amount = isPart ? 2_000 : owed;
  const body = isPart ? { amount: amount / 100, requestId: `cash-of-${id}`.slice(0, 64) } : {};
  await staff.trpc.admin.recordCash.mutate({ id, ...body });
  season.cashDue += amount;
}

async function correctOrRefund(season: Season) {
  const { staff, roll, recent } = season;
  await correct(season, recent.at(-1 - roll(5)), -3 - roll(20));
  await correct(season, recent.at(-6 - roll(5)), roll(2) === 0 ? 1 : 12);
  const one = recent.at(-11 - roll(5));
  if (!one) return;
  const { appointment } = await staff.trpc.admin.appointment.query({ id: one.id });
  if (appointment.remainingBalanceCents > 0) return;
  count(season, 'refunds');
  const requestId = `refund-${season.played.deliveries}`.padEnd(10, '-');
  const whole = roll(3) === 0;
  await staff.trpc.admin.refund.mutate({
    ...{ id: one.id, requestId, ...(whole ? {} : { amount: 5.25 }) },
  });
}

async function correct(season: Season, one: Delivered | undefined, byTenths: number) {
  if (!one) return;
  const { staff } = season;
  const { appointment } = await staff.trpc.admin.appointment.query({ id: one.id });
  const send = (confirmedTotal: number) =>
    staff.trpc.admin.correctDelivery.mutate({
      ...{ id: one.id, version: appointment.version, reason: 'Read again', confirmedTotal },
      ...{ actualGallons: (one.tenths + byTenths) / 10, smallIceBags: one.small },
      ...{ largeIceBags: one.large, requestId: `correction-${season.app.deps.ids.next()}` },
    } as never);
  const total = await send(0).then(
    () => null,
    (error) => error.data?.details?.total as number | undefined,
  );
  if (typeof total === 'number') await send(total);
  count(season, 'corrections');
  one.tenths += byTenths;
  const by = loadOf({ ...one, tenths: byTenths, small: 0, large: 0 });
  season.onBoard = move(season.onBoard, by, -1);
  season.delivered = move(season.delivered, by, 1);
}

async function dispute(season: Season) {
  const { app } = season;
  const control = async (path: string, body: object) => {
    const answer = await app.sandbox.fetch(
      new Request(`http://sandbox/_sandbox/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      }),
    );
    return (await answer.json()).id as string;
  };
  const { rows } = await app.deps.db.client.execute({
    sql: `select payment_intent_id, appointment_id from charges where state = 'succeeded'
          and refunded_cents = 0 and sequence = 1 order by created_at desc limit 1`,
    args: [],
  });
  if (!rows[0]) return;
  // Nobody corrects or refunds it anymore.
  season.recent = season.recent.filter(({ id }) => id !== rows[0]?.appointment_id);
  count(season, 'lost disputes');
  const id = await control('disputes', { payment_intent: rows[0].payment_intent_id });
  await checkDispute(app.deps, id);
  app.clock.advance(60_000);
  await control('disputes/decide', { dispute: id, outcome: 'lost' });
  await checkDispute(app.deps, id);
}

async function closeDay(season: Season, date: CalendarDate) {
  const { staff, onBoard, driverId, truckId } = season;
  const key = `truck:${truckId}`;
  const { trucks } = await staff.trpc.admin.closingDay.query({ date });
  const loaded = trucks.find((truck) => truck.key === key)?.loaded ?? NO_LOAD;
  await staff.trpc.admin.countTruck.mutate({
    ...{ date, key, loaded: typed(loaded), counted: typed(onBoard), reason: '', version: 0 },
  } as never);
  if (season.cashDue > 0) {
    await staff.trpc.admin.signOffCash.mutate({
      ...{ date, driverId, handedIn: String(season.cashDue / 100), reason: '', version: 0 },
    } as never);
  }
  season.cashDue = 0;
  const { seen } = await staff.trpc.admin.closingDay.query({ date });
  await staff.trpc.admin.closeDay.mutate({ date, seen: seen ?? 'none' });
  count(season, 'days closed');
}

const typed = (load: Load) => ({
  regularGallons: String(load.regularGallonsTenths / 10),
  premiumGallons: String(load.premiumGallonsTenths / 10),
  smallIceBags: load.smallIceBags,
  largeIceBags: load.largeIceBags,
});

type Row = Record<string, string>;
async function rowsOf(staff: Visitor, path: string): Promise<Row[]> {
  const answer = await staff.fetch(`/api/admin/export/${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const [head, ...lines] = csvRows(await answer.text(), 1_000_000);
  return lines.map(({ cells }) =>
    Object.fromEntries((head?.cells ?? []).map((name, at) => [name, cells[at] ?? ''])),
  );
}
const sum = (rows: Row[], column: string, of: (row: Row) => boolean = () => true) =>
  rows.reduce(
    (total, row) => total + (of(row) ? Math.round(Number(row[column] || 0) * 100) : 0),
    0,
  );

/** Compares the books at the end of the season. */
async function compare(season: Season): Promise<Comparison[]> {
  const { app, delivered } = season;
  await reconcile({ deps: app.deps });
  const staff = await admin(app);
  const [journal, xero, sales, ledger] = [
    await rowsOf(staff, 'journal.csv?program=quickbooks'),
    await rowsOf(staff, 'journal.csv?program=xero'),
    await rowsOf(staff, 'sales.csv'),
    await rowsOf(staff, 'ledger.csv'),
  ];
  const balance = (...names: string[]) => {
    const isOf = (row: Row) => names.includes(row['*AccountName'] ?? '');
    return sum(journal, '*Debits', isOf) - sum(journal, '*Credits', isOf);
  };
  const kinds = (pattern: RegExp) => (row: Row) => pattern.test(row.Kind ?? '');
  const gallons = (product: string) =>
    sum(sales, 'Quantity', (row) => row.Product === product) / 10;
  const figures = await booksOf(app);
  const tickets = await ticketsOf(app);
  const { deliveries } = season.played;
  const cents = (what: string, one: number, other: number): Comparison => ({
    ...{ what, unit: 'cents', one, other },
  });
  const tenths = (what: string, one: number, other: number): Comparison => ({
    ...{ what, unit: 'tenths', one, other },
  });
  const income = ['Regular Fuel Sales', 'Premium Fuel Sales', 'Ice Sales', 'Delivery Fees'];
  const fees = sum(ledger, 'Fee');
  return [
    cents('Journal debits = credits', sum(journal, '*Debits'), sum(journal, '*Credits')),
    cents('Xero journal = 0', sum(xero, '*Amount'), 0),
    cents('Sales (gross) = appointments', sum(sales, 'Gross'), figures.totalCents),
    cents('Sales (tax) = appointments', sum(sales, 'Tax'), figures.taxCents),
    cents(
      'Journal income = sales (net)',
      0 - balance(...income, 'Service Charges', 'Discounts Given'),
      sum(sales, 'Net'),
    ),
    cents(
      'Journal tax = sales (tax)',
      0 - balance('Fuel Tax Payable', 'Sales Tax Collected'),
      sum(sales, 'Tax'),
    ),
    cents(
      'Journal Stripe = ledger',
      balance('Stripe Clearing'),
      sum(ledger, 'Gross', kinds(/charge$|^refund|^stray|withdrawn|returned/)) - fees,
    ),
    cents('Journal fees = ledger', balance('Stripe Fees'), fees),
    cents('Journal cash = ledger', balance('Cash on Hand'), sum(ledger, 'Gross', kinds(/^cash/))),
    cents('Cash handed in = journal', figures.handedInCents, sum(ledger, 'Gross', kinds(/^cash$/))),
    cents('Customer balances = owed', balance('Customer Balances'), figures.owedCents),
    tenths('Regular: sales = played', gallons('Regular'), delivered.regularGallonsTenths),
    tenths('Premium: sales = played', gallons('Premium'), delivered.premiumGallonsTenths),
    tenths(
      'Loads: delivered = sales',
      figures.deliveredTenths,
      gallons('Regular') + gallons('Premium'),
    ),
    tenths('Loads: variance = 0', figures.varianceTenths, 0),
    { what: 'Tickets = deliveries', unit: 'count', one: tickets.count, other: deliveries },
    { what: 'Last ticket, without a gap', unit: 'count', one: tickets.last, other: deliveries },
    tenths('Tickets: gallons = sales', tickets.tenths, gallons('Regular') + gallons('Premium')),
  ];
}

async function ticketsOf({ deps }: TestApp) {
  const { rows } = await deps.db.client.execute(
    `select count(*) as count, max(number) as last, sum(actual_gallons_tenths) as tenths
     from tickets join appointments on appointments.id = tickets.appointment_id`,
  );
  const [row] = rows;
  return { count: Number(row?.count), last: Number(row?.last), tenths: Number(row?.tenths) };
}

/** Adds up the tables. */
async function booksOf({ deps }: TestApp) {
  const { rows } = await deps.db.client.execute(
    `select sum(total_price_cents) as total, sum(taxes ->> '$.taxCents') as tax,
       (select sum(amount_cents) from charges where state not in ('succeeded', 'cash')) as owed
     from appointments where status = 'completed' and test_mode = 0`,
  );
  const days = await deps.db.client.execute('select trucks, cash from closed_days');
  const all = days.rows.map(({ trucks, cash }) => ({
    trucks: JSON.parse(String(trucks)) as {
      delivered: Load;
      carried: Load;
      loaded: Load;
      counted: Load;
    }[],
    cash: JSON.parse(String(cash)) as { handedInCents: number }[],
  }));
  const trucks = all.flatMap((day) => day.trucks);
  const fuel = (load: Load) => load.regularGallonsTenths + load.premiumGallonsTenths;
  const total = (of: (truck: (typeof trucks)[number]) => number) =>
    trucks.reduce((sum, truck) => sum + of(truck), 0);
  return {
    totalCents: Number(rows[0]?.total),
    taxCents: Number(rows[0]?.tax),
    owedCents: Number(rows[0]?.owed),
    handedInCents: all.flatMap(({ cash }) => cash).reduce((sum, one) => sum + one.handedInCents, 0),
    deliveredTenths: total(({ delivered }) => fuel(delivered)),
    varianceTenths: total(
      ({ carried, loaded, delivered, counted }) =>
        fuel(counted) - fuel(carried) - fuel(loaded) + fuel(delivered),
    ),
  };
}
