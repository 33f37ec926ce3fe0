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

test('only a lost dispute reduces revenue, by the amount that the bank keeps', () => {
  const withdrawnCents = cents(8_800);
  const losing = DISPUTE_STATUSES.filter((status) => lostCents({ status, withdrawnCents }) > 0);
  expect(losing).toEqual(['lost', 'appeal_needs_response', 'appeal_under_review']);
  expect(lostCents({ status: 'lost', withdrawnCents: cents(0) })).toBe(cents(0));
});

test('a disputed payment can’t be refunded until the dispute is won', () => {
  expect(blocksRefund({ status: 'needs_response', refundable: false })).toBe(true);
  expect(blocksRefund({ status: 'lost', refundable: false })).toBe(true);
  expect(blocksRefund({ status: 'won', refundable: false })).toBe(false);
  expect(blocksRefund({ status: 'warning_needs_response', refundable: true })).toBe(false);
});

test('disputes that need a response are open, and every reason has a text', () => {
  expect(DISPUTES_TO_ANSWER.filter(isDisputeClosed)).toEqual([]);
  expect(disputeReasonText('fraudulent')).toBe('they didn’t make this payment');
  expect(disputeReasonText('something new')).toBe('no reason was given');
});
