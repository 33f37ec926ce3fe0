import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { cents } from '../money';
import { appliedTo, invoiceStates } from './house-account';

const invoice = (number: number, totalCents: number, dueOn = '2026-06-30') => ({
  number,
  totalCents: cents(totalCents),
  dueOn,
});
const openOf = (invoices: ReturnType<typeof invoice>[], paid: number) =>
  [...invoiceStates(invoices, cents(paid), '2026-07-15').values()].map(({ openCents }) =>
    Number(openCents),
  );

test('payments and credits pay the oldest invoice first', () => {
  const three = [invoice(1, 5_000), invoice(2, 3_000), invoice(3, 1_000)];
  expect(openOf(three, 0)).toEqual([5_000, 3_000, 1_000]);
  expect(openOf(three, 6_000)).toEqual([0, 2_000, 1_000]);
  expect(openOf([...three, invoice(4, -500)], 6_000)).toEqual([0, 1_500, 1_000, 0]);
});

test('an invoice is overdue after its last day, until it’s paid', () => {
  const overdue = (dueOn: string, paid: number) =>
    invoiceStates([invoice(1, 100, dueOn)], cents(paid), '2026-07-15').get(1)?.isOverdue;
  expect(overdue('2026-07-15', 0)).toBe(false);
  expect(overdue('2026-07-14', 99)).toBe(true);
  expect(overdue('2026-07-14', 100)).toBe(false);
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
