import { digitsOf, formatPhone, northAmerican, phoneParts } from './phone';

/** A phone number as people read it, and as links have it. */
export type PhoneForms = {
  shown: string;
  /** `tel:+12695550100;ext=12` */
  call: string;
  /** `sms:+12695550100` */
  text: string;
};

/**
 * The forms of a North American number, exactly. A number of another country is shown as typed, and
 * dialed as typed: `worldPhone` knows it better.
 */
export function phoneForms(typed: string): PhoneForms {
  const { number, extension } = phoneParts(typed);
  const ten = northAmerican(number);
  return formsOf(ten ? `+1${ten}` : internationalDigits(number), extension, formatPhone(typed));
}

/** Whether a number begins with the code of another country. */
export function isForeignPhone(typed: string): boolean {
  const { number } = phoneParts(typed);
  return northAmerican(number) === null && internationalDigits(number).startsWith('+');
}

/** The forms of what is dialed and shown. */
export function formsOf(dialed: string, extension: string | null, shown: string): PhoneForms {
  return {
    shown,
    call: `tel:${dialed}${extension ? `;ext=${extension}` : ''}`,
    text: `sms:${dialed}`,
  };
}

/** A number with the code of its country, which people also begin with 00 or 011; else its digits. */
export function internationalDigits(number: string): string {
  const digits = digitsOf(number.replace(/\(\s*0\s*\)/, ''));
  if (number.startsWith('+')) return `+${digits}`;
  return digits.replace(/^(?:00|011)(?=[1-9]\d{8})/, '+');
}
