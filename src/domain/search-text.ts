/**
 * Builds the searchable text of a record, and splits a typed search into pieces. Both use the same
 * folding, so spelling differences don't matter. The database finds pieces with a trigram index,
 * and this file searches short lists.
 */
import { foldedText } from './folding';
import { cleanPhone, phoneParts } from './phone';
import { phoneKey } from './phone-number';

/** Further words are ignored because they don't narrow a search. */
const MOST_WORDS = 8;
/** A shorter run of digits isn't searched for as part of a phone number. */
const FEWEST_DIGITS = 3;

/**
 * Separates words by two spaces, so that a search for a single letter can match the start of a
 * word.
 */
const GAP = '  ';

/**
 * Returns the searchable text of a record: its words and the digits of its phone numbers. Null and
 * missing parts are skipped.
 */
export function searchText(
  texts: readonly (string | null | undefined)[],
  phones: readonly (string | null | undefined)[] = [],
): string {
  const words = texts.flatMap((text) => (text ? foldedText(text).split(' ') : []));
  const digits = phones.flatMap((phone) => (phone ? phoneWords(phone) : []));
  return `${GAP}${[...words, ...digits].filter(Boolean).join(GAP)}${GAP}`;
}

/**
 * Returns the words to find a phone number by: its key, its extension such as `x12`, and the digits
 * of a second number.
 */
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
 * A typed search. A text matches if it contains a piece of every word, or a piece of the whole
 * search (a phone number with spaces).
 */
export type Sought = { words: string[][]; whole: string[] };

/** Parses a typed search. Returns null if it's blank. */
export function soughtIn(typed: string): Sought | null {
  const words = foldedText(typed).split(' ').filter(Boolean).slice(0, MOST_WORDS);
  const [only, ...others] = words;
  if (only === undefined) return null;
  const piecesOf = (word: string, digits = digitsIn(word)) => [
    ...wordPieces(word),
    ...digits.filter((number) => number !== word),
  ];
  return others.length === 0
    ? { words: [piecesOf(only, digitsIn(typed))], whole: [] }
    : { words: words.map((word) => piecesOf(word)), whole: digitsIn(typed) };
}

/**
 * Returns the pieces to search for. A short word must match the start of a word, which may be in
 * brackets or quotes, and a single digit or sign must match a whole word.
 */
function wordPieces(typed: string): string[] {
  const word = typed.replace(/^[("]+|[.,;:!?)"]+$/g, '') || typed;
  const { length } = Array.from(word);
  if (length > 2) return [word];
  const enclosed = [` (${word}`, ` "${word}`];
  if (length === 2) return [` ${word}`, ...enclosed];
  return /\p{L}/u.test(word) ? [`${GAP}${word}`, ...enclosed] : [` ${word} `];
}

/** Returns the digits to search for, if the text is only a phone number or part of one. */
function digitsIn(typed: string): string[] {
  const { number, rest } = phoneParts(typed);
  const digits = number.replace(/\D/g, '');
  const isAll = rest === '' && cleanPhone(typed).startsWith(number);
  if (!isAll || digits.length < FEWEST_DIGITS) return [];
  // Our country code is left out, because search texts stored by earlier versions may lack it.
  const key = digits.length < 10 ? digits : phoneKey(number).replace(/^1(?=\d{10}$)/, '');
  // Within some countries, people dial a leading zero that isn't part of the international number.
  const fromElsewhere = key.replace(/^0+/, '');
  return key.length >= 7 && fromElsewhere !== key ? [key, fromElsewhere] : [key];
}

/** True if a result of `searchText` matches a search. */
export function isFound({ words, whole }: Sought, text: string): boolean {
  const has = (piece: string) => text.includes(piece);
  return words.every((pieces) => pieces.some(has)) || whole.some(has);
}
