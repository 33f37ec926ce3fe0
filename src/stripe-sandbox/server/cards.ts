import { cardError } from './errors';

/** The reason of a decline, with Stripe's `code` and `message`. */
export interface Decline {
  code: string;
  declineCode: string;
  message: string;
}

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});
const specific = (code: string, message: string): Decline => ({ code, declineCode: code, message });

const GENERIC = declined('generic_decline');
const INSUFFICIENT = declined('insufficient_funds', 'Your card has insufficient funds.');
export const AUTHENTICATION_REQUIRED = specific(
  'authentication_required',
  'Your card was declined. This transaction requires authentication.',
);

/** Why a charge is disputed; an inquiry only asks. */
export type DisputedAs = 'fraudulent' | 'product_not_received' | 'inquiry';

/** What a test card does when it is saved, when it is charged and when a charge is given back. */
export interface CardBehaviour {
  /** The outcome of saving the card. */
  setup: 'ok' | 'authenticate' | Decline;
  /**
   * The outcome of charging the card. Off session, `authenticate_unless_set_up` succeeds once the card
   * was saved with authentication, and `authenticate_always` is always declined.
   */
  charge: 'ok' | 'authenticate_unless_set_up' | 'authenticate_always' | Decline;
  refund: 'ok' | 'pending' | 'fails';
  /** The cardholder disputes a charge as soon as it is made. */
  disputed?: DisputedAs;
}

const SUCCEEDS: CardBehaviour = { setup: 'ok', charge: 'ok', refund: 'ok' };
const declines = (reason: Decline): CardBehaviour => ({
  setup: reason,
  charge: reason,
  refund: 'ok',
});

interface TestCard {
  behaviour: CardBehaviour;
  /** The ready-made payment method Stripe offers for this card in test mode. */
  token?: string;
  funding?: 'debit' | 'prepaid';
}

/** The test cards, as Stripe documents them. Any other number is refused as a live card. */
const TEST_CARDS: Record<string, TestCard> = {
  '4242424242424242': { behaviour: SUCCEEDS, token: 'pm_card_visa' },
  '4000056655665556': { behaviour: SUCCEEDS, token: 'pm_card_visa_debit', funding: 'debit' },
  '4111111111111111': { behaviour: SUCCEEDS },
  '5555555555554444': { behaviour: SUCCEEDS, token: 'pm_card_mastercard' },
  '2223003122003222': { behaviour: SUCCEEDS },
  '5200828282828210': { behaviour: SUCCEEDS, token: 'pm_card_mastercard_debit', funding: 'debit' },
  '5105105105105100': {
    behaviour: SUCCEEDS,
    token: 'pm_card_mastercard_prepaid',
    funding: 'prepaid',
  },
  '378282246310005': { behaviour: SUCCEEDS, token: 'pm_card_amex' },
  '371449635398431': { behaviour: SUCCEEDS },
  '6011111111111117': { behaviour: SUCCEEDS, token: 'pm_card_discover' },
  '3056930009020004': { behaviour: SUCCEEDS, token: 'pm_card_diners' },
  '36227206271667': { behaviour: SUCCEEDS },
  '3566002020360505': { behaviour: SUCCEEDS, token: 'pm_card_jcb' },
  '6200000000000005': { behaviour: SUCCEEDS, token: 'pm_card_unionpay' },
  '4000000000000002': { behaviour: declines(GENERIC), token: 'pm_card_visa_chargeDeclined' },
  '4000000000000341': {
    behaviour: { setup: 'ok', charge: GENERIC, refund: 'ok' },
    token: 'pm_card_chargeCustomerFail',
  },
  '4000000000009995': {
    behaviour: declines(INSUFFICIENT),
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  },
  '4000000000009987': {
    behaviour: declines(declined('lost_card')),
    token: 'pm_card_visa_chargeDeclinedLostCard',
  },
  '4000000000009979': {
    behaviour: declines(declined('stolen_card')),
    token: 'pm_card_visa_chargeDeclinedStolenCard',
  },
  '4000000000000069': {
    behaviour: declines(specific('expired_card', 'Your card has expired.')),
    token: 'pm_card_chargeDeclinedExpiredCard',
  },
  '4000000000000127': {
    behaviour: declines(specific('incorrect_cvc', "Your card's security code is incorrect.")),
    token: 'pm_card_chargeDeclinedIncorrectCvc',
  },
  '4000000000000119': {
    behaviour: declines(
      specific(
        'processing_error',
        'An error occurred while processing your card. Try again in a little bit.',
      ),
    ),
    token: 'pm_card_chargeDeclinedProcessingError',
  },
  '4000002500003155': {
    behaviour: { setup: 'authenticate', charge: 'authenticate_unless_set_up', refund: 'ok' },
    token: 'pm_card_authenticationRequiredOnSetup',
  },
  '4000002760003184': {
    behaviour: { setup: 'authenticate', charge: 'authenticate_always', refund: 'ok' },
    token: 'pm_card_authenticationRequired',
  },
  '4000008260003178': {
    behaviour: { setup: 'authenticate', charge: INSUFFICIENT, refund: 'ok' },
    token: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  },
  '4000000000007726': {
    behaviour: { setup: 'ok', charge: 'ok', refund: 'pending' },
    token: 'pm_card_pendingRefund',
  },
  '4000000000005126': {
    behaviour: { setup: 'ok', charge: 'ok', refund: 'fails' },
    token: 'pm_card_refundFail',
  },
  '4000000000000259': {
    behaviour: { ...SUCCEEDS, disputed: 'fraudulent' },
    token: 'pm_card_createDispute',
  },
  '4000000000002685': {
    behaviour: { ...SUCCEEDS, disputed: 'product_not_received' },
    token: 'pm_card_createDisputeProductNotReceived',
  },
  '4000000000001976': {
    behaviour: { ...SUCCEEDS, disputed: 'inquiry' },
    token: 'pm_card_createDisputeInquiry',
  },
};

/** The behaviour of a card number; an unknown number answers as a live card does in test mode. */
export function behaviourOf(number: string): CardBehaviour | undefined {
  return TEST_CARDS[number]?.behaviour;
}

/** The number behind one of Stripe's ready-made test payment methods, such as `pm_card_visa`. */
export function numberOfToken(token: string): string | undefined {
  return Object.keys(TEST_CARDS).find((number) => TEST_CARDS[number]?.token === token);
}

export type Brand =
  | 'amex'
  | 'diners'
  | 'discover'
  | 'jcb'
  | 'mastercard'
  | 'unionpay'
  | 'unknown'
  | 'visa';

export function brandOf(number: string): Brand {
  if (/^4/.test(number)) return 'visa';
  if (/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/.test(number)) return 'mastercard';
  if (/^3[47]/.test(number)) return 'amex';
  if (/^(6011|64[4-9]|65)/.test(number)) return 'discover';
  if (/^3(0|6|8|9)/.test(number)) return 'diners';
  if (/^35/.test(number)) return 'jcb';
  if (/^(62|81)/.test(number)) return 'unionpay';
  return 'unknown';
}

function luhn(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export interface CardDetails {
  brand: Brand;
  funding: 'credit' | 'debit' | 'prepaid';
  last4: string;
  expMonth: number;
  expYear: number;
  hasCvc: boolean;
  number: string;
}

/**
 * Checks a typed card in Stripe's order of checks; `nowMs` is the instant for its expiry. Throws the
 * card error. The caller must not store the number.
 */
export function readCard(
  typed: { number: string; exp_month: string; exp_year: string; cvc: string | undefined },
  nowMs: number,
): CardDetails {
  const number = typed.number.replaceAll(/[\s-]/g, '');
  if (!/^\d+$/.test(number))
    throw cardError({
      code: 'invalid_number',
      message: 'The card number is not a valid credit card number.',
      param: 'number',
    });
  if (number.length < 12 || number.length > 19 || !luhn(number))
    throw cardError({
      code: 'incorrect_number',
      message: 'Your card number is incorrect.',
      param: 'number',
    });
  const month = Number(typed.exp_month);
  const year = Number(typed.exp_year) + (/^\d{1,2}$/.test(typed.exp_year) ? 2000 : 0);
  const badMonth = () =>
    cardError({
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
      param: 'exp_month',
    });
  if (!Number.isInteger(month) || month < 1 || month > 12) throw badMonth();
  const today = new Date(nowMs);
  const thisYear = today.getUTCFullYear();
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + 50)
    throw cardError({
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      param: 'exp_year',
    });
  if (year === thisYear && month < today.getUTCMonth() + 1) throw badMonth();
  const brand = brandOf(number);
  const cvcPattern = brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (typed.cvc !== undefined && !cvcPattern.test(typed.cvc))
    throw cardError({
      code: 'invalid_cvc',
      message: "Your card's security code is invalid.",
      param: 'cvc',
    });
  const known = TEST_CARDS[number];
  if (!known) {
    throw cardError({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    });
  }
  return {
    brand,
    funding: known.funding ?? 'credit',
    last4: number.slice(-4),
    expMonth: month,
    expYear: year,
    hasCvc: typed.cvc !== undefined,
    number,
  };
}
