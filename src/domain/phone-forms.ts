import { digitsOf, formatPhone, northAmerican, phoneParts } from './phone';

/** A phone number as people read it, along with its link addresses. */
export type PhoneForms = {
  shown: string;
  /** `tel:+12695550100;ext=12` */
  call: string;
  /** `sms:+12695550100` */
  text: string;
};

/**
 * Returns the exact forms of a North American number. A foreign number is returned as typed,
 * because only `worldPhone` can format it.
 */
export function phoneForms(typed: string): PhoneForms {
  const { number, extension } = phoneParts(typed);
  const ten = northAmerican(number);
  return formsOf(ten ? `+1${ten}` : internationalDigits(number), extension, formatPhone(typed));
}

/** True if a number starts with the country code of another country. */
export function isForeignPhone(typed: string): boolean {
  const { number } = phoneParts(typed);
  return northAmerican(number) === null && internationalDigits(number).startsWith('+');
}

/** Builds the forms of a number from its dialed and displayed text. */
export function formsOf(dialed: string, extension: string | null, shown: string): PhoneForms {
  return {
    shown,
    call: `tel:${dialed}${extension ? `;ext=${extension}` : ''}`,
    text: `sms:${dialed}`,
  };
}

/**
 * Returns a number with its country code after a "+". People also type 00 or 011 instead. Without a
 * country code, returns its digits.
 */
export function internationalDigits(number: string): string {
  const digits = digitsOf(number.replace(/\(\s*0\s*\)/, ''));
  if (number.startsWith('+')) return `+${digits}`;
  return digits.replace(/^(?:00|011)(?=[1-9]\d{8})/, '+');
}
