/**
 * Checks of people's own words before a message repeats them. Email programs turn anything that looks
 * like a link into one, so a stranger could otherwise send links in our name to any address.
 */

/** Letters, space, . ' \u2019 and -, at most 40. */
const NAME = /^[\p{L}\p{M} .'\u2019-]{1,40}$/u;
/** The same, and the signs that addresses and docks have too. */
const LOCATION = /^[\p{L}\p{M}\p{N} .,'\u2019#&()/-]{1,120}$/u;
/** "lake.example", "//": may be read as an internet address. */
const LIKE_A_LINK = /\.[\p{L}\p{N}]|\/\//u;

const isPlain = (text: string, allowed: RegExp) => allowed.test(text) && !LIKE_A_LINK.test(text);

/** The name for use in a message; null if it's too long or may contain a link. */
export function nameInMessage(name: string | null): string | null {
  const trimmed = name?.trim() ?? '';
  return isPlain(trimmed, NAME) ? trimmed : null;
}

/** Used in place of a location that a message can't repeat. */
export const SOME_LOCATION = 'your dock';

/** Used in place of a boat's name that a message can't repeat. */
export const SOME_BOAT = 'your boat';

/** The location for use in a message. */
export function locationInMessage(location: string): string {
  const trimmed = location.trim();
  return isPlain(trimmed, LOCATION) ? trimmed : SOME_LOCATION;
}

/** The slip for use in a message; null if it's too long or may contain a link. */
export function slipInMessage(slip: string | null): string | null {
  const trimmed = slip?.trim() ?? '';
  return isPlain(trimmed, LOCATION) ? trimmed : null;
}

/** A boat's name for use in a message. */
export function boatInMessage(name: string): string {
  const trimmed = name.trim();
  return isPlain(trimmed, LOCATION) ? trimmed : SOME_BOAT;
}

/** A message without the keys in its delivery links: once it's sent, only the customer has them. */
export function withoutKeys(body: string): string {
  return body.replace(/manage=\S+/g, 'manage=…').replace(/\/d\/[0-9A-Za-z]{22}/g, '/d/…');
}
