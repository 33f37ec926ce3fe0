import { phoneDigits } from '@/domain/phone';

/** More words than these say nothing more. */
const MOST_WORDS = 8;

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** A piece of a phone number as people type one: at least three digits, and no letter. */
function digitsIn(text: string): string | null {
  if (!/^[\d\s()+./-]+$/.test(text)) return null;
  const digits = phoneDigits(text).replace(/^1(?=\d{10}$)/, '');
  return digits.length < 3 ? null : digits;
}

/** A word of one letter is looked for whole, one of two where a word begins: trigrams know no less. */
function wordIn(word: string): string {
  const { length } = Array.from(word);
  const digits = digitsIn(word);
  const spaced = length === 1 ? ` ${word} ` : length === 2 ? ` ${word}` : word;
  return digits && digits !== word ? `(${quoted(spaced)} OR ${quoted(digits)})` : quoted(spaced);
}

/**
 * What people typed as an expression for MATCH on a search table (schema/search.ts): every word stands
 * somewhere in the text, in any case and without its accents, and a phone number is found however it is
 * written. Null where nothing was typed.
 */
export function searchExpression(typed: string): string | null {
  const words = typed.replaceAll('\0', ' ').split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  if (words.length === 0) return null;
  const all = words.map(wordIn).join(' AND ');
  const digits = digitsIn(words.join(' '));
  return digits && words.length > 1 ? `(${all}) OR ${quoted(digits)}` : all;
}
