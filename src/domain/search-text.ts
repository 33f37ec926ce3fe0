/**
 * What a search looks for, and the text that it looks in: both folded by one function, so that each is
 * found however the other is written. A database finds the pieces by its index of three signs in a row;
 * a short list is looked through here.
 */
import { foldedText } from './folding';
import { cleanPhone, phoneParts } from './phone';
import { phoneKey } from './phone-number';

/** More words than these say nothing more. */
const MOST_WORDS = 8;
/** Fewer digits are no piece of a phone number. */
const FEWEST_DIGITS = 3;

/** Two of them stand around each word, so that even one letter tells where a word begins. */
const GAP = '  ';

/**
 * The text that people and things are found by: their words, and the digits of their phone numbers. Null
 * and missing parts are left out.
 */
export function searchText(
  texts: readonly (string | null | undefined)[],
  phones: readonly (string | null | undefined)[] = [],
): string {
  const words = texts.flatMap((text) => (text ? foldedText(text).split(' ') : []));
  const digits = phones.flatMap((phone) => (phone ? phoneWords(phone) : []));
  return `${GAP}${[...words, ...digits].filter(Boolean).join(GAP)}${GAP}`;
}

/** The number with its country, its extension such as `x12`, and the digits of a second number. */
function phoneWords(phone: string): string[] {
  const { extension, rest } = phoneParts(phone);
  const others = rest.match(/\d[\d\s().-]*/g) ?? [];
  return [
    phoneKey(phone),
    ...(extension ? [`x${extension}`] : []),
    ...others.map((other) => other.replace(/\D/g, '')),
  ];
}

/**
 * What was typed into a search: of each word one of its pieces must be in the text, or else of the whole
 * (a phone number with spaces) one.
 */
export type Sought = { words: string[][]; whole: string[] };

/** Null where nothing was typed. */
export function soughtIn(typed: string): Sought | null {
  const words = foldedText(typed).split(' ').filter(Boolean).slice(0, MOST_WORDS);
  const [only, ...others] = words;
  if (only === undefined) return null;
  const piecesOf = (word: string, digits = digitsIn(word)) => [
    pieceOf(word),
    ...digits.filter((one) => one !== word),
  ];
  return others.length === 0
    ? { words: [piecesOf(only, digitsIn(typed))], whole: [] }
    : { words: words.map((word) => piecesOf(word)), whole: digitsIn(typed) };
}

/** A short word is looked for where a word begins, a single digit or sign as a word of its own. */
function pieceOf(typed: string): string {
  const word = typed.replace(/^[("]+|[.,;:!?)"]+$/g, '') || typed;
  const { length } = Array.from(word);
  if (length > 2) return word;
  if (length === 2) return ` ${word}`;
  return /\p{L}/u.test(word) ? `${GAP}${word}` : ` ${word} `;
}

/** The digits to look for if the text is a phone number, or a piece of one, and nothing else. */
function digitsIn(typed: string): string[] {
  const { number, rest } = phoneParts(typed);
  const digits = number.replace(/\D/g, '');
  const isAll = rest === '' && cleanPhone(typed).startsWith(number);
  if (!isAll || digits.length < FEWEST_DIGITS) return [];
  // Without the code of our own country, which a text of an older program may lack.
  const key = digits.length < 10 ? digits : phoneKey(number).replace(/^1(?=\d{10}$)/, '');
  // Within a country its numbers begin with a zero that they don't have from elsewhere.
  const fromElsewhere = key.replace(/^0+/, '');
  return key.length >= 7 && fromElsewhere !== key ? [key, fromElsewhere] : [key];
}

/** Whether a text of `searchText` has all that is looked for. */
export function isFound({ words, whole }: Sought, text: string): boolean {
  const has = (piece: string) => text.includes(piece);
  return words.every((pieces) => pieces.some(has)) || whole.some(has);
}
