/**
 * Folds text for searching and sorting: removes capitals, accents, apostrophes, and other
 * differences that people don't type or can't see. Folded text is never shown. It never identifies
 * a person either, because two people's names can have the same folded text. To compare accounts,
 * use `foldedName`.
 */

/** Letters that Unicode doesn't decompose, mapped to the ones an English keyboard has. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ß: 'ss',
  ı: 'i',
  ς: 'σ',
};
const UNLIKE_TYPED = /[øłđðþæœħŧŋĸßıς]/gu;

const APOSTROPHES = /['`´‘’‛′ʹʻʼʽˈ՚׳]/gu;
const QUOTES = /[“”„‟«»″]/gu;
const DASHES = /[\p{Pd}\u2212]/gu;
/** Accents and vowel points. Vowel signs of other scripts stay because they change the word. */
const MARKS = /(?=\p{M})[\p{sc=Inherited}\p{sc=Hebrew}]/gu;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}]/gu;
const SPACES = /[\s\p{Cc}]+/gu;

/**
 * Text that needs only lowercasing and fewer spaces. Most text matches, so this is the fast path.
 */
const PLAIN = /^[ -&(-_a-~]*$/;

/** Converts digits of every script to 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}

/**
 * Folds text for searches and sorted lists. It's applied to both the stored text and the typed
 * text.
 * @returns the same text for "Élodie O’Brien", "ELODIE OBRIEN", and "elodie o'brien"
 */
export function foldedText(text: string): string {
  const folded = PLAIN.test(text) ? text.toLowerCase() : foldedLetters(text);
  return folded.replace(/ {2,}/g, ' ').trim();
}

function foldedLetters(text: string): string {
  const seen = text.replace(SPACES, ' ').replace(UNSEEN, '');
  const apart = seen.replace(APOSTROPHES, '').normalize('NFKD').replace(MARKS, '');
  const small = apart
    .toLowerCase()
    .replace(UNLIKE_TYPED, (letter) => PLAIN_LETTERS[letter] ?? letter);
  const plain = small.replace(APOSTROPHES, '').replace(QUOTES, '"').replace(DASHES, '-');
  return plainDigits(plain.replace(SPACES, ' ')).normalize('NFC');
}

/**
 * Compares two texts in alphabetical order: Élodie sorts after Edward, and Łukasz sorts under L.
 */
export function byAlphabet(a: string, b: string): number {
  const [first, second] = [foldedText(a), foldedText(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}
