import { cardError } from './errors';
import { type CardFunding, fundingOf } from './test-cards';

export type Brand =
  | 'amex'
  | 'diners'
  | 'discover'
  | 'jcb'
  | 'mastercard'
  | 'unionpay'
  | 'unknown'
  | 'visa';

/** Returns the brand for a card number's first digits. */
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
  funding: CardFunding;
  last4: string;
  expMonth: number;
  expYear: number;
  hasCvc: boolean;
  number: string;
}

/**
 * Validates an entered card in Stripe's order. `nowMs` is the time for the expiration check. The
 * caller must not store the number. @throws the card error
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
  const funding = fundingOf(number);
  if (!funding) {
    throw cardError({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    });
  }
  return {
    brand,
    funding,
    last4: number.slice(-4),
    expMonth: month,
    expYear: year,
    hasCvc: typed.cvc !== undefined,
    number,
  };
}
