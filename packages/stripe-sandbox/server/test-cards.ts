/** The reason for a decline, with Stripe's `code` and `message`. */
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
/** The card is past the last day of its expiration month. */
export const EXPIRED: Decline = specific('expired_card', 'Your card has expired.');
const INSUFFICIENT = declined('insufficient_funds', 'Your card has insufficient funds.');
export const AUTHENTICATION_REQUIRED = specific(
  'authentication_required',
  'Your card was declined. This transaction requires authentication.',
);

/** Why a charge is disputed. An inquiry only asks. */
export type DisputedAs = 'fraudulent' | 'product_not_received' | 'inquiry';

/** The behavior of a test card when it's saved, charged, and refunded. */
export interface CardBehavior {
  /** The result of saving the card. */
  setup: 'ok' | 'authenticate' | Decline;
  /**
   * The result of charging the card. Off session, `authenticate_unless_set_up` succeeds once the
   * card was saved with authentication, and `authenticate_always` is always declined.
   */
  charge: 'ok' | 'authenticate_unless_set_up' | 'authenticate_always' | Decline;
  refund: 'ok' | 'pending' | 'fails';
  /** Opens a dispute as soon as a charge succeeds. */
  disputed?: DisputedAs;
}

const SUCCEEDS: CardBehavior = { setup: 'ok', charge: 'ok', refund: 'ok' };
const declines = (reason: Decline): CardBehavior => ({
  setup: reason,
  charge: reason,
  refund: 'ok',
});

export type CardFunding = 'credit' | 'debit' | 'prepaid';

interface TestCard {
  behavior: CardBehavior;
  /** The ID of Stripe's ready-made test payment method for this card. */
  token?: string;
  /** Default: a credit card. */
  funding?: CardFunding;
}

/** The test cards in Stripe's documentation. Any other number is refused like a live card. */
const TEST_CARDS: Record<string, TestCard> = {
  '4242424242424242': { behavior: SUCCEEDS, token: 'pm_card_visa' },
  '4000056655665556': { behavior: SUCCEEDS, token: 'pm_card_visa_debit', funding: 'debit' },
  '4111111111111111': { behavior: SUCCEEDS },
  '5555555555554444': { behavior: SUCCEEDS, token: 'pm_card_mastercard' },
  '2223003122003222': { behavior: SUCCEEDS },
  '5200828282828210': { behavior: SUCCEEDS, token: 'pm_card_mastercard_debit', funding: 'debit' },
  '5105105105105100': {
    behavior: SUCCEEDS,
    token: 'pm_card_mastercard_prepaid',
    funding: 'prepaid',
  },
  '378282246310005': { behavior: SUCCEEDS, token: 'pm_card_amex' },
  '371449635398431': { behavior: SUCCEEDS },
  '6011111111111117': { behavior: SUCCEEDS, token: 'pm_card_discover' },
  '3056930009020004': { behavior: SUCCEEDS, token: 'pm_card_diners' },
  '36227206271667': { behavior: SUCCEEDS },
  '3566002020360505': { behavior: SUCCEEDS, token: 'pm_card_jcb' },
  '6200000000000005': { behavior: SUCCEEDS, token: 'pm_card_unionpay' },
  '4000000000000002': { behavior: declines(GENERIC), token: 'pm_card_visa_chargeDeclined' },
  '4000000000000341': {
    behavior: { setup: 'ok', charge: GENERIC, refund: 'ok' },
    token: 'pm_card_chargeCustomerFail',
  },
  '4000000000009995': {
    behavior: declines(INSUFFICIENT),
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  },
  '4000000000009987': {
    behavior: declines(declined('lost_card')),
    token: 'pm_card_visa_chargeDeclinedLostCard',
  },
  '4000000000009979': {
    behavior: declines(declined('stolen_card')),
    token: 'pm_card_visa_chargeDeclinedStolenCard',
  },
  '4000000000000069': {
    behavior: declines(EXPIRED),
    token: 'pm_card_chargeDeclinedExpiredCard',
  },
  '4000000000000127': {
    behavior: declines(specific('incorrect_cvc', "Your card's security code is incorrect.")),
    token: 'pm_card_chargeDeclinedIncorrectCvc',
  },
  '4000000000000119': {
    behavior: declines(
      specific(
        'processing_error',
        'An error occurred while processing your card. Try again in a little bit.',
      ),
    ),
    token: 'pm_card_chargeDeclinedProcessingError',
  },
  '4000002500003155': {
    behavior: { setup: 'authenticate', charge: 'authenticate_unless_set_up', refund: 'ok' },
    token: 'pm_card_authenticationRequiredOnSetup',
  },
  '4000002760003184': {
    behavior: { setup: 'authenticate', charge: 'authenticate_always', refund: 'ok' },
    token: 'pm_card_authenticationRequired',
  },
  '4000008260003178': {
    behavior: { setup: 'authenticate', charge: INSUFFICIENT, refund: 'ok' },
    token: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  },
  '4000000000007726': {
    behavior: { setup: 'ok', charge: 'ok', refund: 'pending' },
    token: 'pm_card_pendingRefund',
  },
  '4000000000005126': {
    behavior: { setup: 'ok', charge: 'ok', refund: 'fails' },
    token: 'pm_card_refundFail',
  },
  '4000000000000259': {
    behavior: { ...SUCCEEDS, disputed: 'fraudulent' },
    token: 'pm_card_createDispute',
  },
  '4000000000002685': {
    behavior: { ...SUCCEEDS, disputed: 'product_not_received' },
    token: 'pm_card_createDisputeProductNotReceived',
  },
  '4000000000001976': {
    behavior: { ...SUCCEEDS, disputed: 'inquiry' },
    token: 'pm_card_createDisputeInquiry',
  },
};

/**
 * Returns how a card number behaves, or undefined for an unknown number, which is treated like a
 * live card in test mode.
 */
export function behaviorOf(number: string): CardBehavior | undefined {
  return TEST_CARDS[number]?.behavior;
}

/** Returns the card's funding type, or undefined if no test card has this number. */
export function fundingOf(number: string): CardFunding | undefined {
  const known = TEST_CARDS[number];
  return known && (known.funding ?? 'credit');
}

/** Returns the card number of one of Stripe's test payment methods, such as `pm_card_visa`. */
export function numberOfToken(token: string): string | undefined {
  return Object.keys(TEST_CARDS).find((number) => TEST_CARDS[number]?.token === token);
}
