/**
 * Phone numbers as people type them, with any kind of spaces, dashes, or digits, an extension, or a
 * second number. The first page only needs this file. `phone-forms.ts` creates links, and
 * `phone-number.ts` knows all countries.
 */
import { plainDigits } from './folding';
import { onOneLine } from './text';

/** The fewest digits of a phone number. */
const FEWEST_DIGITS = 10;

/** The hint below a phone field. By filling in the field, the customer agrees to texts. */
export const TEXTS_HINT = 'We may text or call about your delivery. Reply STOP to end texts.';

const SCHEME = /^(?:(?:tel|sms):\/*\s*)+/i;
const DASHES = /[\p{Pd}\u2212]/gu;

/**
 * Digits with the separators that people type between them. `WIDE_ROW` also accepts commas and
 * other punctuation between the groups.
 */
const ROW = /\+?[\s([]{0,9}\d(?:[\s()[\].·•_~-]*\d)*/g;
const WIDE_ROW = /\+?[\s([]{0,9}\d(?:[\s()[\].·•_~,;:/-]*\d)*/g;

/**
 * An extension: `ext. 12`, `x12`, `#12`, or only digits, with or without the commas that address
 * books use for a pause (`,,12`).
 */
const EXTENSION =
  /^[\s([.,;:-]*(?:ext(?:n|ension)?|xt?|int|anexo|доб|#|~)[\s.:=#-]*(\d{1,7})(?!\d)|^[\s,;-]+(\d{1,6})[\s#]*$/i;

const FIRST_OF_GROUPS = /^[\s(]*(?:\+?[\s(]*1[\s().·•_~-]*)?[2-9]\d{2}(?:\D*\d){7}(?=[\s(-]+\d)/;

/** The parts of a phone field. */
export type PhoneParts = {
  /** The number as it was typed, such as `+44 (0)20 7946 0958`, or '' if there are no digits. */
  number: string;
  extension: string | null;
  /** Text after the number that isn't an extension: a second number or a note. */
  rest: string;
};

/**
 * Returns a phone number in its stored form: one line, plain digits and dashes, no invisible
 * characters, and no `tel:` prefix.
 */
export function cleanPhone(typed: string): string {
  const plain = plainDigits(onOneLine(typed).normalize('NFKC')).replace(DASHES, '-').trim();
  return plain.replace(SCHEME, '').replace(/;ext=/gi, ' ext. ').replace(/\s+/g, ' ').trim();
}

/** Splits a phone field into its first complete number and the text after it. */
export function phoneParts(typed: string): PhoneParts {
  const text = cleanPhone(typed);
  const rows = [...text.matchAll(ROW)];
  const isWhole = ([row]: RegExpMatchArray) => digitsOf(row).length >= FEWEST_DIGITS;
  const first = rows.find(isWhole) ?? [...text.matchAll(WIDE_ROW)].find(isWhole) ?? rows[0];
  if (!first) return { number: '', extension: null, rest: text };
  const number = firstNumberOf(first[0]);
  const after = text.slice(first.index + number.length);
  const extension = EXTENSION.exec(after);
  const rest = extension ? after.slice(extension[0].length) : after;
  return {
    number: number.trim(),
    extension: extension?.[1] ?? extension?.[2] ?? null,
    rest: rest.replace(/^[\s()[\].,;:/-]+/, '').trim(),
  };
}

/**
 * Returns the North American number at the start of a row of digits, if an extension or a second
 * number follows it. Otherwise returns the whole row.
 */
function firstNumberOf(row: string): string {
  return FIRST_OF_GROUPS.exec(row)?.[0] ?? row;
}

export const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Returns the number's digits, without those of an extension or a second number. */
export const phoneDigits = (typed: string): string => digitsOf(phoneParts(typed).number);

/** True for at least 10 digits, not counting an extension. */
export const isPhone = (typed: string): boolean => phoneDigits(typed).length >= FEWEST_DIGITS;

/** Returns the 10 digits of a North American number, or null for any other. */
export function northAmerican(number: string): string | null {
  const ten = number.startsWith('+') ? /^1(\d{10})$/ : /^(?:(?:0*|011)1)?(\d{10})$/;
  return ten.exec(digitsOf(number))?.[1] ?? null;
}

/**
 * Formats a number as "(269) 555-0100 ext. 12". A foreign number, or two numbers in one field, is
 * shown as typed.
 */
export function formatPhone(typed: string): string {
  const { number, extension, rest } = phoneParts(typed);
  const ten = northAmerican(number);
  if (!ten || /\d/.test(rest)) return cleanPhone(typed);
  const shown = `(${ten.slice(0, 3)}) ${ten.slice(3, 6)}-${ten.slice(6)}`;
  return extension ? `${shown} ext. ${extension}` : shown;
}
