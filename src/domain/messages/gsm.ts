/**
 * The alphabet of text messages. A phone company sends 160 of these characters as one text. A single
 * other character would cut that to 70.
 */

/** Maximum length of a text that isn't split. */
export const TEXT_LENGTH = 160;

const BASIC = new Set(
  '@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà\n\r',
);
/** Characters that count twice. */
const EXTENDED = new Set('^{}\\[~]|€');

/** Characters that we use, with their plain form in this alphabet. */
const PLAIN: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
};

const isGsm = (char: string) => BASIC.has(char) || EXTENDED.has(char);

/**
 * Converts a text to this alphabet. Accents it doesn't have are removed, and so are letters of
 * other alphabets.
 */
export function toGsm(text: string): string {
  return [...text.normalize('NFC')]
    .map((char) => {
      if (isGsm(char)) return char;
      const plain = PLAIN[char] ?? char.normalize('NFD').replace(/\p{M}/gu, '');
      return [...plain].every(isGsm) ? plain : '';
    })
    .join('');
}

/** Counts a text's characters as phone companies do. The text must use only this alphabet. */
export function gsmLength(text: string): number {
  return [...text].reduce((sum, char) => sum + (EXTENDED.has(char) ? 2 : 1), 0);
}
