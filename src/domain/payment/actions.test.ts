import { expect, test } from 'bun:test';
import { cents, NO_CENTS } from '../money';
import { moneyActionsOf } from './actions';
import { CHARGE_STATES, type ChargeState } from './charge';

const payment = {
  cardSaved: true,
  paymentChip: 'Card declined' as const,
  totalPaidCents: NO_CENTS,
  refundedCents: NO_CENTS,
  disputes: [],
};
const PAID = { totalPaidCents: cents(6_500) };
/** Returns the names of the allowed actions. */
const may = (over: Partial<Parameters<typeof moneyActionsOf>[0]>) =>
  Object.entries(moneyActionsOf({ ...payment, chargeState: null, ...over }))
    .filter(([, isOffered]) => isOffered)
    .map(([name]) => name);

test('the actions match the charge in every state', () => {
  const offered: Record<ChargeState, string[]> = {
    held: [],
    due: ['cash'],
    unknown: ['cash'],
    processing: ['cash'],
    declined: ['retry', 'cash', 'correct'],
    requires_action: ['retry', 'cash', 'correct'],
    succeeded: ['correct'],
    cash: ['correct'],
  };
  for (const chargeState of CHARGE_STATES) {
    expect(may({ chargeState })).toEqual(offered[chargeState]);
  }
  expect(may({ chargeState: null })).toEqual([]);
  expect(may({ chargeState: 'declined', cardSaved: false })).toEqual(['cash', 'correct']);
  expect(may({ chargeState: 'declined', paymentChip: 'House account' })).toEqual([
    'cash',
    'correct',
  ]);
});

test('a payment can be refunded until it’s fully refunded, but not during a dispute', () => {
  expect(may({ chargeState: 'succeeded', ...PAID })).toContain('refund');
  // An earlier charge was paid, and another one is open.
  expect(may({ chargeState: 'declined', ...PAID })).toContain('refund');
  expect(may({ chargeState: 'cash', ...PAID, refundedCents: cents(6_499) })).toContain('refund');
  expect(may({ chargeState: 'cash', ...PAID, refundedCents: cents(6_500) })).not.toContain(
    'refund',
  );
  const disputes = [{ status: 'needs_response' as const, refundable: false }];
  expect(may({ chargeState: 'succeeded', ...PAID, disputes })).not.toContain('refund');
});
