/**
 * Phone numbers as people type them: with spaces of any width, dashes of any length, digits of any
 * script, an extension, or a second number behind the first. The first page needs this much of them:
 * `phone-forms.ts` has their links, and `phone-number.ts` knows all countries.
 */
import { plainDigits } from './folding';
import { onOneLine } from './text';

/** The fewest digits of a phone number. */
const FEWEST_DIGITS = 10;

const SCHEME = /^(?:(?:tel|sms):\/*\s*)+/i;
const DASHES = /[\p{Pd}\u2212]/gu;

/** A row of digits with what people write between them, and the same where commas part its groups. */
const ROW = /\+?[\s([]{0,9}\d(?:[\s()[\].·•_~-]*\d)*/g;
const WIDE_ROW = /\+?[\s([]{0,9}\d(?:[\s()[\].·•_~,;:/-]*\d)*/g;

/** `ext. 12`, `x12`, `#12`; or digits alone, also behind the pauses of an address book: `,,12`. */
const EXTENSION =
  /^[\s([.,;:-]*(?:ext(?:n|ension)?|xt?|int|anexo|доб|#|~)[\s.:=#-]*(\d{1,7})(?!\d)|^[\s,;-]+(\d{1,6})[\s#]*$/i;

const FIRST_OF_GROUPS = /^[\s(]*(?:\+?[\s(]*1[\s().·•_~-]*)?[2-9]\d{2}(?:\D*\d){7}(?=[\s(-]+\d)/;

/** A phone field, taken apart. */
export type PhoneParts = {
  /** The number alone as it was typed, such as `+44 (0)20 7946 0958`; '' without a digit. */
  number: string;
  extension: string | null;
  /** What follows that is no extension: a second number, or a note. */
  rest: string;
};

/**
 * A phone number as it is stored: on one line, in digits and dashes that every program reads, without
 * signs that no one sees and without the `tel:` of a link.
 */
export function cleanPhone(typed: string): string {
  const plain = plainDigits(onOneLine(typed).normalize('NFKC')).replace(DASHES, '-').trim();
  return plain.replace(SCHEME, '').replace(/;ext=/gi, ' ext. ').replace(/\s+/g, ' ').trim();
}

/** The first number of a phone field that is long enough to be one, and what follows it. */
export function phoneParts(typed: string): PhoneParts {
  const text = cleanPhone(typed);
  const rows = [...text.matchAll(ROW)];
  const isWhole = ([row]: RegExpMatchArray) => digitsOf(row).length >= FEWEST_DIGITS;
  const found = rows.find(isWhole) ?? [...text.matchAll(WIDE_ROW)].find(isWhole) ?? rows[0];
  if (!found) return { number: '', extension: null, rest: text };
  const number = firstNumberOf(found[0]);
  const after = text.slice(found.index + number.length);
  const extension = EXTENSION.exec(after);
  const rest = extension ? after.slice(extension[0].length) : after;
  return {
    number: number.trim(),
    extension: extension?.[1] ?? extension?.[2] ?? null,
    rest: rest.replace(/^[\s()[\].,;:/-]+/, '').trim(),
  };
}

/**
 * The North American number that a row of digits begins with if more groups follow: an extension or a
 * second number. Otherwise the whole row.
 */
function firstNumberOf(row: string): string {
  return FIRST_OF_GROUPS.exec(row)?.[0] ?? row;
}

export const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Digits of the number alone, without those of an extension or of a second number. */
export const phoneDigits = (typed: string): string => digitsOf(phoneParts(typed).number);

/** A phone number needs at least 10 digits, not counting an extension. */
export const isPhone = (typed: string): boolean => phoneDigits(typed).length >= FEWEST_DIGITS;

/** The ten digits of a North American number; null for any other. */
export function northAmerican(number: string): string | null {
  const ten = number.startsWith('+') ? /^1(\d{10})$/ : /^(?:(?:0*|011)1)?(\d{10})$/;
  return ten.exec(digitsOf(number))?.[1] ?? null;
}

/** "(269) 555-0100 ext. 12". A number of elsewhere and two numbers in one field are shown as typed. */
export function formatPhone(typed: string): string {
  const { number, extension, rest } = phoneParts(typed);
  const ten = northAmerican(number);
  if (!ten || /\d/.test(rest)) return cleanPhone(typed);
  const shown = `(${ten.slice(0, 3)}) ${ten.slice(3, 6)}-${ten.slice(6)}`;
  return extension ? `${shown} ext. ${extension}` : shown;
}
