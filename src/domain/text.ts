/** A number of things for people: 1655 is "1,655". */
export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** A flag as the audit, files and screens say it: `yes` or `no`. */
export const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

/** Error messages of a telephone number and an e-mail address, where a form has none of its own. */
export const CONTACT_MESSAGES = {
  phone: 'Please enter a phone number with at least 10 digits.',
  email: 'Please enter a valid email address',
} as const;

/** Digits of a phone number as typed. */
export function phoneDigits(phone: string): string {
  return phone.replace(/\D/g, '');
}

/** A phone number needs at least 10 digits (D53). */
export function isPhone(phone: string): boolean {
  return phoneDigits(phone).length >= 10;
}

/** "(269) 555-0100"; numbers that are not North American are shown as they were typed. */
export function formatPhone(phone: string): string {
  const digits = phoneDigits(phone).replace(/^1(?=\d{10}$)/, '');
  if (digits.length !== 10) return phone;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** A network address as people know it: an IPv4 address reaches some servers in the form of IPv6. */
export const formatNetworkAddress = (address: string): string => address.replace(/^::ffff:/i, '');

/**
 * The groups of digits of a telephone number, or of its end, however it is typed: 269, 555 and 0100.
 * Null for what is none of ours: it has letters, fewer than seven digits or more than ten.
 */
export function phoneGroups(text: string): string[] | null {
  if (!/^[\d\s()+./-]+$/.test(text)) return null;
  const digits = phoneDigits(text).replace(/^1(?=\d{10}$)/, '');
  if (digits.length < 7 || digits.length > 10) return null;
  return [digits.slice(0, -7), digits.slice(-7, -4), digits.slice(-4)].filter(Boolean);
}

/** Good enough to send mail to: one @ with something on both sides and a dot after it. */
export function isEmail(email: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
}

/**
 * Signs that no reader sees, and that hide what a text says: control characters, spaces without width,
 * and those that turn the direction of the text around them. What joins letters and emoji stays.
 */
const HIDDEN =
  /[^\P{Cc}\t\n\r]|[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/gu;

/** The text as it was typed, without characters that show nothing. */
export const withoutHidden = (typed: string): string => typed.replace(HIDDEN, '');

/** The same for a name, which has one line. */
export const onOneLine = (typed: string): string => withoutHidden(typed).replace(/\s+/g, ' ');

/**
 * The form in which two names are compared: NFKC and full case folding, without characters that show
 * nothing. "Rene\u0301e", "REN\u00C9E" and full-width letters are all "ren\u00E9e". What was typed is stored and shown.
 */
export function foldedName(typed: string): string {
  const visible = typed.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return [...visible].map(foldedCase).join('').normalize('NFKC').replace(/\s+/g, ' ').trim();
}

/**
 * Full case folding of one character. JavaScript has none, but a letter whose capital has more letters
 * ("ß") needs all three steps. The dotless i folds to itself: its capital would make it an ordinary i.
 */
const foldedCase = (character: string) =>
  character === '\u0131' ? character : character.toLowerCase().toUpperCase().toLowerCase();
