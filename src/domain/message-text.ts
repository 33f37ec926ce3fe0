/**
 * What people type and a message repeats. An e-mail program makes a link of anything that looks like
 * one, so that a stranger could send links in our name to any address (D78).
 */

/** Letters, space, . ' \u2019 and -, at most 40. */
const NAME = /^[\p{L}\p{M} .'\u2019-]{1,40}$/u;
/** The same with what addresses and docks have besides. */
const LOCATION = /^[\p{L}\p{M}\p{N} .,'\u2019#&()/-]{1,120}$/u;
/** "lake.example", "//": what may be taken for an address of the internet. */
const LIKE_A_LINK = /\.[\p{L}\p{N}]|\/\//u;

const isPlain = (text: string, allowed: RegExp) => allowed.test(text) && !LIKE_A_LINK.test(text);

/** The name as a message may say it; null for one that is too long or may hold a link. */
export function nameInMessage(name: string | null): string | null {
  const trimmed = name?.trim() ?? '';
  return isPlain(trimmed, NAME) ? trimmed : null;
}

/** What a message says in place of a location. */
export const SOME_LOCATION = 'your dock';

/** The location as a message may say it. */
export function locationInMessage(location: string): string {
  return isPlain(location.trim(), LOCATION) ? location : SOME_LOCATION;
}

/** A message without the keys of its links to a delivery: once it is sent they are the customer's alone. */
export function withoutKeys(body: string): string {
  return body.replace(/manage=\S+/g, 'manage=…').replace(/\/d\/[0-9A-Za-z]{22}/g, '/d/…');
}
