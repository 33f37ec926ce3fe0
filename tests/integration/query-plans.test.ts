import { afterAll, beforeAll, expect, test } from 'bun:test';
import { FileConnection } from '@/db/engine/file-connection';
import { JOBS } from '@/server/jobs/jobs';
import { expireHolds } from '@/server/modules/appointments/hold-expiry.usecases';
import { sealAudit } from '@/server/modules/audit/seal.usecases';
import { deleteExpiredSessions } from '@/server/modules/auth/sessions.repository';
import { readBeat } from '@/server/modules/leases/leases.repository';
import { completeLedger } from '@/server/modules/ledger/ledger.usecases';
import { deletePastLimits } from '@/server/modules/limits/limits.repository';
import { changesAfter, forgetOldChanges } from '@/server/modules/live/changes.repository';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { forgetCustomers } from '@/server/modules/own-data/forget-customers.usecases';
import { forgetOldData } from '@/server/modules/own-data/retention.usecases';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { sweepRefunds } from '@/server/modules/payments/refunds/send-refunds.usecases';
import { bookRecurring } from '@/server/modules/recurring/book-recurring.usecases';
import { admin, book, customer, driver, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { noting, planOf } from '../support/query-log';
import { fillSeason } from '../support/season';
import type { Visitor } from '../support/visitor';

/**
 * SQLite plans by the existing indexes and not by the number of rows, because we never gather its
 * statistics. So a short season has the same plans as a long one.
 */
const SEASON = { today: TODAY, customers: 60, appointments: 400 };

let app: TestApp;
let log: ReturnType<typeof noting>;
/** A separate connection, which reads the plans along with the product. */
let plans: FileConnection;
let staff: Visitor;
let sam: Visitor;
let dana: { visitor: Visitor; driverId: number };

beforeAll(async () => {
  app = await startTestApp({
    settings: { limitFactor: 1_000 },
    db(real) {
      log = noting(real);
      return log.db;
    },
  });
  const { db } = app.deps;
  const { rows } = await db.client.execute('pragma database_list');
  plans = new FileConnection(String(rows[0]?.file), { busyTimeoutMs: 1_000 });
  await fillSeason(db, { ...SEASON, now: app.clock.now() });
  await db.client.execute(
    'insert into booking_settings (id, default_capacity, updated_at) values (1, 1000, 0)',
  );
  await db.client.execute("insert into promo_codes (code, created_at) values ('DOCKTEST', 0)");
  await db.client.execute(
    "insert into discounts (code, name, \"on\", percent, most_in_all, most_per_customer, created_at, updated_at) values ('SUMMER10', 'Summer10', 'fuel', 10, 99, 9, 0, 0)",
  );
  staff = await admin(app);
  sam = await customer(app);
  dana = await driver(app);
});
afterAll(async () => {
  plans.close();
  await app.close();
});

/**
 * Tables that have only a few rows, however long the season is. Reading the whole table is the best
 * plan.
 */
const TINY = [
  'booking_settings',
  'business_settings',
  'closed_months',
  'support_settings',
  'drivers',
  'leases',
  'hours_entries',
  'price_entries',
  'tax_entries',
  'trucks',
  'account_entries',
  'own_words',
  'saved_replies',
  'weather_data',
];

/**
 * Other reads from one end of a table or an index. Each is only allowed in the calls that need it.
 */
const ALLOWED: { scan: string; calls: RegExp }[] = [
  // The newest rows come first, and the limit ends the read.
  { scan: 'fuel_prices', calls: /price|taxes|book|moved|delivery|driver’s day/ },
  { scan: 'ledger', calls: /^(what the ledger lacks|reconciliation)$/ },
  // These queries read all rows, starting with the newest, to count them.
  { scan: 'appointments USING COVERING INDEX appointments_occupancy', calls: /^all appointments$/ },
  { scan: 'appointments USING COVERING INDEX appointments_status', calls: /^all appointments$/ },
  // The index contains only waiting rows. The newest seal comes first, and the read ends with it.
  { scan: 'audit_seals USING INDEX audit_seals_waiting', calls: /^(the seals|what is due)/ },
  { scan: 'audit_seals', calls: /^the seals/ },
  // These indexes contain only texts that must be folded, and a call reads a few hundred at most.
  {
    scan: 'customer_search_texts USING INDEX customer_search_texts_stale',
    calls: /search|customers|fold/,
  },
  {
    scan: 'customer_search_texts USING COVERING INDEX customer_search_texts_stale',
    calls: /search|customers|fold/,
  },
  {
    scan: 'appointment_search_texts USING INDEX appointment_search_texts_stale',
    calls: /search|customers|fold/,
  },
  {
    scan: 'appointment_search_texts USING COVERING INDEX appointment_search_texts_stale',
    calls: /search|customers|fold/,
  },
  // These indexes contain only people in line, and offers that haven't ended.
  {
    scan: 'waitlist_entries USING COVERING INDEX waitlist_entries_line',
    calls: /^work to update waiting list$/,
  },
  {
    scan: 'waitlist_entries USING INDEX waitlist_entries_line',
    calls: /^work to update waiting list$/,
  },
  {
    scan: 'waitlist_entries USING INDEX waitlist_entries_offered',
    calls: /^work to update waiting list$/,
  },
  {
    scan: 'waitlist_entries USING INDEX waitlist_entries_open',
    calls: /^work to update waiting list$/,
  },
  // SQLite checks the tables that refer to users when it adds a guest's record. These are small.
  { scan: 'api_keys', calls: /search|customers|fold/ },
  { scan: 'driver_reports', calls: /search|customers|fold/ },
  { scan: 'calendar_feeds', calls: /search|customers|fold/ },
  // A job reads this once an hour. An index for it would slow down each sign-in, message, and
  // report.
  { scan: 'sessions', calls: /^(forgotten people|work to forget people)$/ },
  { scan: 'outbox', calls: /^(forgotten people|work to forget people)$/ },
  { scan: 'driver_reports', calls: /^(forgotten people|work to forget people)$/ },
  // The index contains only open charges, which the query adds up and sorts by age.
  // Both indexes only contain what's unbilled or unpaid.
  {
    scan: 'account_deliveries USING COVERING INDEX account_deliveries_unbilled',
    calls: /^the invoices to send$/,
  },
  {
    scan: 'account_deliveries USING COVERING INDEX account_deliveries_unpaid',
    calls: /^the invoices to send$/,
  },
  // One row for each delivery to bill, under the name that each engine gives it, and a page of an
  // account's invoices.
  { scan: 'numbered', calls: /^the invoices to send$/ },
  { scan: '(subquery-3)', calls: /^the invoices to send$/ },
  { scan: 'shown', calls: /^a house account$/ },
  { scan: 'charges USING COVERING INDEX charges_open', calls: /^the money that waits$/ },
  { scan: 'charges USING INDEX charges_open', calls: /^the money that waits of a customer$/ },
  { scan: 'waiting', calls: /^the money that waits/ },
  { scan: 'charges USING INDEX charges_open', calls: /^a day to close$/ },
  { scan: 'waiting', calls: /^a day to close$/ },
  // The report needs all places, and a list has up to 1,000.
  { scan: 'places USING INDEX places_name_key_unique', calls: /^a season by driver and place$/ },
  // One row for each day. The newest come first, and the limit ends the read, except for the count.
  { scan: 'closed_days USING INDEX sqlite_autoindex_closed_days_1', calls: /^(a day to|closed)/ },
  {
    scan: 'closed_days USING COVERING INDEX sqlite_autoindex_closed_days_1',
    calls: /^closed days$/,
  },
  // The days that aren't closed, which the query gathered by index.
  { scan: 'days', calls: /^(a day to close|closed days|the months|a month)$/ },
  // This query counts the customers of each tag, in the index's order.
  {
    scan: 'customer_tags USING COVERING INDEX customer_tags_key',
    calls: /^tags of customers$/,
  },
  // These queries read all rows, one section at a time.
  {
    scan: 'users USING INDEX sqlite_autoindex_users_1',
    calls: /^(every customer|customers as a file)$/,
  },
  {
    scan: 'appointments USING COVERING INDEX appointments_occupancy',
    calls: /^appointments as a file$/,
  },
];

/** Returns the scans in the plans of the statements since the last call. */
function scansOf(name: string): string[] {
  const scans = new Set<string>();
  for (const statement of log.take()) {
    for (const line of planOf(plans, statement)) {
      if (!line.startsWith('SCAN ') || line === 'SCAN CONSTANT ROW') continue;
      // A list that's passed to the statement isn't a table.
      if (line.includes(' VIRTUAL TABLE ')) continue;
      // The rows that the ledger's statement gathered by index, and the single row of CHANGED,
      // don't count either.
      if (line === 'SCAN facts' || line === 'SCAN newer') continue;
      // It numbers them in a subquery, to divide the tax among them.
      const isLedger = statement.text.startsWith('insert into "ledger"');
      if (isLedger && /^SCAN \(subquery-\d+\)$/.test(line)) continue;
      // An INSERT of a user names the tables that refer to users. SQLite reads them only if a row
      // already violates a foreign key.
      const isUser = statement.text.startsWith('insert into "users"');
      if (isUser && !/^SCAN (users|customer_search_texts)\b/.test(line)) continue;
      // New bookings since the last search don't count either.
      if (line === 'SCAN made') continue;
      // One page's customers, whose totals the statement adds up, don't count either.
      if (line === 'SCAN page') continue;
      const scan = line.slice('SCAN '.length);
      if (TINY.some((table) => scan === table || scan.startsWith(`${table} `))) continue;
      if (ALLOWED.some((allowed) => allowed.scan === scan && allowed.calls.test(name))) continue;
      scans.add(`${line}: ${statement.text}`);
    }
  }
  return [...scans];
}

const section = (over: Record<string, unknown>) =>
  staff.trpc.admin.appointments.query({ status: 'pending', ...over });

const sections = ['pending', 'confirmed', 'scheduled', 'completed', 'cancelled'] as const;
const sorts = ['name', 'contact', 'orders', 'spent', 'lastOrder', 'status', 'balance'] as const;
const rest = (path: string) => async () => expect((await staff.fetch(path)).status).toBe(200);
const job = (run: (call: { deps: TestApp['deps'] }) => Promise<unknown>) => () =>
  run({ deps: app.deps });

const CALLS: [string, () => Promise<unknown>][] = [
  // A visitor or any user.
  ['the booking window', () => sam.trpc.slots.window.query()],
  ['a date', () => sam.trpc.slots.open.query({ date: TOMORROW })],
  ['who is signed in', () => sam.trpc.auth.me.query()],
  ['taxes', () => staff.trpc.admin.taxes.query()],
  ['own words', () => staff.trpc.admin.ownWords.query()],
  ['saved replies', () => staff.trpc.admin.savedReplies.query()],
  ['prices', () => sam.trpc.pricing.current.query()],
  ['support', () => sam.trpc.support.info.query()],
  ['a booking with its card', () => book(sam)],
  ['a guest booking', () => book(app.visitor(), { customerPhone: '(269) 555-0133' })],
  ['a discount', () => sam.trpc.booking.validatePromo.mutate({ promoCode: 'SUMMER10' })],
  ['a booking with a discount', () => book(sam, { promoCode: 'SUMMER10' })],
  ['a promo code', () => sam.trpc.booking.validatePromo.mutate({ promoCode: 'DOCKTEST' })],
  [
    'a moved appointment',
    async () => {
      const { appointment } = await sam.trpc.booking.create.mutate({ ...ORDER, date: TODAY });
      await sam.trpc.booking.modify.mutate({ ...ORDER, id: appointment.id });
      await sam.trpc.booking.cancel.mutate({ id: appointment.id });
    },
  ],
  ['a customer’s bookings', () => sam.trpc.booking.list.query()],
  ['a customer’s history', () => sam.trpc.booking.history.query({ page: 2 })],
  ['a customer’s last deliveries', () => sam.trpc.booking.recentCompleted.query()],
  ['a customer’s sessions', () => sam.trpc.auth.sessions.query()],
  ['a customer’s boats', () => sam.trpc.account.boats.query()],
  ['a customer’s docks', () => sam.trpc.account.docks.query()],
  ['a customer’s cards', () => sam.trpc.account.cards.query()],
  ['a customer’s recurring deliveries', () => sam.trpc.account.recurring.query()],
  ['a customer’s points', () => sam.trpc.account.loyalty.query()],
  ['a sign-in', () => admin(app)],

  // Staff.
  ...sections.flatMap((status): [string, () => Promise<unknown>][] => [
    [`section ${status}`, () => section({ status })],
    [`section ${status}, a late page`, () => section({ status, page: 9 })],
    [`section ${status}, searched`, () => section({ status, search: 'maple' })],
    [`section ${status}, of a date`, () => section({ status, date: TODAY })],
    [
      `section ${status}, searched on a date, with holds`,
      () => section({ status, search: 'Bay 7', date: TODAY, includeHeld: true }),
    ],
  ]),
  ['all appointments', rest('/api/admin/appointments')],
  ['all appointments of a date', rest(`/api/admin/appointments?date=${TODAY}`)],
  ['a conversation', () => staff.trpc.admin.conversation.query({ id: 'apt-000001' })],
  ['an appointment', () => staff.trpc.admin.appointment.query({ id: 'apt-000001' })],
  ['its evidence', () => staff.trpc.admin.evidence.query({ id: 'apt-000001' })],
  ['what needs attention', () => staff.trpc.admin.reviewQueue.query()],
  ['its refunds', () => staff.trpc.admin.refunds.query({ id: 'apt-000001' })],
  ...sorts.map((sort): [string, () => Promise<unknown>] => [
    `customers sorted by ${sort}`,
    () => staff.trpc.admin.customers.query({ sort, descending: true, page: 2 }),
  ]),
  ['a house account', () => staff.trpc.admin.houseAccount.query({ id: 'season-1' })],
  ['the invoices to send', () => staff.trpc.admin.billing.query({ sendPage: 1, overduePage: 1 })],
  ['an invoice', () => staff.trpc.admin.invoice.query({ number: 1 }).catch(() => null)],
  ['the money that waits', () => staff.trpc.admin.waitingMoney.query({})],
  [
    'the money that waits of a customer',
    () => staff.trpc.admin.waitingMoney.query({ customerId: 'season-1', kind: 'owed' }),
  ],
  ['the one search', () => staff.trpc.admin.search.query({ text: 'maple' })],
  ['customers with a tag', () => staff.trpc.admin.customers.query({ tag: 'Marina' })],
  ['tags of customers', () => staff.trpc.admin.customerTags.query()],
  [
    'customers imported from a file',
    () =>
      staff.trpc.admin.importCustomers.mutate({
        text: 'name,email,phone\nAnn,ann@lake.example,269-555-0188\nBo,,269-555-0189\n',
      }),
  ],
  ['customers searched', () => staff.trpc.admin.customers.query({ search: 'lake' })],
  ['a customer', () => staff.trpc.admin.customer.query({ id: 'season-1' })],
  ['a customer’s orders', () => staff.trpc.admin.customerOrders.query({ id: 'season-1' })],
  ['every customer', rest('/api/admin/customers')],
  ['customers as a file', rest('/api/admin/export/customers.csv')],
  ...(['day', 'week', 'month'] as const).map((by): [string, () => Promise<unknown>] => [
    `a season by ${by}`,
    () => staff.trpc.admin.report.query({ by, from: '2025-10-01', to: TODAY }),
  ]),
  [
    'a season by the day on which money moved',
    () => staff.trpc.admin.report.query({ moneyOn: 'moved', from: '2025-10-01', to: TODAY }),
  ],
  [
    'a season by driver and place',
    () => staff.trpc.admin.reportGroups.query({ from: '2025-10-01', to: TODAY }),
  ],
  ['the report as a file', rest('/api/admin/export/report.csv?by=month')],
  ['a day to close', () => staff.trpc.admin.closingDay.query({ date: TODAY })],
  ['closed days', () => staff.trpc.admin.closedDays.query({ page: 1 })],
  ['the months', () => staff.trpc.admin.months.query({})],
  ['a month', () => staff.trpc.admin.month.query({ month: `${TODAY.slice(0, 7)}-01` })],
  ['the accounts', () => staff.trpc.admin.accounts.query()],
  [
    'the journal as a file',
    rest(`/api/admin/export/journal.csv?program=xero&from=${TODAY}&to=${TODAY}`),
  ],
  ['the tickets as a file', rest(`/api/admin/export/tickets.csv?from=${TODAY}&to=${TODAY}`)],
  ['the sales as a file', rest(`/api/admin/export/sales.csv?from=${TODAY}&to=${TODAY}`)],
  ['the ledger as a file', rest(`/api/admin/export/ledger.csv?from=2025-10-01&to=${TODAY}`)],
  ['appointments as a file', rest('/api/admin/export/appointments.csv')],
  ['appointments of a date as a file', rest(`/api/admin/export/appointments.csv?date=${TODAY}`)],
  ['a day of staff', () => staff.trpc.admin.day.query({ date: TODAY })],
  ['who delivers what', () => staff.trpc.admin.dispatch.query({ date: TODAY })],
  ['the people in line for a date', () => staff.trpc.admin.waiting.query({ date: TODAY })],
  [
    'a customer’s waiting list entries',
    () => staff.trpc.admin.waitingOf.query({ customerId: 'season-1' }),
  ],
  ['the calendar', () => staff.trpc.admin.calendar.query({ date: TODAY })],
  ['what staff blocked later', () => staff.trpc.admin.blockedLater.query()],
  ['prices over time', () => staff.trpc.admin.priceHistory.query({})],
  ['drivers', () => staff.trpc.admin.driverAccounts.query()],
  ['all activity', activity({})],
  ['the activity of a person', activity({ person: 'season-1' })],
  ['activity of one kind', activity({ thing: 'appointment' })],
  ['the activity of one thing', activity({ subject: 'driver:1' })],
  ['the activity of an appointment', activity({ appointment: 'apt-000001' })],
  ['activity of a day', activity({ from: TODAY, to: TODAY })],
  ['activity with a text', activity({ search: 'maple' })],
  ['whom activity can be of', () => staff.trpc.admin.activityPeople.query({ person: 'season-1' })],
  ['a delivery from booking to payment', deliver],
  ['deliveries of a date', rest(`/api/appointments/date/${TOMORROW}`)],

  // Drivers.
  ['a booked stop’s notifications', notify],
  ['a driver’s day', () => dana.visitor.trpc.driver.day.query({})],
  ['deliveries of today', () => dana.visitor.rest('GET', '/api/appointments/today')],
  ['a calendar feed', readFeed],

  // Calls that the system makes.
  ['the sweep of charges', job(sweepCharges)],
  ['the sweep of refunds', job(sweepRefunds)],
  ['reconciliation', job(reconcile)],
  ['what the ledger lacks', job(completeLedger)],
  [
    'what is due',
    () =>
      readBeat(
        log.db,
        'jobs',
        JOBS.flatMap(({ dueAt }) => dueAt ?? []),
        null,
      ),
  ],
  ...JOBS.flatMap(({ name, hasWork }): [string, () => Promise<unknown>][] =>
    hasWork ? [[`work to ${name}`, () => readBeat(log.db, 'jobs', [hasWork(app)], null)]] : [],
  ),
  ['the outbox', job(sendOutbox)],
  ['the seals of the audit log', job(sealAudit)],
  ['recurring deliveries', job(bookRecurring)],
  ['expired holds', job(expireHolds)],
  ['changes told to pages', () => changesAfter(log.db.orm, 3, 1_000)],
  ['forgotten changes', job(({ deps }) => forgetOldChanges(deps.db))],
  ['forgotten people', job(forgetOldData)],
  ['customers forgotten at Stripe', job(forgetCustomers)],
  ['forgotten sessions', job(({ deps }) => deleteExpiredSessions(deps.db, app.clock.now()))],
  ['forgotten limits', job(({ deps }) => deletePastLimits(deps.db, app.clock.now()))],
];

function activity(filter: Parameters<typeof staff.trpc.admin.activity.query>[0]['filter']) {
  return () => staff.trpc.admin.activity.query({ filter });
}

async function deliver() {
  const id = await book(sam, { location: 'Sister Lakes Dock' });
  await readyToDeliver(staff, id, dana.driverId);
  await dana.visitor.trpc.driver.enRoute.mutate({ id });
  await dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 12 });
  await staff.trpc.admin.refund.mutate({ id, amount: 5, requestId: 'query-plans-refund' });
}

async function notify() {
  const browser = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/query-plans',
    ...{ p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
  };
  const { push } = dana.visitor.trpc;
  await push.subscribe.mutate({ ...browser });
  await push.state.query(browser);
  const id = await book(sam);
  await readyToDeliver(staff, id, dana.driverId);
  app.clock.advance(6_000);
  await sendOutbox({ deps: app.deps });
  await push.sendTest.mutate(browser);
  await push.unsubscribe.mutate(browser);
}

async function readFeed() {
  const { url } = await staff.trpc.calendar.createLink.mutate({ name: 'All', driverId: null });
  const calendar = await app.visitor().fetch(url);
  expect(await calendar.text()).toContain('BEGIN:VEVENT');
}

test.each(CALLS)('the query plan for %s scans no table', async (name, call) => {
  log.take();
  await call();
  expect(scansOf(name)).toEqual([]);
});

test('the query log notes every kind of query and finds a scan', async () => {
  log.take();
  await book(sam);
  const texts = log.take().map(({ text }) => text.slice(0, 6).toLowerCase());
  expect(new Set(texts)).toEqual(new Set(['select', 'insert', 'update']));
  await log.db.orm.run('select count(*) from appointments where notes is not null');
  expect(scansOf('a search in notes')).toHaveLength(1);
});

test('a report reads its figures from an index that has all of their columns', async () => {
  for (const moneyOn of ['delivered', 'moved'] as const) {
    log.take();
    await staff.trpc.admin.report.query({ by: 'month', moneyOn, from: '2025-10-01', to: TODAY });
    const lines = log.take().flatMap((statement) => planOf(plans, statement));
    const reads = lines.filter((line) => line.includes('appointments_report'));
    expect(reads).not.toEqual([]);
    for (const read of reads) expect(read).toContain('USING COVERING INDEX appointments_report');
  }
});
