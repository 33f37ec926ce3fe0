/** A file's text. `isOldEncoding` is true if accents may be wrong, because it isn't in UTF-8. */
export type FileText = { text: string; isOldEncoding: boolean };

/** The longest file, in characters, and the message for a longer one. */
export type FileLimit = { length: number; tooLong: string };

/** UTF-8 needs up to 4 bytes for a character. */
const BYTES = 4;

/**
 * Reads a text file in UTF-8 or UTF-16, or else as older Excel versions save it (Windows-1252).
 *
 * @returns a message for people if it's too long or isn't text
 */
export async function readTextFile(
  file: Blob,
  { length, tooLong }: FileLimit,
): Promise<FileText | string> {
  if (file.size > BYTES * length) return tooLong;
  const read = decoded(new Uint8Array(await file.arrayBuffer()));
  if (read.text.length > length) return tooLong;
  return read.text.includes('\0') ? NOT_TEXT : read;
}

const NOT_TEXT =
  'This isn’t a CSV file. In your spreadsheet, save the list as CSV, then select that file.';

function decoded(bytes: Uint8Array): FileText {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : null;
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), isOldEncoding: false };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isOldEncoding: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isOldEncoding: true };
  }
}
