/**
 * What a phone field reaches: numbers of all countries, read by libphonenumber. A number without the
 * code of a country is one of the United States. Pages load this file only for a number that needs it.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { formatPhone, northAmerican, phoneDigits, phoneParts } from './phone';
import { formsOf, internationalDigits, type PhoneForms, phoneForms } from './phone-forms';

/** A number of another country; null for one that no country has. */
function foreignNumber(dialed: string) {
  const number = dialed.startsWith('+') ? parsePhoneNumberFromString(dialed) : undefined;
  return number?.isPossible() ? number : null;
}

/** The forms of a phone number of any country: "+44 20 7946 0958", "(269) 555-0100 ext. 12". */
export function worldPhone(typed: string): PhoneForms {
  const { number, extension, rest } = phoneParts(typed);
  const foreign = northAmerican(number) ? null : foreignNumber(internationalDigits(number));
  if (!foreign) return phoneForms(typed);
  // Behind two country codes, as in 001 1…, a number of ours is shown as ours.
  const plain = northAmerican(foreign.number)
    ? formatPhone(foreign.number)
    : foreign.formatInternational();
  const alone = `${plain}${extension ? ` ext. ${extension}` : ''}`;
  const shown = /\d/.test(rest) ? formatPhone(typed) : alone;
  return formsOf(foreign.number, extension, shown);
}

/** A phone number of any country as people read it, where no page is: messages and files. */
export const shownPhone = (typed: string): string => worldPhone(typed).shown;

/**
 * What a number is compared and counted by: its digits with the code of its country, the same however
 * it's typed. Extensions don't count, so that they don't make many people of one number.
 *
 * @returns digits only; '' without a digit
 */
export function phoneKey(typed: string): string {
  const { number } = phoneParts(typed);
  const ten = northAmerican(number);
  if (ten) return `1${ten}`;
  const digits = phoneDigits(typed);
  const foreign = foreignNumber(internationalDigits(number)) ?? foreignNumber(`+${digits}`);
  if (foreign) return foreign.number.slice(1);
  // More digits than a number of ours has, and none of another country: those behind are an extension.
  return digits.replace(/^([2-9]\d{9})\d+$/, '1$1');
}

/** Whether two phone fields reach the same number. */
export function samePhone(a: string, b: string): boolean {
  const key = phoneKey(a);
  return key !== '' && key === phoneKey(b);
}
