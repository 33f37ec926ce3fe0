/**
 * Checks text that people typed before a message repeats it. Email programs turn anything that
 * looks like a link into a link. Without the check, a stranger could send links in our name to any
 * address.
 */

/** Letters, spaces, and . ' \u2019 -, at most 40 characters. */
const NAME = /^[\p{L}\p{M} .'\u2019-]{1,40}$/u;
/**
 * Like the pattern above, but also allows the digits and punctuation that addresses and docks have.
 */
const LOCATION = /^[\p{L}\p{M}\p{N} .,'\u2019#&()/-]{1,120}$/u;
/** Text that an email program could turn into a link, such as "lake.example" or "//". */
const LIKE_A_LINK = /\.[\p{L}\p{N}]|\/\//u;

const isPlain = (text: string, allowed: RegExp) => allowed.test(text) && !LIKE_A_LINK.test(text);

/** Returns the name for use in a message, or null if it's too long or could contain a link. */
export function nameInMessage(name: string | null): string | null {
  const trimmed = name?.trim() ?? '';
  return isPlain(trimmed, NAME) ? trimmed : null;
}

/** Replaces a location that a message can't repeat. */
export const SOME_LOCATION = 'your dock';

/** Replaces a boat's name that a message can't repeat. */
export const SOME_BOAT = 'your boat';

/** Returns the location for use in a message, or `SOME_LOCATION` if it could contain a link. */
export function locationInMessage(location: string): string {
  const trimmed = location.trim();
  return isPlain(trimmed, LOCATION) ? trimmed : SOME_LOCATION;
}

/** Returns the slip for use in a message, or null if it's too long or could contain a link. */
export function slipInMessage(slip: string | null): string | null {
  const trimmed = slip?.trim() ?? '';
  return isPlain(trimmed, LOCATION) ? trimmed : null;
}

/** Returns a boat's name for use in a message, or `SOME_BOAT` if it could contain a link. */
export function boatInMessage(name: string): string {
  const trimmed = name.trim();
  return isPlain(trimmed, LOCATION) ? trimmed : SOME_BOAT;
}

/**
 * Removes the keys from the links to deliveries and waiting list entries in a message. After the
 * message is sent, only the customer may have them.
 */
export function withoutKeys(body: string): string {
  return body.replace(/manage=\S+/g, 'manage=…').replace(/\/([dw])\/[0-9A-Za-z]{22}/g, '/$1/…');
}
