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
/** The card is past the last day of its month. */
export const EXPIRED: Decline = specific('expired_card', 'Your card has expired.');
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

export type CardFunding = 'credit' | 'debit' | 'prepaid';

interface TestCard {
  behaviour: CardBehaviour;
  /** The ready-made payment method Stripe offers for this card in test mode. */
  token?: string;
  /** A credit card unless told. */
  funding?: CardFunding;
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
    behaviour: declines(EXPIRED),
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

/** How the card was issued; undefined where a test card has no such number. */
export function fundingOf(number: string): CardFunding | undefined {
  const known = TEST_CARDS[number];
  return known && (known.funding ?? 'credit');
}

/** The number behind one of Stripe's ready-made test payment methods, such as `pm_card_visa`. */
export function numberOfToken(token: string): string | undefined {
  return Object.keys(TEST_CARDS).find((number) => TEST_CARDS[number]?.token === token);
}
