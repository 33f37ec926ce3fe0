import { foldedText } from '../folding';

/**
 * True if a line's texts contain every word of the filter, in any order. "No" belongs to the word
 * after it, so that "No card" doesn't match a line with "No driver" and "Card saved".
 */
export function matchesFilter(texts: readonly string[], filter: string): boolean {
  const text = foldedText(texts.join(' '));
  const parts = foldedText(filter).match(/\bno \S+|\S+/g) ?? [];
  return parts.every((part) => text.includes(part));
}
