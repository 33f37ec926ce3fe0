/** Formats a count for people: 1655 is "1,655". */
export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** Shows a flag as `yes` or `no`, in the audit log, files, and screens. */
export const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

/** Error messages for a phone number and an email address, for forms without their own. */
export const CONTACT_MESSAGES = {
  phone: 'Please enter a phone number with at least 10 digits.',
  email: 'Please enter a valid email address',
  /** Shown for text that is almost an email address. */
  emailForm: 'Enter an email address like name@example.com',
} as const;

/** Shows a network address as people know it. Some servers receive IPv4 addresses in IPv6 form. */
export const formatNetworkAddress = (address: string): string => address.replace(/^::ffff:/i, '');

/** Line endings of all systems. They're replaced with `\n`. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Characters that are invisible and can hide what text says: control characters, zero-width
 * characters, and those that change the text direction. Tag characters stay in the flags of
 * England, Scotland, and Wales, and so do variation selectors.
 */
const HIDDEN =
  /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|(?![\t\n\p{Join_C}\p{VS}])[\p{Cc}\p{Cs}\p{DI}\uFFF9-\uFFFB]/gu;

const JOINERS = /(\P{Join_C}?)\p{Join_C}+(?=(.?))/gsu;
/**
 * Scripts with letters that a joiner changes: Arabic to N'Ko, Indic scripts, Myanmar, Khmer,
 * Mongolian.
 */
const JOINED = /[\u0600-\u07FF\u08A0-\u0DFF\u0F00-\u109F\u1780-\u18AF\uFB50-\uFDFF\uFE70-\uFEFC]/;
const EMOJI = /\p{ExtPict}|\p{EMod}|\uFE0F/u;

/**
 * Keeps a joiner only if it changes how its neighbors look, as in a Persian word or a combined
 * emoji.
 */
function seenJoiner(signs: string, before: string, after: string): string {
  const sign = signs.charAt(before.length);
  const isSeen =
    sign === '\u200D'
      ? JOINED.test(before) || (EMOJI.test(before) && EMOJI.test(after))
      : JOINED.test(before) && JOINED.test(after);
  return isSeen ? before + sign : before;
}

/** Returns the typed text, with its lines, without invisible characters. */
export const withoutHidden = (typed: string): string =>
  typed.replace(LINE_ENDS, '\n').replace(HIDDEN, '$1').replace(JOINERS, seenJoiner);

/** Like `withoutHidden`, on one line: for a name, an address, or a number. */
export const onOneLine = (typed: string): string => withoutHidden(typed).replace(/\s+/g, ' ');

/**
 * Returns the form in which two names are compared: NFKC and full case folding, without invisible
 * characters. "Rene\u0301e", "REN\u00C9E", and full-width letters all become "ren\u00E9e". The
 * product stores and shows what was typed.
 */
export function foldedName(typed: string): string {
  const visible = typed.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return [...visible].map(foldedCase).join('').normalize('NFKC').replace(/\s+/g, ' ').trim();
}

/**
 * Applies full case folding to one character. JavaScript has no function for it, and a letter with
 * a multi-letter capital ("ß") needs all three steps. The dotless i stays unchanged, because its
 * capital would turn it into an ordinary i.
 */
const foldedCase = (character: string) =>
  character === '\u0131' ? character : character.toLowerCase().toUpperCase().toLowerCase();

const LATIN = /\p{Script=Latin}/u;
/**
 * A letter of a script that isn't normally mixed with Latin letters. Japanese, Chinese, and Korean
 * text often is, so those scripts aren't included.
 */
const APART_FROM_LATIN =
  /(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo})\p{L}/u;

/**
 * True for a name that mixes Latin letters with another alphabet's look-alikes, such as a Cyrillic
 * "\u0430dmin".
 */
export function mixesScripts(name: string): boolean {
  const plain = name.normalize('NFKC');
  return LATIN.test(plain) && APART_FROM_LATIN.test(plain);
}

/** Returns a person's first name: "Dana" from "Dana Rivers". */
export const firstName = (name: string | null): string | null =>
  name?.trim().split(/\s+/)[0] || null;
