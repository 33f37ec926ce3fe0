import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { cents } from '../money';
import { appliedTo, invoiceStates } from './house-account';

const TODAY = '2026-07-15';
const invoice = (number: number, totalCents: number, dueOn = '2026-06-30') => ({
  number,
  totalCents: cents(totalCents),
  dueOn,
});
/** A delivery with its unpaid and unbilled cents, and its lines as numbers and cents. */
const delivery = (unpaid: number, unbilled: number, ...lines: [number, number][]) => ({
  unpaidCents: cents(unpaid),
  unbilledCents: cents(unbilled),
  lines: lines.map(([number, amount]) => ({ number, amountCents: cents(amount) })),
});
const openOf = (
  invoices: ReturnType<typeof invoice>[],
  ...deliveries: ReturnType<typeof delivery>[]
) =>
  [...invoiceStates(invoices, deliveries, TODAY).values()].map(({ openCents }) =>
    Number(openCents),
  );

test('what’s unpaid of a delivery is open on its own invoices', () => {
  const two = [invoice(1, 5_000), invoice(2, 3_000)];
  expect(openOf(two)).toEqual([0, 0]);
  expect(openOf(two, delivery(5_000, 0, [1, 5_000]))).toEqual([5_000, 0]);
  expect(openOf(two, delivery(1_000, 0, [2, 3_000]))).toEqual([0, 1_000]);
});

test('a payment above what was billed doesn’t pay another invoice', () => {
  // The first delivery was corrected from $50 to $70 after it was billed, and $70 were paid.
  const two = [invoice(1, 5_000), invoice(2, 3_000)];
  expect(openOf(two, delivery(3_000, 0, [2, 3_000]))).toEqual([0, 3_000]);
  expect(openOf(two, delivery(2_000, 2_000, [1, 5_000]))).toEqual([0, 0]);
});

test('a credit on another delivery’s invoice lowers that invoice', () => {
  const two = [invoice(1, 10_000), invoice(2, 3_000)];
  const credited = delivery(8_000, 0, [1, 10_000], [2, -2_000]);
  expect(openOf(two, credited, delivery(5_000, 0, [2, 5_000]))).toEqual([10_000, 3_000]);
  expect(openOf(two, credited)).toEqual([8_000, 0]);
});

test('an invoice is overdue after its last day, until it’s paid', () => {
  const overdue = (dueOn: string, unpaid: number) =>
    invoiceStates([invoice(1, 100, dueOn)], [delivery(unpaid, 0, [1, 100])], TODAY).get(1)
      ?.isOverdue;
  expect(overdue('2026-07-15', 100)).toBe(false);
  expect(overdue('2026-07-14', 1)).toBe(true);
  expect(overdue('2026-07-14', 0)).toBe(false);
});

/** Something that happens to an account. Numbers are taken modulo what exists. */
type Step =
  | { is: 'deliver'; amount: number }
  | { is: 'issue' }
  | { is: 'pay'; amount: number }
  | { is: 'correct'; which: number; amount: number }
  | { is: 'refund'; which: number; amount: number };
const amount = fc.integer({ min: 1, max: 50_000 });
const which = fc.nat(20);
const steps = fc.array(
  fc.oneof(
    fc.record({ is: fc.constant('deliver' as const), amount }),
    fc.record({ is: fc.constant('issue' as const) }),
    fc.record({ is: fc.constant('pay' as const), amount }),
    fc.record({ is: fc.constant('correct' as const), which, amount }),
    fc.record({ is: fc.constant('refund' as const), which, amount }),
  ),
  { maxLength: 40 },
) satisfies fc.Arbitrary<Step[]>;

/** An account as the server keeps it, with whole cents. */
class Account {
  deliveries: { received: number; unpaid: number; lines: [number, number][] }[] = [];
  invoices: ReturnType<typeof invoice>[] = [];

  take(step: Step): void {
    if (step.is === 'deliver') {
      this.deliveries.push({ received: 0, unpaid: step.amount, lines: [] });
    } else if (step.is === 'issue') this.issue();
    else if (step.is === 'pay') this.pay(step.amount);
    else {
      const one = this.deliveries[step.which % Math.max(1, this.deliveries.length)];
      if (!one) return;
      const before = one.received + one.unpaid;
      const less = step.is === 'refund' ? Math.min(step.amount, one.received) : 0;
      const after = step.is === 'refund' ? before - less : step.amount;
      one.received -= less;
      // A correction first changes the unpaid amount, and returns the rest.
      one.unpaid += after - one.received - one.unpaid;
      if (one.unpaid < 0) {
        one.received += one.unpaid;
        one.unpaid = 0;
      }
    }
  }

  unbilled = ({ received, unpaid, lines }: Account['deliveries'][number]) =>
    received + unpaid - lines.reduce((sum, [, cent]) => sum + cent, 0);

  issue(): void {
    const number = this.invoices.length + 1;
    let total = 0;
    let isAny = false;
    for (const one of this.deliveries) {
      const left = this.unbilled(one);
      if (left === 0) continue;
      one.lines.push([number, left]);
      total += left;
      isAny = true;
    }
    if (isAny) this.invoices.push(invoice(number, total));
  }

  /** Pays billed deliveries first, in the order of their invoices. */
  pay(most: number): void {
    const open = this.deliveries
      .map((one, index) => ({ one, index, first: one.lines[0]?.[0] ?? Number.POSITIVE_INFINITY }))
      .toSorted((a, b) => (a.first === b.first ? a.index - b.index : a.first - b.first))
      .map(({ one, index }) => ({ id: String(index), amountCents: cents(one.unpaid) }));
    for (const { id, amountCents } of appliedTo(open, cents(most))) {
      const one = this.deliveries[Number(id)];
      if (!one) continue;
      one.unpaid -= amountCents;
      one.received += amountCents;
    }
  }

  open(): Map<number, number> {
    const deliveries = this.deliveries
      .filter(({ unpaid }) => unpaid > 0)
      .map((one) => delivery(one.unpaid, this.unbilled(one), ...one.lines));
    const states = invoiceStates(this.invoices, deliveries, TODAY);
    return new Map([...states].map(([number, { openCents }]) => [number, Number(openCents)]));
  }
}
const total = (amounts: Iterable<number>) => [...amounts].reduce((sum, one) => sum + one, 0);

test('what’s paid, open, and credited adds up to what was billed, in any order of events', () => {
  fc.assert(
    fc.property(steps, (events) => {
      const account = new Account();
      for (const event of events) {
        account.take(event);
        const open = account.open();
        for (const [number, cent] of open) {
          expect(cent).toBeGreaterThanOrEqual(0);
          // An invoice whose deliveries are all paid is paid, whatever else was paid or returned.
          const own = account.deliveries.filter(({ lines }) =>
            lines.some(([on, billed]) => on === number && billed > 0),
          );
          if (own.every(({ unpaid }) => unpaid === 0)) expect(cent).toBe(0);
          const billed = own.flatMap(({ lines }) => lines.filter(([on]) => on === number));
          expect(cent).toBeLessThanOrEqual(total(billed.map(([, one]) => Math.max(0, one))));
        }
        const billed = total(account.invoices.map(({ totalCents }) => Number(totalCents)));
        const paid = total(account.deliveries.map(({ received }) => received));
        const owed = total(account.deliveries.map(({ unpaid }) => unpaid));
        const unbilled = total(account.deliveries.map(account.unbilled));
        expect(billed + unbilled).toBe(paid + owed);
        const unbilledOwed = total(
          account.deliveries.map((one) => Math.min(one.unpaid, Math.max(0, account.unbilled(one)))),
        );
        expect(total(open.values())).toBe(owed - unbilledOwed);
      }
      account.issue();
      // Everything is billed now, less what was credited.
      const billed = total(account.invoices.map(({ totalCents }) => Number(totalCents)));
      const paid = total(account.deliveries.map(({ received }) => received));
      expect(paid + total(account.open().values())).toBe(billed);
      account.pay(Number.MAX_SAFE_INTEGER);
      expect(total(account.open().values())).toBe(0);
    }),
    { numRuns: 500 },
  );
});

test('a payment is applied to the cent, and never to more than is owed', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 90_000 }), { maxLength: 20 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 500_000 }), (due, paid) => {
      const open = due.map((amount, index) => ({ id: String(index), amountCents: cents(amount) }));
      const applied = appliedTo(open, cents(paid));
      const sum = applied.reduce((total, one) => total + one.amountCents, 0);
      expect(sum).toBe(
        Math.min(
          paid,
          due.reduce((a, b) => a + b, 0),
        ),
      );
      for (const [index, one] of applied.entries()) {
        expect(one.id).toBe(String(index));
        const whole = index < applied.length - 1;
        if (whole) expect(one.amountCents).toBe(cents(due[index] ?? 0));
      }
    }),
  );
});
