/** A number of things for people: 1655 is "1,655". */
export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** A flag as the audit, files and screens say it: `yes` or `no`. */
export const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

/** Error messages of a telephone number and an email address, where a form has none of its own. */
export const CONTACT_MESSAGES = {
  phone: 'Please enter a phone number with at least 10 digits.',
  email: 'Please enter a valid email address',
  /** Said of what nearly is one. */
  emailForm: 'Enter an email address like name@example.com',
} as const;

/** A network address as people know it: an IPv4 address reaches some servers in the form of IPv6. */
export const formatNetworkAddress = (address: string): string => address.replace(/^::ffff:/i, '');

/** Line ends of all systems, of which one is stored. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Signs that no reader sees and that hide what a text says: control characters, those without width and
 * those that turn the direction of the text around them. The flags of England, Scotland and Wales are
 * made of such signs, and the forms of some letters and emoji.
 */
const HIDDEN =
  /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|(?![\t\n\p{Join_C}\p{VS}])[\p{Cc}\p{Cs}\p{DI}\uFFF9-\uFFFB]/gu;

const JOINERS = /(\P{Join_C}?)\p{Join_C}+(?=(.?))/gsu;
/** Letters and vowel signs that a joiner changes: from Arabic to N'Ko, of India, Myanmar, Khmer, Mongolian. */
const JOINED = /[\u0600-\u07FF\u08A0-\u0DFF\u0F00-\u109F\u1780-\u18AF\uFB50-\uFDFF\uFE70-\uFEFC]/;
const EMOJI = /\p{ExtPict}|\p{EMod}|\uFE0F/u;

/** A joiner stays if it changes how its neighbors look: in a Persian word, or in an emoji of several. */
function seenJoiner(signs: string, before: string, after: string): string {
  const sign = signs.charAt(before.length);
  const isSeen =
    sign === '\u200D'
      ? JOINED.test(before) || (EMOJI.test(before) && EMOJI.test(after))
      : JOINED.test(before) && JOINED.test(after);
  return isSeen ? before + sign : before;
}

/** The text as it was typed, line by line, without characters that show nothing. */
export const withoutHidden = (typed: string): string =>
  typed.replace(LINE_ENDS, '\n').replace(HIDDEN, '$1').replace(JOINERS, seenJoiner);

/** The same for what has one line: a name, an address, a number. */
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

const LATIN = /\p{Script=Latin}/u;
/** A letter of a script that people don't write among Latin letters; Japanese, Chinese and Korean do. */
const APART_FROM_LATIN =
  /(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo})\p{L}/u;

/** True for a name with Latin letters and look-alikes of another alphabet, such as a Cyrillic "\u0430dmin". */
export function mixesScripts(name: string): boolean {
  const plain = name.normalize('NFKC');
  return LATIN.test(plain) && APART_FROM_LATIN.test(plain);
}
