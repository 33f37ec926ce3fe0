/**
 * The alphabet of text messages. A phone company sends 160 of these characters as one text. A single
 * other character would cut that to 70.
 */

/** Characters of a text that isn't split. */
export const TEXT_LENGTH = 160;

const BASIC = new Set(
  '@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà\n\r',
);
/** Characters that count twice. */
const EXTENDED = new Set('^{}\\[~]|€');

/** Characters of ours that have a plain form there. */
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

/** Writes a text in that alphabet. Accents that it lacks are left out, and so are other alphabets. */
export function toGsm(text: string): string {
  return [...text.normalize('NFC')]
    .map((char) => {
      if (isGsm(char)) return char;
      const plain = PLAIN[char] ?? char.normalize('NFD').replace(/\p{M}/gu, '');
      return [...plain].every(isGsm) ? plain : '';
    })
    .join('');
}

/** Counts a text's characters as phone companies do. Only for text in that alphabet. */
export function gsmLength(text: string): number {
  return [...text].reduce((sum, char) => sum + (EXTENDED.has(char) ? 2 : 1), 0);
}
