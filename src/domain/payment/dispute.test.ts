import { expect, test } from 'bun:test';
import { cents } from '../money';
import {
  blocksRefund,
  DISPUTE_STATUSES,
  DISPUTES_TO_ANSWER,
  disputeMayBecome,
  isDisputeClosed,
  lostCents,
} from './dispute';
import { disputeReasonText } from './dispute-texts';

test('a dispute moves only forward, and a closed one only by an appeal or a new round', () => {
  expect(disputeMayBecome('needs_response', 'under_review')).toBe(true);
  expect(disputeMayBecome('under_review', 'needs_response')).toBe(false);
  expect(disputeMayBecome('warning_needs_response', 'needs_response')).toBe(true);
  expect(disputeMayBecome('needs_response', 'warning_needs_response')).toBe(false);
  expect(disputeMayBecome('lost', 'won')).toBe(true);
  expect(disputeMayBecome('lost', 'appeal_needs_response')).toBe(true);
  expect(disputeMayBecome('lost', 'under_review')).toBe(false);
  expect(disputeMayBecome('won', 'needs_response')).toBe(false);
  for (const status of DISPUTE_STATUSES) expect(disputeMayBecome(status, status)).toBe(true);
});

test('only a lost dispute takes out of the revenue, and no more than the bank keeps', () => {
  const withdrawnCents = cents(8_800);
  const losing = DISPUTE_STATUSES.filter((status) => lostCents({ status, withdrawnCents }) > 0);
  expect(losing).toEqual(['lost', 'appeal_needs_response', 'appeal_under_review']);
  expect(lostCents({ status: 'lost', withdrawnCents: cents(0) })).toBe(cents(0));
});

test('a payment cannot be refunded from its dispute on until that is won', () => {
  expect(blocksRefund({ status: 'needs_response', refundable: false })).toBe(true);
  expect(blocksRefund({ status: 'lost', refundable: false })).toBe(true);
  expect(blocksRefund({ status: 'won', refundable: false })).toBe(false);
  expect(blocksRefund({ status: 'warning_needs_response', refundable: true })).toBe(false);
});

test('what waits for an answer is not closed, and every reason has words', () => {
  expect(DISPUTES_TO_ANSWER.filter(isDisputeClosed)).toEqual([]);
  expect(disputeReasonText('fraudulent')).toBe('they didn’t make this payment');
  expect(disputeReasonText('something new')).toBe('no reason was given');
});
