import { describe, expect, test } from 'bun:test';
import { APPOINTMENT_STATUSES, type AppointmentStatus } from '../appointment/status';
import { cents } from '../money';
import { type PaymentBadge, type PaymentFacts, paymentBadge, paymentChip } from './badges';
import { CHARGE_STATES } from './charge';

const facts: PaymentFacts = {
  status: 'pending',
  testMode: false,
  balancePaid: false,
  cardSaved: false,
  chargeState: null,
  paidCents: cents(10_700),
  refundedCents: cents(0),
};

describe('the badge', () => {
  test.each<[AppointmentStatus, PaymentBadge, PaymentBadge]>([
    // Columns: status, badge if unpaid, badge if paid.
    ['pending', 'Unpaid', 'Unpaid'],
    ['confirmed', 'Authorized', 'Authorized'],
    ['scheduled', 'Unpaid', 'Unpaid'],
    ['en_route', 'Unpaid', 'Unpaid'],
    ['completed', 'Payment Failed', 'Paid'],
    ['cancelled', 'Unpaid', 'Unpaid'],
  ])('%s reads %s, and %s when the balance is paid', (status, unpaid, paid) => {
    expect(paymentBadge({ ...facts, status })).toBe(unpaid);
    expect(paymentBadge({ ...facts, status, balancePaid: true })).toBe(paid);
  });

  test('is Test for a test appointment in every status', () => {
    for (const status of APPOINTMENT_STATUSES) {
      for (const balancePaid of [false, true]) {
        for (const chargeState of [null, ...CHARGE_STATES]) {
          const appointment = { ...facts, status, balancePaid, chargeState, testMode: true };
          expect(paymentBadge(appointment)).toBe('Test');
          expect(paymentChip({ ...appointment, refundedCents: cents(100) })).toBe('Test');
        }
      }
    }
  });
});

describe('the chip', () => {
  test.each<[Partial<PaymentFacts>, string]>([
    [{}, 'No card'],
    [{ cardSaved: true }, 'Card on file'],
    [{ cardSaved: true, chargeState: 'due' }, 'Processing'],
    [{ cardSaved: true, chargeState: 'unknown' }, 'Processing'],
    [{ cardSaved: true, chargeState: 'processing' }, 'Processing'],
    [{ cardSaved: true, chargeState: 'declined' }, 'Card declined'],
    [{ cardSaved: false, chargeState: 'declined' }, 'No card'],
    [{ cardSaved: true, chargeState: 'requires_action' }, 'Authentication needed'],
    [{ cardSaved: true, chargeState: 'succeeded' }, 'Paid by card'],
    [{ chargeState: 'cash' }, 'Paid cash'],
    [{ chargeState: 'cash', chargePaidBy: 'check' }, 'Paid by check'],
    [{ chargeState: 'cash', chargePaidBy: 'transfer' }, 'Paid by transfer'],
    [{ chargeState: 'succeeded', refundedCents: cents(1) }, 'Partially refunded'],
    [{ chargeState: 'succeeded', refundedCents: cents(10_699) }, 'Partially refunded'],
    [{ chargeState: 'succeeded', refundedCents: cents(10_700) }, 'Refunded'],
  ])('of %p reads %p', (part, chip) => {
    expect(paymentChip({ ...facts, ...part })).toBe(chip as never);
  });
});
