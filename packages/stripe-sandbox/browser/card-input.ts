/** Formats and validates the text of the three card fields. Pure: it needs no browser. */
export type FieldName = 'cardNumber' | 'cardExpiry' | 'cardCvc';

export type Brand =
  | 'amex'
  | 'diners'
  | 'discover'
  | 'jcb'
  | 'mastercard'
  | 'unionpay'
  | 'unknown'
  | 'visa';

export type InputError = { type: 'validation_error'; code: string; message: string };

export type Validation = {
  complete: boolean;
  /** The error that typing more cannot mend; null without one. */
  invalid: InputError | null;
  /** The error of an unfinished field. It shows when the customer leaves it or presses the button. */
  incomplete: InputError;
};

const error = (code: string, message: string): InputError => ({
  type: 'validation_error',
  code,
  message,
});

const INCOMPLETE: Record<FieldName, InputError> = {
  cardNumber: error('incomplete_number', 'Your card number is incomplete.'),
  cardExpiry: error('incomplete_expiry', "Your card's expiration date is incomplete."),
  cardCvc: error('incomplete_cvc', "Your card's security code is incomplete."),
};

const PREFIXES: [RegExp, Brand][] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|64[4-9]|65)/, 'discover'],
  [/^3[0689]/, 'diners'],
  [/^35/, 'jcb'],
  [/^(62|81)/, 'unionpay'],
];

/** The brand of the digits typed so far; `unknown` until they tell. */
export function brandOf(digits: string): Brand {
  return PREFIXES.find(([prefix]) => prefix.test(digits))?.[1] ?? 'unknown';
}

/** A text without what is not a digit. */
export const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** 16 digits; American Express has 15, and Diners Club 14 on the cards that begin with 36 or 38. */
function numberLength(digits: string): number {
  if (brandOf(digits) === 'amex') return 15;
  return /^3[68]/.test(digits) ? 14 : 16;
}

/** How many digits the security code of a brand has. */
export function cvcLength(brand: Brand): number {
  return brand === 'amex' ? 4 : 3;
}

/** Groups as on the card: 4 4 4 4, or 4 6 and the rest on shorter numbers. */
function formatNumber(text: string): string {
  const digits = digitsOf(text);
  const length = numberLength(digits);
  const kept = digits.slice(0, length);
  const groups =
    length < 16 ? /^(\d{0,4})(\d{0,6})(\d{0,5})/.exec(kept)?.slice(1) : kept.match(/\d{1,4}/g);
  return (groups ?? []).filter(Boolean).join(' ');
}

/** `MM / YY`. A first digit from 2 to 9 is a whole month; of a year with four digits the last two stay. */
function formatExpiry(text: string, deleting: boolean): string {
  const [first = '', ...rest] = text.split('/');
  const parts = rest.length > 0 ? [digitsOf(first).padStart(2, '0'), digitsOf(rest.join(''))] : [];
  let digits = parts.length > 0 && digitsOf(first) ? parts.join('') : digitsOf(text);
  if (!deleting && /^[2-9]$/.test(digits)) digits = `0${digits}`;
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  const month = digits.slice(0, 2);
  const year = digits.slice(2, 4);
  if (month.length < 2 || (deleting && year === '')) return month;
  return `${month} / ${year}`;
}

/** The text of a field after an edit. While `deleting`, a deleted separator is not put back. */
export function formatField(
  field: FieldName,
  text: string,
  how: { deleting: boolean; brand: Brand },
): string {
  if (field === 'cardNumber') return formatNumber(text);
  if (field === 'cardExpiry') return formatExpiry(text, how.deleting);
  return digitsOf(text).slice(0, how.brand === 'unknown' ? 4 : cvcLength(how.brand));
}

function luhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function validateExpiry(digits: string, today: Date): InputError | null {
  const month = Number(digits.slice(0, 2));
  if (digits.length >= 2 && (month < 1 || month > 12)) {
    return error('invalid_expiry_month', "Your card's expiration month is invalid.");
  }
  if (digits.length < 4) return null;
  const year = 2000 + Number(digits.slice(2, 4));
  const thisYear = today.getFullYear();
  if (year < thisYear) {
    return error('invalid_expiry_year_past', "Your card's expiration year is in the past.");
  }
  if (year > thisYear + 50) {
    return error('invalid_expiry_year', "Your card's expiration year is invalid.");
  }
  if (year === thisYear && month < today.getMonth() + 1) {
    return error('invalid_expiry_month_past', "Your card's expiration date is in the past.");
  }
  return null;
}

/** Validates the text of a field, with Stripe's messages. `brand` is the brand of the card number. */
export function validateField(
  field: FieldName,
  shown: string,
  context: { brand: Brand; today: Date },
): Validation {
  const digits = digitsOf(shown);
  const incomplete = INCOMPLETE[field];
  if (field === 'cardNumber') {
    const full = digits.length === numberLength(digits);
    const wrong = full && !luhn(digits);
    const invalid = wrong ? error('invalid_number', 'Your card number is invalid.') : null;
    return { complete: full && !wrong, invalid, incomplete };
  }
  if (field === 'cardExpiry') {
    const invalid = validateExpiry(digits, context.today);
    return { complete: digits.length === 4 && !invalid, invalid, incomplete };
  }
  const length = cvcLength(context.brand);
  const complete = context.brand === 'unknown' ? digits.length >= 3 : digits.length === length;
  return { complete, invalid: null, incomplete };
}

/** The parts of `04 / 34` as the API takes them. */
export function expiryParts(shown: string): { month: string; year: string } {
  const digits = digitsOf(shown);
  return { month: digits.slice(0, 2), year: `20${digits.slice(2, 4)}` };
}

/** The position in a typed text that comes right behind so many digits. */
export function positionBehind(text: string, digits: number): number {
  let position = 0;
  for (let seen = 0; seen < digits && position < text.length; position += 1) {
    if (/\d/.test(text[position] ?? '')) seen += 1;
  }
  return position;
}
