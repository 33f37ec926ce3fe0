/** Formats and validates the text of the three card fields. It's pure and needs no browser. */
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
  /** An error that the customer can't fix by typing more. Null if there is none. */
  invalid: InputError | null;
  /**
   * The error of an incomplete field. It appears when the customer leaves the field or submits the
   * form.
   */
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

/** Returns the brand for the digits entered so far, or `unknown` if they don't determine it yet. */
export function brandOf(digits: string): Brand {
  return PREFIXES.find(([prefix]) => prefix.test(digits))?.[1] ?? 'unknown';
}

/** Removes everything except digits from a text. */
export const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/**
 * Returns 16 digits, 15 for American Express, or 14 for Diners Club cards that start with 36 or 38.
 */
function numberLength(digits: string): number {
  if (brandOf(digits) === 'amex') return 15;
  return /^3[68]/.test(digits) ? 14 : 16;
}

/** Returns the length of a brand's security code. */
export function cvcLength(brand: Brand): number {
  return brand === 'amex' ? 4 : 3;
}

/** Groups digits as on the card: 4 4 4 4, or 4 6 and the rest for shorter numbers. */
function formatNumber(text: string): string {
  const digits = digitsOf(text);
  const length = numberLength(digits);
  const kept = digits.slice(0, length);
  const groups =
    length < 16 ? /^(\d{0,4})(\d{0,6})(\d{0,5})/.exec(kept)?.slice(1) : kept.match(/\d{1,4}/g);
  return (groups ?? []).filter(Boolean).join(' ');
}

/**
 * Formats as `MM / YY`. A first digit from 2 to 9 is a whole month. A 4-digit year is shortened to
 * its last two digits.
 */
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

/**
 * Formats a field's text after an edit. While `deleting`, a deleted separator isn't added again.
 */
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

/** Validates a field's text, with Stripe's messages. `brand` is the brand of the card number. */
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

/** Splits `04 / 34` into the month and the year that the API expects. */
export function expiryParts(shown: string): { month: string; year: string } {
  const digits = digitsOf(shown);
  return { month: digits.slice(0, 2), year: `20${digits.slice(2, 4)}` };
}

/** Returns the position after this many digits in a text. */
export function positionBehind(text: string, digits: number): number {
  let position = 0;
  for (let seen = 0; seen < digits && position < text.length; position += 1) {
    if (/\d/.test(text[position] ?? '')) seen += 1;
  }
  return position;
}
