import { expect, test } from 'bun:test';
import { cents, NO_CENTS } from '../money';
import { type ChargeFacts, paymentIntentsOf } from './payment-intents';

const FEE = cents(2_500);
const charge = (changes: Partial<ChargeFacts>): ChargeFacts => ({
  sequence: 1,
  kind: 'delivery',
  state: 'succeeded',
  paymentIntentId: 'pi_1',
  ...changes,
});
const NONE = {
  completionPaymentIntentId: null,
  balancePaymentIntentId: null,
  deliveryFeePaid: false,
  deliveryFeePaymentIntentId: null,
};

test('there is no PaymentIntent before a delivery is completed', () => {
  expect(paymentIntentsOf([], FEE)).toEqual(NONE);
});

test('the first charge pays the delivery fee, by card or in cash', () => {
  const paid = { ...NONE, completionPaymentIntentId: 'pi_1', deliveryFeePaid: true };
  expect(paymentIntentsOf([charge({})], FEE)).toEqual({
    ...paid,
    deliveryFeePaymentIntentId: 'pi_1',
  });
  expect(paymentIntentsOf([charge({ state: 'cash' })], FEE)).toEqual(paid);
  const unpaid = { ...NONE, completionPaymentIntentId: 'pi_1' };
  expect(paymentIntentsOf([charge({ state: 'declined' })], FEE)).toEqual(unpaid);
  expect(paymentIntentsOf([charge({})], NO_CENTS)).toEqual(unpaid);
});

test('the latest correction’s PaymentIntent counts, and the fee stays paid', () => {
  const further = { kind: 'correction', state: 'declined' } as const;
  const charges = [
    charge({ ...further, sequence: 3, paymentIntentId: 'pi_3' }),
    charge({ ...further, sequence: 2, paymentIntentId: 'pi_2' }),
    charge({}),
  ];
  expect(paymentIntentsOf(charges, FEE)).toEqual({
    completionPaymentIntentId: 'pi_1',
    balancePaymentIntentId: 'pi_3',
    deliveryFeePaid: true,
    deliveryFeePaymentIntentId: 'pi_1',
  });
});

test('a partially paid delivery has an unpaid fee', () => {
  const rest = charge({ sequence: 2, state: 'declined', paymentIntentId: null });
  expect(paymentIntentsOf([charge({ state: 'cash' }), rest], FEE)).toMatchObject({
    balancePaymentIntentId: null,
    deliveryFeePaid: false,
  });
});
