/** Tests the months of the books. Closed ones don't change, and later adjustments count later. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { selectEntriesAfter } from '@/server/modules/reports/ledger-export.repository';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const [JUNE, JULY] = ['2026-06-01', '2026-07-01'];
/** 10 gallons at $4.10, $17 for ice, and $30 for delivery. */
const DUE = 8_800;
const DAY_MS = 86_400_000;

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 50 });
  staff = await admin(app);
  sam = await customer(app);
});
afterAll(() => app.close());

/** Lets days pass, and renews the expired sessions. */
async function pass(days: number) {
  app.clock.advance(days * DAY_MS);
  staff = await admin(app);
  sam = await customer(app);
}

/** Completes one of today's appointments. */
async function deliver(over: Record<string, unknown> = {}, card?: string): Promise<string> {
  const date = (await sam.trpc.slots.window.query()).today;
  const id = await book(sam, { date, time: '2:00 PM - 4:00 PM', ...over }, card);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  return id;
}

/** A June adjustment that becomes known in July: Stripe deducted a payment's fee. */
async function feeOfJune(appointmentId: string, cents: number) {
  await app.deps.db.client.execute({
    sql: `insert into ledger (source, sequence, kind, gross_cents, fee_cents, moved_at, moved_on, delivered_on, appointment_id, written_at)
          values (?, 1, 'fee', 0, ?, ?, ?, ?, ?, ?)`,
    args: [
      `fee:late-${cents}`,
      cents,
      app.clock.now(),
      TODAY,
      TODAY,
      appointmentId,
      app.clock.now(),
    ],
  });
}

const month = (name: string) => staff.trpc.admin.month.query({ month: name });
const close = (name: string) => staff.trpc.admin.closeMonth.mutate({ month: name });
const ledgerFile = async (query = '') => {
  const answer = await staff.fetch(`/api/admin/export/ledger.csv${query}`);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return rowsOf(await answer.text());
};

/** A file's lines, each keyed by its column names. */
function rowsOf(text: string): Record<string, string>[] {
  const [head = [], ...lines] = text
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell),
    );
  return lines.map((cells) =>
    Object.fromEntries(head.filter(Boolean).map((name, at) => [name, cells[at] ?? ''])),
  );
}
/** Converts "-12.50" to -1250. */
const toCents = (dollars = '') => Math.round(Number(dollars) * 100);
const sum = (rows: Record<string, string>[], column: string) =>
  rows.reduce((total, row) => total + toCents(row[column]), 0);

test('there is no month, and none to close, before money has moved', async () => {
  expect(await staff.trpc.admin.months.query({})).toMatchObject({ months: [], closable: null });
  expect((await refusal(month(JUNE))).status).toBe(404);
  expect((await refusal(close(JUNE))).status).toBe(409);
  expect(await ledgerFile()).toEqual([]);
});

test("a month is closed once it's past, and doesn't change afterward", async () => {
  const id = await deliver();
  const paid = await deliver();
  await staff.trpc.admin.refund.mutate({ id: paid, amount: 5, requestId: 'five-dollars-of-june' });
  expect((await refusal(close(JUNE))).message).toBe(
    'Jun 2026 hasn’t ended, or no money moved before it ended.',
  );
  const open = await month(JUNE);
  expect(open).toMatchObject({ closed: null, total: { revenueCents: 2 * DUE - 500 }, changes: [] });

  await pass(18);
  expect(await staff.trpc.admin.months.query({})).toMatchObject({
    closable: JUNE,
    total: 2,
    months: [
      { month: JULY, closed: null },
      { month: JUNE, closed: null, figures: open.total },
    ],
  });
  expect((await refusal(close(JULY))).message).toBe('Please close Jun 2026 first.');
  const closed = await close(JUNE);
  expect(closed).toMatchObject({ days: open.days, closed: { by: 'Alex Harbor' } });
  // Closing the month again changes nothing.
  app.clock.advance(1000);
  expect(await close(JUNE)).toEqual(closed);

  await feeOfJune(id, 99);
  await deliver();
  const after = await month(JUNE);
  expect(after).toMatchObject({ days: closed.days, total: closed.total, closed: closed.closed });
  expect(after.changes).toMatchObject([
    { kind: 'fee', feeCents: 99, movedOn: TODAY, countsIn: JULY },
  ]);
  // The month in which the adjustment counts also lists it, on its own day before that month.
  const july = await month(JULY);
  expect(july.days).toMatchObject([
    { date: TODAY, revenueCents: 0, feeCents: 99, netCents: -99 },
    { date: '2026-07-01', revenueCents: DUE },
  ]);
  const { months } = await staff.trpc.admin.months.query({});
  expect(months.map(({ figures }) => figures)).toEqual([july.total, closed.total]);
});

test('an even later adjustment counts in the month open then', async () => {
  await pass(31);
  await close(JULY);
  const [one] = (await staff.trpc.admin.allAppointments.query({})).appointments;
  await feeOfJune(one?.id ?? '', 17);
  expect((await month(JUNE)).changes.map((entry) => [entry.feeCents, entry.countsIn])).toEqual([
    [99, JULY],
    [17, '2026-08-01'],
  ]);
  expect((await month(JULY)).changes).toEqual([]);
  expect((await month('2026-08-01')).days).toMatchObject([{ date: TODAY, feeCents: 17 }]);
});

test("a closed month can't be changed or deleted", async () => {
  for (const sql of ["update closed_months set sums = '[]'", 'delete from closed_months']) {
    await expect(app.deps.db.client.execute(sql)).rejects.toThrow('only ever added to');
  }
});

test('two people who close a month at the same moment close it once', async () => {
  await pass(31);
  const both = await Promise.all([close('2026-08-01'), close('2026-08-01')]);
  expect(both[0]).toEqual(both[1]);
  const { rows } = await app.deps.db.client.execute(
    "select count(*) as n from audit_log where action = 'month.closed' and after like '%2026-08-01%'",
  );
  expect(rows[0]?.n).toBe(1);
});

test('the ledger file accounts for every cent', async () => {
  const rows = await ledgerFile();
  const { rows: entries } = await app.deps.db.client.execute(
    'select moved_on, kind, gross_cents, fee_cents, source from ledger order by moved_on, id',
  );
  expect(
    rows.map((row) => [
      row.Date,
      row.Kind,
      toCents(row.Gross),
      toCents(row.Fee),
      toCents(row.Net),
      row.Reference,
    ]),
  ).toEqual(
    entries.map(({ moved_on, kind, gross_cents, fee_cents, source }) => [
      ...[moved_on, kind, gross_cents, fee_cents],
      ...[Number(gross_cents) - Number(fee_cents), source],
    ]) as never,
  );
  // Programs read an amount that left the business as a number, not as text.
  expect(rows.find(({ Kind }) => Kind === 'refund')?.Gross).toBe('-5.00');
  // Grouped by the month in which they count, the lines add up to the closed months.
  for (const name of [JUNE, JULY]) {
    const counted = rows.filter((row) => row['Counts in'] === name.slice(0, 7));
    const { total } = await month(name);
    expect([sum(counted, 'Gross'), sum(counted, 'Fee'), sum(counted, 'Net')]).toEqual([
      ...[total.revenueCents, total.feeCents, total.netCents],
    ]);
  }
  const july = await ledgerFile('?from=2026-07-01&to=2026-07-31');
  expect(july.map((row) => row.Kind).toSorted()).toEqual(['charge', 'fee']);
});

test('only admins can read months and the file', async () => {
  const { visitor: dana } = await driver(app);
  for (const visitor of [app.visitor(), sam, dana]) {
    const status = (await refusal(visitor.trpc.admin.closeMonth.mutate({ month: JUNE }))).status;
    expect([401, 403]).toContain(status);
    expect((await visitor.fetch('/api/admin/export/ledger.csv')).status).toBe(status);
  }
});

test('the ledger file is the same in pages of any length', async () => {
  for (let count = 0; count < 3; count += 1) await deliver();
  const whole = (await ledgerFile()).map(({ Entry }) => Number(Entry));
  const paged: number[] = [];
  let cursor = { movedOn: TODAY, id: 0 };
  for (;;) {
    const [next] = await selectEntriesAfter(app.deps.db.orm, cursor, '2027-12-31', 1);
    if (!next) break;
    cursor = next.entry;
    paged.push(cursor.id);
  }
  expect(whole.length).toBeGreaterThan(2);
  expect(paged).toEqual(whole);
});
