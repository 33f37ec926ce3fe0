/**
 * Reads phone numbers of all countries with libphonenumber. A number without a country code is a US
 * number. Pages load this file only for a number that needs it.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { formatPhone, northAmerican, phoneDigits, phoneParts } from './phone';
import { formsOf, internationalDigits, type PhoneForms, phoneForms } from './phone-forms';

/** Parses a foreign number. Returns null if the number is impossible in every country. */
function foreignNumber(dialed: string) {
  const number = dialed.startsWith('+') ? parsePhoneNumberFromString(dialed) : undefined;
  return number?.isPossible() ? number : null;
}

/**
 * Returns the forms of a phone number of any country: "+44 20 7946 0958", "(269) 555-0100 ext. 12".
 */
export function worldPhone(typed: string): PhoneForms {
  const { number, extension, rest } = phoneParts(typed);
  const foreign = northAmerican(number) ? null : foreignNumber(internationalDigits(number));
  if (!foreign) return phoneForms(typed);
  // A number with two country codes, as in 001 1…, is still North American.
  const plain = northAmerican(foreign.number)
    ? formatPhone(foreign.number)
    : foreign.formatInternational();
  const alone = `${plain}${extension ? ` ext. ${extension}` : ''}`;
  const shown = /\d/.test(rest) ? formatPhone(typed) : alone;
  return formsOf(foreign.number, extension, shown);
}

/**
 * Formats a phone number of any country for messages and files, which can't load this on demand.
 */
export const shownPhone = (typed: string): string => worldPhone(typed).shown;

/**
 * Returns the form in which phone numbers are compared and counted: the digits with the country
 * code, however the number is typed. Extensions are left out, because with them, one number would
 * count as many people.
 * @returns digits only, or '' if there are none
 */
export function phoneKey(typed: string): string {
  const { number } = phoneParts(typed);
  const ten = northAmerican(number);
  if (ten) return `1${ten}`;
  const digits = phoneDigits(typed);
  const foreign = foreignNumber(internationalDigits(number)) ?? foreignNumber(`+${digits}`);
  if (foreign) return foreign.number.slice(1);
  // The row is too long for a North American number and fits no other country, so the rest is an
  // extension.
  return digits.replace(/^([2-9]\d{9})\d+$/, '1$1');
}

/** True if two phone fields dial the same number. */
export function samePhone(a: string, b: string): boolean {
  const key = phoneKey(a);
  return key !== '' && key === phoneKey(b);
}

/**
 * Returns the number that texts are sent to, with its country code: "+12695550123". Null if the
 * number is impossible in every country. Only the provider knows whether it's a mobile number.
 */
export function textNumber(typed: string): string | null {
  const number = parsePhoneNumberFromString(`+${phoneKey(typed)}`);
  return number?.isPossible() ? number.number : null;
}
