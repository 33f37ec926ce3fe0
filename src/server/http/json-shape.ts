import { isPhoto } from '@/domain/photos';

/** More than any valid input has. Our own pages send a few hundred parts. */
const MOST_PARTS = 20_000;
const DEEPEST = 32;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/**
 * True if a text can be parsed as JSON quickly: it isn't deeply nested, has few parts, and isn't
 * longer than `most` without its photos. JSON.parse and superjson need seconds for megabytes of
 * brackets. Text that isn't JSON at all is left to JSON.parse.
 */
export function isQuicklyRead(text: string, most: number): boolean {
  let depth = 0;
  let parts = 0;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    length += 1;
    if (code === QUOTE) {
      const end = endOfString(text, at, at + most);
      if (end === null) return false;
      if (!isPhoto(text.slice(at + 1, at + 20))) length += end - at;
      at = end;
      parts += 1;
    } else if (OPENING.includes(code)) depth += 1;
    else if (CLOSING.includes(code)) depth -= 1;
    else if (code === COMMA || code === COLON) parts += 1;
    if (depth > DEEPEST || parts > MOST_PARTS || length > most) return false;
  }
  return true;
}

/**
 * Returns where the string that starts at `start` ends, or null if it would take long to find out.
 * Only the text before `latest` may contain escapes, because photo data has none.
 */
function endOfString(text: string, start: number, latest: number): number | null {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) {
    if (end > latest) return null;
    end = text.indexOf('"', end + 1);
  }
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}
