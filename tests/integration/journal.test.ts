/** The accountant's journal: it balances, and agrees with the sales, the ledger, and what's owed. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { csvRows } from '@/domain/csv-rows';
import { checkDispute } from '@/server/modules/payments/disputes/disputes.usecases';
import { admin, book, customer, driver, office, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const DECLINED = '4000000000000341';

let app: TestApp;
let staff: Visitor;
let sam: Visitor;

async function deliver(order: object = {}, card?: string) {
  const id = await book(sam, { date: TODAY, ...order }, card);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  return id;
}
const correct = async (id: string, actualGallons: number, confirmedTotal: number) => {
  const { version } = (await staff.trpc.admin.appointment.query({ id })).appointment;
  await staff.trpc.admin.correctDelivery.mutate({
    ...{ id, version, actualGallons, confirmedTotal, smallIceBags: 2, largeIceBags: 1 },
    ...{ reason: 'Read again', requestId: crypto.randomUUID() },
  } as never);
};
const control = async (path: string, body: object) => {
  const answer = await app.sandbox.fetch(
    new Request(`http://sandbox/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) }),
  );
  return (await answer.json()).id as string;
};

/**
 * A short season: taxes, a discount, a declined card paid in part with cash, two corrections, a
 * correction by 41 cents, refunds, and a lost dispute.
 */
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  staff = await admin(app);
  sam = await customer(app);
  await driver(app);
  await staff.trpc.admin.changeTaxes.mutate({
    startsOn: TODAY,
    rates: {
      Regular: { kind: 'gallon', amount: '0.524' },
      ice: { kind: 'percent', amount: '6' },
    },
    readEntry: 0,
  });
  await staff.trpc.admin.addDiscount.mutate({ code: 'Summer10', on: 'fuel', percent: 10 });
  await deliver();
  await deliver({ promoCode: 'SUMMER10', fuelType: 'Premium' });
  const owed = await deliver({ date: TOMORROW }, DECLINED);
  await staff.trpc.admin.recordCash.mutate({ id: owed, amount: 20, requestId: 'cash-in-part' });
  const lowered = await deliver();
  await correct(lowered, 10, 88);
  const raised = await deliver();
  await correct(raised, 20.1, 129.41);
  const refunded = await deliver();
  await staff.trpc.admin.refund.mutate({ id: refunded, amount: 8, requestId: 'refund-of-eight' });
  const later = await deliver();
  await staff.trpc.admin.refund.mutate({ id: later, requestId: 'refund-of-all' });
  await correct(later, 15, 108.5);
  const disputed = await deliver();
  const { rows } = await app.deps.db.client.execute({
    sql: 'select payment_intent_id from charges where appointment_id = ?',
    args: [disputed],
  });
  const dispute = await control('disputes', { payment_intent: rows[0]?.payment_intent_id });
  await checkDispute(app.deps, dispute);
  app.clock.advance(60_000);
  await control('disputes/decide', { dispute, outcome: 'lost' });
  await checkDispute(app.deps, dispute);
});
afterAll(() => app.close());

type Row = Record<string, string>;
async function rowsOf(path: string, by = staff): Promise<Row[]> {
  const answer = await by.fetch(`/api/admin/export/${path}`);
  expect(answer.status).toBe(200);
  const [head, ...lines] = csvRows(await answer.text(), 10_000);
  return lines.map(({ cells }) =>
    Object.fromEntries((head?.cells ?? []).map((name, at) => [name, cells[at] ?? ''])),
  );
}
const centsIn = (cell = '') => Math.round(Number(cell) * 100);
const sum = (rows: Row[], column: string) =>
  rows.reduce((total, row) => total + centsIn(row[column]), 0);

/** The balance of each account, by its QuickBooks name. */
const balances = (rows: Row[]) => (name: string) => {
  const lines = rows.filter((row) => row['*AccountName'] === name);
  return sum(lines, '*Debits') - sum(lines, '*Credits');
};

test('every entry balances, for both programs, and both have the same sums', async () => {
  const quickbooks = await rowsOf('journal.csv?program=quickbooks');
  const entries = Map.groupBy(quickbooks, (row) => row['*JournalNo']);
  expect([...entries.keys()]).toEqual([`SALES-${TODAY}`, `PAYMENTS-${TODAY}`, `SALES-${TOMORROW}`]);
  for (const lines of entries.values()) {
    expect(sum(lines, '*Debits')).toBe(sum(lines, '*Credits'));
  }
  const xero = await rowsOf('journal.csv?program=xero');
  for (const lines of Map.groupBy(xero, (row) => row['*Narration']).values()) {
    expect(sum(lines, '*Amount')).toBe(0);
  }
  expect(xero.map((row) => [row['*Date'], row.Description, centsIn(row['*Amount'])])).toEqual(
    quickbooks.map((row) => [
      row['*JournalDate'],
      row.Description,
      centsIn(row['*Debits']) - centsIn(row['*Credits']),
    ]),
  );
});

test('read back in, it has the sums of the sales, the ledger, and what customers owe', async () => {
  const balanceOf = balances(await rowsOf('journal.csv?program=quickbooks'));
  const [sales, ledger] = [await rowsOf('sales.csv'), await rowsOf('ledger.csv')];
  const income = ['Regular Fuel Sales', 'Premium Fuel Sales', 'Ice Sales', 'Delivery Fees'];
  const net = [...income, 'Service Charges', 'Discounts Given'].map(balanceOf);
  expect(-net.reduce((total, one) => total + one, 0)).toBe(sum(sales, 'Net'));
  expect(-balanceOf('Fuel Tax Payable') - balanceOf('Sales Tax Collected')).toBe(sum(sales, 'Tax'));

  const of = (kinds: RegExp) => ledger.filter(({ Kind = '' }) => kinds.test(Kind));
  const fees = sum(ledger, 'Fee');
  expect(balanceOf('Stripe Clearing')).toBe(
    sum(of(/charge$|^refund|^stray|withdrawn|returned/), 'Gross') - fees,
  );
  expect(balanceOf('Stripe Fees')).toBe(fees);
  expect(balanceOf('Cash on Hand')).toBe(2_000);
  expect(balanceOf('Dispute Losses')).toBe(-sum(of(/dispute_lost/), 'Gross'));
  expect(balanceOf('Disputed Payments')).toBe(0);
  // $8.00, and $129.00 of which $20.50 would have been refunded by the correction anyway.
  expect(balanceOf('Refunds')).toBe(800 + 12_900);
  // 41 cents are too little for a card, and the correction of a refunded delivery returned nothing.
  expect(balanceOf('Payment Differences')).toBe(41 - 2_050);

  const { total } = await staff.trpc.admin.report.query({ by: 'day', from: TODAY, to: TOMORROW });
  expect(total.owedCents).toBe(10_900);
  expect(balanceOf('Customer Balances')).toBe(total.owedCents);
});

test('a range has only its days, and only an accountant or an owner gets it', async () => {
  const all = await rowsOf('journal.csv?program=xero');
  const { visitor: accountant } = await office(app, 'accountant');
  const range = `from=${TOMORROW}&to=${TOMORROW}`;
  const tomorrow = await rowsOf(`journal.csv?program=xero&${range}`, accountant);
  expect(tomorrow).toEqual(all.filter((row) => row['*Date'] === TOMORROW));
  expect(tomorrow.length).toBeGreaterThan(3);
  const { visitor: dispatcher } = await office(app, 'dispatcher');
  expect((await dispatcher.fetch('/api/admin/export/journal.csv?program=xero')).status).toBe(403);
  const wrong = await staff.fetch('/api/admin/export/journal.csv?program=sage');
  expect([wrong.status, (await wrong.json()).message]).toEqual([400, 'Select quickbooks or xero.']);
});

describe('the accounts', () => {
  const name = (quickbooks: string, xero = '') => ({ quickbooks, xero });

  test('get the accountant’s names, and a blank one returns to its default', async () => {
    const { visitor: accountant } = await office(app, 'accountant');
    const { newestEntry: readEntry } = await accountant.trpc.admin.accounts.query();
    const saved = await accountant.trpc.admin.changeAccounts.mutate({
      accounts: { cash: name('Bank:Till, "front"', '1010') },
      xeroTaxRate: 'Tax Exempt (0%)',
      readEntry,
    });
    expect(saved.map.accounts.cash).toEqual(name('Bank:Till, "front"', '1010'));
    const [cash] = (await rowsOf('journal.csv?program=quickbooks')).filter(
      ({ Description }) => Description === 'Cash',
    );
    expect(cash?.['*AccountName']).toBe('Bank:Till, "front"');
    const [line] = await rowsOf('journal.csv?program=xero');
    expect(line?.['*TaxRate']).toBe('Tax Exempt (0%)');
    const again = await accountant.trpc.admin.changeAccounts.mutate({
      accounts: { cash: name('') },
      xeroTaxRate: '',
      readEntry: saved.newestEntry,
    });
    expect(again.map.accounts.cash).toEqual(name('Cash on Hand', '613'));
    expect(again.map.xeroTaxRate).toBe('Tax Exempt');
  });

  test('aren’t overwritten by someone who saw older ones', async () => {
    const { newestEntry: readEntry } = await staff.trpc.admin.accounts.query();
    const save = (till: string) =>
      staff.trpc.admin.changeAccounts.mutate({ accounts: { cash: name(till) }, readEntry });
    const results = await Promise.allSettled([save('Till 1'), save('Till 2')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusal(save('Till 3'))).toMatchObject({
      reason: 'changed_meanwhile',
      message: expect.stringContaining('Nothing was saved.'),
    });
  });

  test('can’t have a name that a spreadsheet would run', async () => {
    const { newestEntry: readEntry } = await staff.trpc.admin.accounts.query();
    expect(
      await refusal(
        staff.trpc.admin.changeAccounts.mutate({ accounts: { cash: name('=1+1') }, readEntry }),
      ),
    ).toMatchObject({ message: 'Enter a name that doesn’t start with =, +, -, or @.' });
  });
});
