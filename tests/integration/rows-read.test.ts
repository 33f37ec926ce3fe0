/**
 * Tests what calls cost with a server that bills rows, with a season in the database. No screen's
 * call may read more than 20 rows for each row that it shows. If it also shows a count or sum, it
 * may read each of those rows once.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { foldSearchTexts } from '@/server/modules/search/search.usecases';
import { appRouter } from '@/server/trpc';
import { admin, book, customer, driver, readyToDeliver, SPILL } from '../support/actors';
import { type TestApp, TODAY, TOMORROW } from '../support/app';
import { startBehindLine } from '../support/behind-line';
import { type CountingLine, layCountingLine, rowsShown } from '../support/counting-line';
import { fillSeason } from '../support/season';
import { sqldName, sqldPath } from '../support/sqld';
import type { Visitor } from '../support/visitor';

const SEASON = { today: TODAY, customers: 200, appointments: 2_000 };
const ROWS_FOR_EACH_SHOWN = 20;
/** The server never sends a larger answer. */
const MOST_BYTES = 10_000_000;
const SEASON_DATES = { from: '2025-10-01', to: TODAY };

const STATUSES = ['pending', 'confirmed', 'scheduled', 'completed', 'cancelled'] as const;
/** This test's admin and driver. */
const STAFF = 2;
/** More than a business has, so that a scan of all of them is noticed. */
const DRIVERS = 60;
/** More than any customer of the season has. */
const MOST_ORDERS = 30;
/** How often a customer has saved one card. */
const SAVED_AGAIN = 120;
const SEARCHES = ['admin.search', 'admin.search (many hits)', 'admin.search (a phone)'];
const SORTS = ['name', 'contact'] as const;
const SORTS_BY_TOTALS = ['orders', 'spent', 'lastOrder', 'status', 'balance'] as const;

describe.skipIf(!sqldPath())(sqldName, () => {
  let line: CountingLine;
  let close: () => Promise<void>;
  let app: TestApp;
  let staff: Visitor;
  let sam: Visitor;
  let dana: { visitor: Visitor; driverId: number };
  let id: string;
  let customers: number;
  let atMaple: number;
  let ofGuests = 0;
  let deliveries: number;
  let ownDeliveries: number;
  let unpaid: number;
  const inSection = new Map<string, number>();

  beforeAll(async () => {
    ({ app, line, close } = await startBehindLine(layCountingLine));
    const { db } = app.deps;
    await fillSeason(db, { ...SEASON, now: app.clock.now() });
    await db.client.execute(
      'insert into booking_settings (id, default_capacity, updated_at) values (1, 1000, 0)',
    );
    staff = await admin(app);
    dana = await driver(app);
    sam = await customer(app);
    const me = await sam.trpc.auth.me.query();
    await db.client.execute({
      sql: "update appointments set user_id = ? where user_id in ('season-1', 'season-2', 'season-3')",
      args: [me?.id ?? ''],
    });
    id = await book(sam);
    await readyToDeliver(staff, id, dana.driverId);

    // Saves one card many times.
    await db.client.execute({
      sql: `insert into payment_methods (id, user_id, stripe_payment_method_id, fingerprint, created_at, updated_at)
            select 'card-' || value, ?, 'pm_' || value, 'the-same', value, value from generate_series(1, ${SAVED_AGAIN})`,
      args: [me?.id ?? ''],
    });
    // Calls with a driver's name don't scan all of them.
    await db.client.execute(
      `insert into drivers (name, status, created_at) select 'Driver ' || value, 'offline', 0 from generate_series(1, ${DRIVERS})`,
    );
    await dana.visitor.trpc.driver.reportSpill.mutate(SPILL);
    for (let day = 0; day < 30; day += 1) {
      await dana.visitor.trpc.driver.setDuty.mutate({ status: day % 2 ? 'available' : 'offline' });
    }

    // Folds the whole season, as a search and the job would.
    await staff.trpc.admin.search.query({ text: 'maple' });
    await foldSearchTexts(app);

    const count = async (sql: string, ...args: string[]) =>
      Number(
        (await db.client.execute({ sql: `select count(*) as n from ${sql}`, args })).rows[0]?.n,
      );
    customers = await count("users where role in ('customer', 'guest')");
    ofGuests = await count('guest_appointments');
    deliveries = await count("appointments where status = 'completed'");
    unpaid = await count("charges where state not in ('succeeded', 'cash')");
    ownDeliveries = await count(
      "appointments where status = 'completed' and user_id = ?",
      me?.id ?? '',
    );
    atMaple = await count("appointments where location like '%Maple%'");
    for (const status of STATUSES) {
      inSection.set(status, await count('appointments where status = ?', status));
    }
  });
  afterAll(() => close());

  const isClosed = (status: string) => status === 'completed' || status === 'cancelled';
  const section = (status: string) => inSection.get(status) ?? 0;

  const CALLS: Record<string, () => Promise<unknown>> = {
    'slots.window': () => sam.trpc.slots.window.query(),
    'slots.reopening': () => sam.trpc.slots.reopening.query(),
    'places.search': () => sam.trpc.places.search.query({ text: 'marina' }),
    'places.area': () => sam.trpc.places.area.query({ location: 'Maple Island Marina' }),
    'places.map': () => sam.trpc.places.map.query(),
    'places.near': () => sam.trpc.places.near.query({ latitude: 41.99, longitude: -86.12 }),
    'slots.open': () => sam.trpc.slots.open.query({ date: TOMORROW }),
    'auth.me': () => sam.trpc.auth.me.query(),
    'auth.requireMe': () => sam.trpc.auth.requireMe.query(),
    'auth.adminStatus': () => sam.trpc.auth.adminStatus.query(),
    'auth.emergencyAccess': () => sam.trpc.auth.emergencyAccess.query(),
    'auth.sessions': () => sam.trpc.auth.sessions.query(),
    'booking.list': () => sam.trpc.booking.list.query(),
    'waiting.mine': () => sam.trpc.waiting.mine.query(),
    'booking.get': () => sam.trpc.booking.get.query({ id }),
    'booking.texts': () => sam.trpc.booking.texts.query({ id }),
    'booking.guestLink': () => sam.trpc.booking.guestLink.query(),
    'booking.leftFromGuests': () => sam.trpc.booking.leftFromGuests.query(),
    'booking.history': () => sam.trpc.booking.history.query({ page: 1 }),
    'booking.history (a later page)': () => sam.trpc.booking.history.query({ page: 2 }),
    'booking.recentCompleted': () => sam.trpc.booking.recentCompleted.query(),
    'account.texts': () => sam.trpc.account.texts.query(),
    'account.boats': () => sam.trpc.account.boats.query(),
    'account.docks': () => sam.trpc.account.docks.query(),
    'account.dockMap': () => sam.trpc.account.dockMap.query(),
    'account.cards': () => sam.trpc.account.cards.query(),
    'account.recurring': () => sam.trpc.account.recurring.query(),
    'account.loyalty': () => sam.trpc.account.loyalty.query(),
    'account.ownData': () => sam.trpc.account.ownData.query(),
    'account.deletionObstacles': () => sam.trpc.account.deletionObstacles.query(),
    'pricing.current': () => sam.trpc.pricing.current.query(),
    'support.company': () => sam.trpc.support.company.query(),
    'support.legalText': () => sam.trpc.support.legalText.query({ kind: 'terms' }),
    'support.info': () => sam.trpc.support.info.query(),
    'weather.forecast': () => sam.trpc.weather.forecast.query(),
    ...Object.fromEntries(
      STATUSES.flatMap((status) => {
        const list = (over: object) => () =>
          staff.trpc.admin.appointments.query({ status, ...over });
        return [
          [`admin.appointments (${status})`, list({})],
          [`admin.appointments (${status}, page 2)`, list({ page: 2 })],
          [`admin.appointments (${status}, recent)`, list({ recent: true })],
          [`admin.appointments (${status}, of a date)`, list({ date: TODAY })],
          [`admin.appointments (${status}, searched)`, list({ search: 'maple' })],
          [`admin.appointments (${status}, a code searched)`, list({ search: 'S-0000A3' })],
        ];
      }),
    ),
    'admin.allAppointments': () => staff.trpc.admin.allAppointments.query({}),
    'admin.appointment': () => staff.trpc.admin.appointment.query({ id }),
    'admin.drivers': () => staff.trpc.admin.drivers.query(),
    'admin.previewPrice': () =>
      staff.trpc.admin.previewPrice.query({
        id,
        estimatedGallons: 30,
        smallIceBags: 1,
        largeIceBags: 0,
        customFuelPrice: null,
      } as never),
    'admin.day': () => staff.trpc.admin.day.query({ date: TODAY }),
    'admin.people': () => staff.trpc.admin.people.query(),
    'admin.watchDay': () => staff.trpc.admin.watchDay.query({ date: TODAY }),
    'admin.dispatch': () => staff.trpc.admin.dispatch.query({ date: TODAY }),
    'admin.calendar': () => staff.trpc.admin.calendar.query({ date: TODAY }),
    'admin.blockedLater': () => staff.trpc.admin.blockedLater.query(),
    ...Object.fromEntries(
      [...SORTS, ...SORTS_BY_TOTALS].map((sort) => [
        `admin.customers (by ${sort})`,
        () => staff.trpc.admin.customers.query({ sort, descending: true }),
      ]),
    ),
    'admin.search': () => staff.trpc.admin.search.query({ text: 'harbor' }),
    'admin.search (many hits)': () => staff.trpc.admin.search.query({ text: 'maple' }),
    'admin.search (a phone)': () => staff.trpc.admin.search.query({ text: '(269) 555-0007' }),
    'admin.waitingMoney': () => staff.trpc.admin.waitingMoney.query({}),
    'admin.waitingMoney (of a customer)': () =>
      staff.trpc.admin.waitingMoney.query({ customerId: 'season-7', order: 'largest' }),
    'admin.customers (searched)': () => staff.trpc.admin.customers.query({ search: 'lake' }),
    'admin.customer': () => staff.trpc.admin.customer.query({ id: 'season-7' }),
    'admin.customerTags': () => staff.trpc.admin.customerTags.query(),
    'admin.customerOrders': () => staff.trpc.admin.customerOrders.query({ id: 'season-7' }),
    'admin.exportCustomers': () => staff.trpc.admin.exportCustomers.query({}),
    'admin.driverAccounts': () => staff.trpc.admin.driverAccounts.query(),
    'admin.driverWork': () => staff.trpc.admin.driverWork.query({ id: dana.driverId }),
    'admin.driverReports': () => staff.trpc.admin.driverReports.query({}),
    'admin.spillReport': () => staff.trpc.admin.spillReport.query({ id: SPILL.actionKey }),
    'admin.promoCodes': () => staff.trpc.admin.promoCodes.query(),
    'admin.discounts': () => staff.trpc.admin.discounts.query({ page: 1 }),
    'admin.trucks': () => staff.trpc.admin.trucks.query(),
    'admin.places': () => staff.trpc.admin.places.query(),
    'admin.refunds': () => staff.trpc.admin.refunds.query({ id: 'apt-000001' }),
    'admin.charges': () => staff.trpc.admin.charges.query({ id: 'apt-000001' }),
    'admin.evidence': () => staff.trpc.admin.evidence.query({ id: 'apt-000001' }),
    'admin.chargeLimits': () => staff.trpc.admin.chargeLimits.query(),
    'admin.meter': () => staff.trpc.admin.meter.query({ id: 'apt-000001' }),
    'admin.notices': () => staff.trpc.admin.notices.query(),
    'admin.paymentTroubles': () => staff.trpc.admin.paymentTroubles.query(),
    'admin.reviewQueue': () => staff.trpc.admin.reviewQueue.query(),
    'admin.priceHistory': () => staff.trpc.admin.priceHistory.query({}),
    'admin.report': () => staff.trpc.admin.report.query({}),
    'admin.report (a season)': () =>
      staff.trpc.admin.report.query({ by: 'month', ...SEASON_DATES }),
    'admin.report (a season by money)': () =>
      staff.trpc.admin.report.query({ moneyOn: 'moved', ...SEASON_DATES }),
    'admin.reportGroups': () => staff.trpc.admin.reportGroups.query({}),
    'admin.months': () => staff.trpc.admin.months.query({}),
    'admin.closingDay': () => staff.trpc.admin.closingDay.query({ date: TODAY }),
    'admin.closedDays': () => staff.trpc.admin.closedDays.query({ page: 1 }),
    'admin.month': () => staff.trpc.admin.month.query({ month: `${TODAY.slice(0, 7)}-01` }),
    'admin.supportSettings': () => staff.trpc.admin.supportSettings.query(),
    'admin.bulkChanges': () => staff.trpc.admin.bulkChanges.query(),
    'admin.proposeMoves': () => staff.trpc.admin.proposeMoves.query({ date: TODAY }),
    'admin.legalTexts': () => staff.trpc.admin.legalTexts.query(),
    'admin.timeZone': () => staff.trpc.admin.timeZone.query(),
    'admin.timeZoneEffect': () =>
      staff.trpc.admin.timeZoneEffect.query({ timeZone: 'America/Chicago' }),
    'admin.hours': () => staff.trpc.admin.hours.query(),
    'admin.ownPrices': () => staff.trpc.admin.ownPrices.query(),
    'admin.accounts': () => staff.trpc.admin.accounts.query(),
    'admin.taxes': () => staff.trpc.admin.taxes.query(),
    'admin.ownWords': () => staff.trpc.admin.ownWords.query(),
    'admin.conversation': () => staff.trpc.admin.conversation.query({ id }),
    'admin.waiting': () => staff.trpc.admin.waiting.query({ date: TODAY }),
    'admin.waitingOf': () => staff.trpc.admin.waitingOf.query({ customerId: 'season-7' }),
    'admin.savedReplies': () => staff.trpc.admin.savedReplies.query(),
    'admin.houseAccount': () => staff.trpc.admin.houseAccount.query({ id: 'season-7' }),
    'admin.billing': () => staff.trpc.admin.billing.query({ sendPage: 1, overduePage: 1 }),
    'admin.invoice': () => staff.trpc.admin.invoice.query({ number: 1 }).catch(() => null),
    'admin.merges': () => staff.trpc.admin.merges.query({ id: 'season-7' }),
    'admin.compareCustomers': () =>
      staff.trpc.admin.compareCustomers.query({ id: 'season-7', otherId: 'season-8' }),
    'admin.exemption': () => staff.trpc.admin.exemption.query({ id: 'season-7' }),
    'admin.businessSettings': () => staff.trpc.admin.businessSettings.query(),
    'admin.activity': () => staff.trpc.admin.activity.query({ filter: {} }),
    'admin.activityPeople': () => staff.trpc.admin.activityPeople.query({}),
    'admin.apiKeys.list': () => staff.trpc.admin.apiKeys.list.query(),
    'calendar.links': () => staff.trpc.calendar.links.query(),
    'factors.list': () => staff.trpc.factors.list.query(),
    'driver.day': () => dana.visitor.trpc.driver.day.query({}),
    'push.key': () => dana.visitor.trpc.push.key.query(),
    'push.state': () => dana.visitor.trpc.push.state.query({ endpoint: 'https://push' }),
    'driver.info': () => dana.visitor.trpc.driver.info.query({ id: dana.driverId }),
    'driver.deliveries': () => staff.trpc.driver.deliveries.query({ date: TODAY }),
  };

  /** How many rows a call adds up or counts, in addition to those it shows. */
  const sumsOf: Record<string, () => number> = {
    'booking.history': () => ownDeliveries,
    // A later page also skips the rows of the page before it, once for the deliveries and once for
    // their photos.
    'booking.history (a later page)': () => ownDeliveries * 3,
    // The query reads and sorts each card.
    'account.cards': () => 2 * SAVED_AGAIN,
    // The customer's orders, and their balances.
    'admin.customer': () => 2 * MOST_ORDERS,
    // The orders and balances of both customers.
    'admin.compareCustomers': () => 4 * MOST_ORDERS,
    // The page and the count each find the person's orders by ID.
    'admin.customerOrders': () => 2 * MOST_ORDERS,
    'admin.allAppointments': () => SEASON.appointments,
    // The charge is read again for the appointment's PaymentIntents.
    'admin.evidence': () => 2,
    // The wind limit, the people in line, and the hours, which determine the last date of the strip in
    // each query about it.
    'admin.day': () => 5,
    'admin.watchDay': () => 5,
    // The wind, the price changes for walk-ups, of which there are a few in a season, the stops
    // whose customers may have notes for the driver, a guest's record, the trucks, and the driver's
    // last one.
    'driver.day': () => 8,
    ...Object.fromEntries(
      STATUSES.flatMap((status) => [
        [`admin.appointments (${status})`, () => section(status)],
        [`admin.appointments (${status}, page 2)`, () => section(status)],
        // The search runs for the page and for the total count. It checks the text of each open
        // appointment. It finds the others through the text index, which returns all that contain
        // the word, and then checks them.
        [
          `admin.appointments (${status}, searched)`,
          () => (isClosed(status) ? 2 * 9 * atMaple : 2 * (section(status) + customers + STAFF)),
        ],
        [
          `admin.appointments (${status}, a code searched)`,
          () => (isClosed(status) ? 2 * 20 : 2 * (section(status) + customers + STAFF)),
        ],
      ]),
    ),
    // The drivers' names have no index, so both queries read all drivers.
    ...Object.fromEntries(SEARCHES.map((name) => [name, () => 2 * DRIVERS])),
    // The season's guest deliveries are all one person's, on the page of most sort orders. Their totals
    // and their balance are added up by ID.
    ...Object.fromEntries(
      SORTS.map((sort) => [`admin.customers (by ${sort})`, () => customers + 4 * ofGuests]),
    ),
    ...Object.fromEntries(
      SORTS_BY_TOTALS.map((sort) => [
        `admin.customers (by ${sort})`,
        // The query adds up everything booked, and finds, sorts, and counts each customer.
        () => SEASON.appointments + 4 * customers + 6 * ofGuests,
      ]),
    ),
    // The page and the count each find every customer by index, by text, and as a customer.
    'admin.customers (searched)': () => 7 * customers,
    'admin.exportCustomers': () => SEASON.appointments,
    // The query adds up all open payments, and sorts them by age for the page and for its
    // appointments.
    'admin.waitingMoney': () => 6 * unpaid,
    // The query reads the owner of each debt for the sums, for the page, and for its appointments.
    'admin.waitingMoney (of a customer)': () => 12 * unpaid,
    // The report reads the deliveries, and the money that moved.
    'admin.report (a season)': () => 2 * deliveries,
    // It counts each upcoming delivery in its window, and skips the holds.
    'admin.timeZoneEffect': () =>
      10 + 2 * STATUSES.filter((one) => !isClosed(one)).reduce((sum, one) => sum + section(one), 0),
    // It reads each delivery of its range.
    'admin.reportGroups': () => deliveries,
    // The query adds up the year that the page shows.
    'admin.months': () => deliveries,
    'admin.month': () => deliveries,
    'admin.report (a season by money)': () => 2 * deliveries,
    // The names of all drivers, all open payments with their appointments, and a few rows for each
    // of its other 20 queries.
    'admin.closingDay': () => DRIVERS + 4 * unpaid + 60,
  };

  test('every call that reads is in the table', () => {
    const isQuery = ({ _def }: { _def: { type: string } }) => _def.type === 'query';
    const reads = Object.entries(appRouter._def.procedures)
      .filter(([, procedure]) => isQuery(procedure as never))
      .map(([name]) => name);
    const listed = new Set(Object.keys(CALLS).map((name) => name.replace(/ \(.*\)$/, '')));
    expect(reads.filter((name) => !listed.has(name))).toEqual([]);
  });

  test('an unchanged booking window reads at most five rows', async () => {
    for (const visitor of [sam, app.visitor()]) {
      await visitor.trpc.slots.window.query();
      line.take();
      await visitor.trpc.slots.window.query();
      expect(line.take().rows).toBeLessThanOrEqual(5);
    }
  });

  test.each(Object.entries(CALLS))('%s', async (name, ask) => {
    await ask();
    line.take();
    const shown = Math.max(1, rowsShown(await ask()) ?? 1);
    const { rows, largest } = line.take();
    expect(rows).toBeLessThanOrEqual(ROWS_FOR_EACH_SHOWN * shown + (sumsOf[name]?.() ?? 0));
    expect(largest).toBeLessThan(MOST_BYTES);
  });
});
