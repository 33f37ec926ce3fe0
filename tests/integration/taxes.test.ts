/** The taxes that prices include: their rates over time, exempt customers, and the tax of each sale. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { CONFIRMED_FOR_MS } from '@/domain/account/second-factor';
import { TAX_CHANGE_MESSAGES } from '@/domain/tax/tax-book';
import { TAX_MESSAGES } from '@/domain/tax/tax-change.schema';
import { admin, book, customer, driver, office, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { pdfText } from '../support/pdf-text';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let owner: Visitor;
let driverId: number;
beforeEach(async () => {
  app = await startTestApp({ capacity: 50 });
  owner = await admin(app);
  ({ driverId } = await driver(app));
});
afterEach(() => app.close());

/** A tax of 52.4 cents per gallon, and 6% on ice and on the service charge. */
const RATES = {
  Regular: { kind: 'gallon', amount: '0.524' },
  ice: { kind: 'percent', amount: '6' },
  service: { kind: 'percent', amount: '6' },
};
/** The tax in an order of 20 gallons with 2 small bags and a large one, which costs $129.00. */
const PARTS = [
  { product: 'Regular', amountCents: 6_200, taxCents: 1_048 },
  { product: 'ice', amountCents: 1_700, taxCents: 96 },
  { product: 'service', amountCents: 2_000, taxCents: 113 },
];
const TAX = 1_257;
const TOTAL = 12_900;

const view = (by = owner) => by.trpc.admin.taxes.query();
const change = async (rates: object, startsOn: unknown = TODAY, by = owner) => {
  const { newestEntry: readEntry } = await view(by);
  return by.trpc.admin.changeTaxes.mutate({ rates, startsOn, readEntry } as never);
};
const exempt = (userId: string, certificate: string, before: string | null = null, by = owner) =>
  by.trpc.admin.changeExemption.mutate({ userId, certificate, before });
const idOf = async (visitor: Visitor) => (await visitor.trpc.auth.me.query())?.id ?? '';

async function deliver(visitor: Visitor, order = {}, actualGallons = 20) {
  const id = await book(visitor, { date: TODAY, ...order });
  await readyToDeliver(owner, id, driverId);
  await owner.trpc.admin.complete.mutate({ id, actualGallons } as never);
  return id;
}
const taxesOf = async (visitor: Visitor, id: string) =>
  (await visitor.trpc.booking.get.query({ id })).taxes;
const correct = async (id: string, figures: object, confirmedTotal: number) => {
  const { version } = (await owner.trpc.admin.appointment.query({ id })).appointment;
  await owner.trpc.admin.correctDelivery.mutate({
    ...{ id, version, confirmedTotal, reason: 'Read again', requestId: crypto.randomUUID() },
    ...({ actualGallons: 20, smallIceBags: 2, largeIceBags: 1, ...figures } as object),
  } as never);
};
const csv = async (path: string, by = owner) => {
  const answer = await by.fetch(`/api/admin/export/${path}`);
  const [head = '', ...lines] = (await answer.text()).replace('\uFEFF', '').trim().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, ''));
    return Object.fromEntries(names.map((name, at) => [name, cells?.[at] ?? '']));
  });
};
const sumOf = (lines: Record<string, string>[], name: string) =>
  lines.reduce((sum, line) => sum + Math.round(Number(line[name] || 0) * 100), 0);

test('without rates, nothing is different', async () => {
  expect(await view()).toMatchObject({ rates: {}, changes: [], newestEntry: 0 });
  const sam = await customer(app);
  const id = await deliver(sam);
  expect(await sam.trpc.booking.get.query({ id })).toMatchObject({
    taxes: null,
    totalPriceCents: TOTAL,
  });
  const [entry] = await csv('ledger.csv');
  expect(entry?.Tax).toBe('');
  const { total } = await owner.trpc.admin.report.query({});
  expect(total.taxCents).toBe(0 as never);
});

test('a sale’s tax is fixed at its delivery, and the total doesn’t change', async () => {
  await change(RATES);
  const sam = await customer(app);
  const id = await deliver(sam);
  const delivery = await sam.trpc.booking.get.query({ id });
  expect(delivery.totalPriceCents).toBe(TOTAL as never);
  expect(delivery.taxes).toMatchObject({ parts: PARTS, taxCents: TAX, certificate: null });
  // Later changes of rates, the service charge, or an exemption don't change it.
  await change({ Regular: { kind: 'none' }, ice: { kind: 'percent', amount: '20' } });
  await owner.trpc.admin.changePrices.mutate({ serviceCharge: '3', readEntry: 0 } as never);
  await exempt(await idOf(sam), 'MI-77');
  expect(await taxesOf(sam, id)).toMatchObject({ parts: PARTS, taxCents: TAX });
  // A correction uses the rates of the delivery, also for a product that was added.
  await correct(id, { actualGallons: 10, largeIceBags: 3 }, 41 + 31 + 30);
  expect(await taxesOf(sam, id)).toMatchObject({
    certificate: null,
    parts: [
      { product: 'Regular', amountCents: 3_100, taxCents: 524 },
      { product: 'ice', amountCents: 3_100, taxCents: 175 },
      { product: 'service', amountCents: 1_000, taxCents: 57 },
    ],
    taxCents: 756,
  });
  const [entry] = await owner.trpc.admin.activity
    .query({ filter: { appointmentId: id } } as never)
    .then(({ entries }) => entries as { after: object | null }[]);
  expect(JSON.stringify(entry)).not.toContain('certificate');
});

test('the rates of the delivery’s date decide', async () => {
  await change({ ice: { kind: 'percent', amount: '6' } });
  await change({ ice: { kind: 'percent', amount: '7' } }, TOMORROW);
  const sam = await customer(app);
  const now = await deliver(sam);
  const later = await deliver(sam, { date: TOMORROW });
  expect(await taxesOf(sam, now)).toMatchObject({ taxCents: 96 });
  expect(await taxesOf(sam, later)).toMatchObject({ taxCents: 111 });
});

test('the service charge of the booking is the taxed one', async () => {
  await change({ service: { kind: 'percent', amount: '6' } });
  const sam = await customer(app);
  const id = await book(sam, { date: TODAY });
  app.clock.advance(60_000);
  await owner.trpc.admin.changePrices.mutate({ serviceCharge: '2', readEntry: 0 } as never);
  await readyToDeliver(owner, id, driverId);
  await owner.trpc.admin.complete.mutate({ id, actualGallons: 20 } as never);
  expect((await taxesOf(sam, id))?.parts).toEqual([PARTS[2]] as never);
});

test('test orders include no tax', async () => {
  await change(RATES);
  const { client } = app.deps.db;
  await client.execute("insert into promo_codes (code, created_at) values ('DOCKTEST', 0)");
  const sam = await customer(app);
  const id = await deliver(sam, { promoCode: 'DOCKTEST' });
  expect(await taxesOf(sam, id)).toBeNull();
});

describe('an exempt customer', () => {
  test('pays the same, and no part of it is tax', async () => {
    await change(RATES);
    const sam = await customer(app);
    await exempt(await idOf(sam), '  MI-77 ');
    const id = await deliver(sam);
    expect(await sam.trpc.booking.get.query({ id })).toMatchObject({
      totalPriceCents: TOTAL,
      taxes: { certificate: 'MI-77', parts: [], taxCents: 0 },
    });
    const pdf = await sam.fetch(`/api/receipts/${id}`);
    expect(pdfText(new Uint8Array(await pdf.arrayBuffer()))).toContain(
      'Tax exempt\nCertificate MI-77',
    );
    const [line] = await csv('appointments.csv');
    expect(line).toMatchObject({ 'Tax included': '0.00', 'Exemption certificate': 'MI-77' });
    // A correction stays exempt after the exemption has ended.
    await exempt(await idOf(sam), '', 'MI-77');
    await correct(id, { actualGallons: 10 }, 41 + 17 + 30);
    expect(await taxesOf(sam, id)).toMatchObject({ certificate: 'MI-77', taxCents: 0 });
    expect((await taxesOf(sam, await deliver(sam)))?.taxCents).toBe(TAX as never);
  });

  test('can be replaced and ended, and is in the audit log', async () => {
    const id = await idOf(await customer(app));
    const read = () => owner.trpc.admin.exemption.query({ id });
    expect(await read()).toEqual({ exemption: null });
    const saved = await exempt(id, 'MI-1');
    expect(saved.exemption).toMatchObject({ certificate: 'MI-1', setBy: 'Alex Harbor' });
    await exempt(id, 'MI-2', 'MI-1');
    expect((await read()).exemption?.certificate).toBe('MI-2');
    expect(await exempt(id, '', 'MI-2')).toEqual({ exemption: null });
    const { entries } = await owner.trpc.admin.activity.query({ filter: { thing: 'customer' } });
    expect(entries.map(({ action }) => action)).toEqual(
      Array(3).fill('customer.exemption_changed') as never,
    );
  });

  test('isn’t overwritten by someone who saves at the same time', async () => {
    const id = await idOf(await customer(app));
    const { visitor: dispatcher } = await office(app, 'dispatcher');
    expect(await refusal(exempt('nobody', 'MI-1'))).toMatchObject({
      status: 404,
      message: 'We couldn’t find that customer.',
    });
    await exempt(id, 'MI-1', null, dispatcher);
    expect(await refusal(exempt(id, 'MI-2'))).toMatchObject({
      status: 409,
      reason: 'changed_meanwhile',
    });
    // Saving the same number again changes nothing.
    expect((await exempt(id, 'MI-1')).exemption).toMatchObject({ certificate: 'MI-1' });
    await exempt(id, '', 'MI-1');
    const late = await refusal(exempt(id, 'MI-3', 'MI-1', dispatcher));
    expect(late).toMatchObject({ status: 409, reason: 'changed_meanwhile' });
  });

  test('must be a customer with a certificate of a usual length', async () => {
    expect(await refusal(exempt('nobody', 'MI-1'))).toMatchObject({ status: 404 });
    expect(await refusal(exempt(await idOf(owner), 'MI-1'))).toMatchObject({ status: 404 });
    const id = await idOf(await customer(app));
    expect(await refusal(exempt(id, 'X'.repeat(61)))).toMatchObject({ field: 'certificate' });
  });

  test('finds the exemption in their own data, and it’s deleted with the account', async () => {
    await change(RATES);
    const sam = await customer(app);
    const id = await idOf(sam);
    await exempt(id, 'MI-77');
    await deliver(sam);
    const data = await sam.trpc.account.ownData.query();
    expect(JSON.stringify(data.taxExemption)).toContain('MI-77');
    const [delivery] = data.appointments as { tax: object }[];
    expect(delivery?.tax).toMatchObject({ tax: 0, certificate: 'MI-77', parts: [] });
    await sam.trpc.account.delete.mutate({ currentPassword: 'six-characters' });
    expect(await owner.trpc.admin.exemption.query({ id })).toEqual({ exemption: null });
  });
});

describe('the tax is shown', () => {
  test('on the receipt and its PDF', async () => {
    await change(RATES);
    const sam = await customer(app);
    const id = await deliver(sam);
    const pdf = await sam.fetch(`/api/receipts/${id}`);
    const text = pdfText(new Uint8Array(await pdf.arrayBuffer()));
    for (const line of [
      'Tax on Regular\n$10.48 · $0.524 per gallon',
      'Tax on ice\n$0.96 · 6%',
      'Tax on the service charge\n$1.13 · 6%',
      'Tax included\n$12.57',
    ]) {
      expect(text).toContain(line);
    }
  });

  test('in the ledger, the month, the reports, and the exports, to the cent', async () => {
    await change(RATES);
    const sam = await customer(app);
    const ids = [await deliver(sam), await deliver(sam, {}, 13.7), await deliver(sam)];
    const [first = '', second = '', third = ''] = ids;
    // A correction down is refunded, one up is charged again, and a refund has its part of the tax.
    await correct(first, { actualGallons: 10 }, 88);
    await correct(second, { actualGallons: 25 }, 149.5);
    await owner.trpc.admin.recordCash.mutate({ id: second } as never);
    await owner.trpc.admin.refund.mutate({
      ...{ id: third, amount: 29, reason: 'Late', requestId: crypto.randomUUID() },
    } as never);
    const taxes = await Promise.all(ids.map((id) => taxesOf(sam, id)));
    const [a = 0, b = 0, c = 0] = taxes.map((tax) => tax?.taxCents);
    const sold = a + b + c;
    // $29.00 of $129.00 are returned, and so is that part of the tax.
    const kept = a + b + Math.round((c * 100) / 129);

    expect(sumOf(await csv('ledger.csv'), 'Tax')).toBe(kept);
    const day = { month: `${TODAY.slice(0, 7)}-01` };
    const month = await owner.trpc.admin.month.query(day);
    expect(month.total.taxCents).toBe(kept as never);
    const { total } = await owner.trpc.admin.report.query({});
    expect(total.taxCents).toBe(sold as never);
    expect(sumOf(await csv('appointments.csv'), 'Tax included')).toBe(sold);
    const report = await csv('report.csv');
    expect(report.at(-1)?.['Tax included']).toBe((sold / 100).toFixed(2));
    const data = await sam.trpc.account.ownData.query();
    const own = data.appointments as { tax: { tax: number } }[];
    expect(own.reduce((sum, { tax }) => sum + Math.round(tax.tax * 100), 0)).toBe(sold);
  });

  test('for a card payment, cash, and a payment in parts', async () => {
    await change(RATES);
    const sam = await customer(app);
    const id = await book(sam, { date: TODAY }, '4000000000000341');
    await readyToDeliver(owner, id, driverId);
    await owner.trpc.admin.complete.mutate({ id, actualGallons: 20 } as never);
    await owner.trpc.admin.recordCash.mutate({
      id,
      amount: 50,
      requestId: crypto.randomUUID(),
    } as never);
    const half = sumOf(await csv('ledger.csv'), 'Tax');
    expect(half).toBe(Math.round((TAX * 5_000) / TOTAL));
    await owner.trpc.admin.recordCash.mutate({ id } as never);
    expect(sumOf(await csv('ledger.csv'), 'Tax')).toBe(TAX);
  });
});

test('the sales file has each day’s products, and adds up to the cent', async () => {
  const sam = await customer(app);
  // Without rates, the sales are still divided into products.
  const untaxed = await deliver(sam);
  await change(RATES);
  const ids = [untaxed, await deliver(sam), await deliver(sam, { date: TOMORROW }, 13.7)];
  await correct(ids[1] ?? '', { actualGallons: 10 }, 88);
  await exempt(await idOf(sam), 'MI-77');
  ids.push(await deliver(sam, { fuelType: 'Premium', smallIceBags: 0, largeIceBags: 0 }, 10));
  const deliveries = await Promise.all(ids.map((id) => sam.trpc.booking.get.query({ id })));
  const totalOf = (cents: number[]) => cents.reduce((sum, one) => sum + one, 0);

  const sales = await csv('sales.csv');
  expect(sumOf(sales, 'Gross')).toBe(totalOf(deliveries.map((one) => one.totalPriceCents)));
  expect(sumOf(sales, 'Tax')).toBe(totalOf(deliveries.map(({ taxes }) => taxes?.taxCents ?? 0)));
  expect(sumOf(sales, 'Gross') - sumOf(sales, 'Tax')).toBe(sumOf(sales, 'Net'));
  expect(sumOf(sales, 'Exempt')).toBe(deliveries[3]?.totalPriceCents as number);
  expect(sales.map((line) => [line.Date, line.Product, line.Deliveries, line.Quantity])).toEqual([
    [TODAY, 'Regular', '2', '30'],
    [TODAY, 'Premium', '1', '10'],
    [TODAY, 'Ice', '2', '6'],
    [TODAY, 'Delivery Fee', '3', ''],
    [TODAY, 'Service Charge', '3', '40'],
    [TOMORROW, 'Regular', '1', '13.7'],
    [TOMORROW, 'Ice', '1', '3'],
    [TOMORROW, 'Delivery Fee', '1', ''],
    [TOMORROW, 'Service Charge', '1', '13.7'],
  ]);
  expect(await csv(`sales.csv?from=${TOMORROW}&to=${TOMORROW}`)).toEqual(sales.slice(5));
  const { visitor: dispatcher } = await office(app, 'dispatcher');
  expect((await dispatcher.fetch('/api/admin/export/sales.csv')).status).toBe(403);
});

describe('a change of rates', () => {
  test('is planned, listed with what it replaces, and can be cancelled until it begins', async () => {
    await change({ ice: { kind: 'percent', amount: '6' } });
    const { changes, newestEntry: id } = await change(
      { ice: { kind: 'percent', amount: '7' } },
      TOMORROW,
    );
    expect(changes.map(({ state, steps }) => ({ state, steps }))).toEqual([
      {
        state: 'upcoming',
        steps: [
          {
            product: 'ice',
            from: { kind: 'percent', value: 6_000 },
            to: { kind: 'percent', value: 7_000 },
          },
        ],
      },
      {
        state: 'past',
        steps: [{ product: 'ice', from: null, to: { kind: 'percent', value: 6_000 } }],
      },
    ]);
    const after = await owner.trpc.admin.cancelTaxChange.mutate({ id });
    expect(after.changes[0]).toMatchObject({ state: 'cancelled' });
    // Cancelling it again changes nothing.
    const again = await owner.trpc.admin.cancelTaxChange.mutate({ id });
    expect(again.newestEntry).toBe(after.newestEntry);
    expect(await refusal(owner.trpc.admin.cancelTaxChange.mutate({ id: 1 }))).toMatchObject({
      status: 409,
      message: TAX_CHANGE_MESSAGES.begun,
    });
    expect(await refusal(owner.trpc.admin.cancelTaxChange.mutate({ id: 99 }))).toMatchObject({
      status: 404,
      message: TAX_CHANGE_MESSAGES.missing,
    });
  });

  test('is refused with a sentence and the field', async () => {
    const six = { ice: { kind: 'percent', amount: '6' } };
    await change(six, TOMORROW);
    const refused = async (rates: object, startsOn: unknown = TODAY) =>
      refusal(change(rates, startsOn));
    expect(await refused({ ice: { kind: 'percent', amount: '7' } }, TOMORROW)).toMatchObject({
      status: 409,
      message:
        'A change to “Ice” is already planned for that date. Cancel it first, or select another date.',
    });
    for (const [rates, startsOn, message, field] of [
      [six, null, TAX_MESSAGES.date, 'startsOn'],
      [six, '2026-06-12', TAX_CHANGE_MESSAGES.past, 'startsOn'],
      [six, '2031-01-01', TAX_CHANGE_MESSAGES.tooFar, 'startsOn'],
      [{}, TODAY, TAX_CHANGE_MESSAGES.same, 'startsOn'],
      [{ ice: { kind: 'percent', amount: '-1' } }, TODAY, TAX_MESSAGES.percent, 'rates.ice.amount'],
      [{ ice: { kind: 'percent', amount: 101 } }, TODAY, TAX_MESSAGES.percent, 'rates.ice.amount'],
      [{ ice: { kind: 'gallon', amount: 1 } }, TODAY, TAX_MESSAGES.onlyPercent, 'rates.ice.kind'],
      [{ beer: { kind: 'percent', amount: 1 } }, TODAY, null, null],
    ] as const) {
      const answer = await refused(rates, startsOn);
      expect(answer.status).toBe(400);
      if (message !== null) expect(answer).toMatchObject({ message, field });
    }
    expect((await view()).changes).toHaveLength(1);
  });

  test('can’t overwrite another owner’s, and needs a new proof', async () => {
    const { newestEntry: readEntry } = await view();
    const six = { ice: { kind: 'percent' as const, amount: '6' } };
    const [mine, theirs] = await Promise.allSettled([
      owner.trpc.admin.changeTaxes.mutate({ startsOn: TODAY, rates: six, readEntry }),
      owner.trpc.admin.changeTaxes.mutate({ startsOn: TOMORROW, rates: six, readEntry }),
    ]);
    expect([mine.status, theirs.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(
      await refusal(
        owner.trpc.admin.changeTaxes.mutate({ startsOn: TODAY, rates: six, readEntry }),
      ),
    ).toMatchObject({ reason: 'changed_meanwhile', message: TAX_CHANGE_MESSAGES.read });
    expect((await view()).changes).toHaveLength(1);
    app.clock.advance(CONFIRMED_FOR_MS + 1);
    expect(await refusal(change({ Regular: { kind: 'none' } }))).toMatchObject({
      reason: 'confirm_identity',
    });
  });

  test('is the owner’s. Accountants see the rates', async () => {
    const { visitor: accountant } = await office(app, 'accountant');
    expect(await view(accountant)).toMatchObject({ rates: {} });
    expect(await refusal(change(RATES, TODAY, accountant))).toMatchObject({ status: 403 });
    const { visitor: dispatcher } = await office(app, 'dispatcher');
    expect(await refusal(view(dispatcher))).toMatchObject({ status: 403 });
  });
});
