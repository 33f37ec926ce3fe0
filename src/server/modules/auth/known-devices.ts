/**
 * The purpose of the signatures in a known device's cookie. For each account, the cookie has a
 * random ID, the time of the last sign-in, our signature over these and the user, and a fingerprint
 * of each sign-in name. It contains no names, gives no access, and is useless for other accounts.
 */
import { signInKey } from '@/domain/account/email';
import { KNOWN_DEVICE_MS } from '@/domain/policy';
import type { Deps } from '@/server/config/deps';
import { isSigned, secretsOf, sign } from './tokens';

const PURPOSE = 'known device';
const NAME_PURPOSE = 'name on a known device';
const MARK_LENGTH = 22;
/**
 * Maximum number of accounts that are remembered for one device. The one with the least recent sign-in is
 * dropped first.
 */
const MOST_NOTES = 6;

type Keys = Pick<Deps, 'settings' | 'clock'>;
type Note = { id: string; at: string; signature: string; marks: readonly string[] };
/** A user who signs in on a device, and their sign-in names. */
export type KnownUser = { id: string; names: readonly string[] };

const NOTE = /^([\w-]{36})\.([0-9a-z]{1,12})\.([\w-]{43})((?:\.[\w-]{22}){0,2})$/;
const signedText = (userId: string, id: string, at: string) => `${userId}:${id}:${at}`;

function readNotes(cookie: string | null): Note[] {
  if (!cookie || cookie.length > 2_000) return [];
  return cookie.split('~').flatMap((text) => {
    const [, id, at, signature, marks = ''] = NOTE.exec(text) ?? [];
    return id && at && signature ? [{ id, at, signature, marks: marks.split('.').slice(1) }] : [];
  });
}

function isNoteOf({ settings, clock }: Keys, { id, at, signature }: Note, userId: string): boolean {
  const text = signedText(userId, id, at);
  if (!isSigned(settings, PURPOSE, text, signature)) return false;
  return clock.now() - Number.parseInt(at, 36) < KNOWN_DEVICE_MS;
}

/**
 * Returns the device's ID for a user who has signed in on it. Null for someone else's cookie, or
 * none.
 */
export function deviceOf(keys: Keys, cookie: string | null, userId: string): string | null {
  return readNotes(cookie).find((note) => isNoteOf(keys, note, userId))?.id ?? null;
}

/** Fingerprints a sign-in name, however it's typed. */
const markOf = (secret: string, id: string, name: string) =>
  sign(secret, NAME_PURPOSE, `${id}:${signInKey(name)}`).slice(0, MARK_LENGTH);

/**
 * Returns the device's ID for the user who signed in with this name, or null. Someone else may have
 * the name now, so the caller also checks `deviceOf`.
 */
export function deviceOfName(keys: Keys, cookie: string | null, name: string): string | null {
  const secrets = secretsOf(keys.settings);
  const isOfName = ({ id, marks }: Note) =>
    secrets.some((secret) => marks.includes(markOf(secret, id, name)));
  return readNotes(cookie).find(isOfName)?.id ?? null;
}

/** Returns the device's cookie after these users signed in. IDs it already has don't change. */
export function withUsers(
  deps: Keys & Pick<Deps, 'ids'>,
  cookie: string | null,
  users: readonly KnownUser[],
): string {
  const at = deps.clock.now().toString(36);
  const fresh = users.map(({ id: userId, names }) => {
    const id = deviceOf(deps, cookie, userId) ?? deps.ids.next();
    return {
      id,
      at,
      signature: sign(deps.settings.appSecret, PURPOSE, signedText(userId, id, at)),
      marks: names.map((name) => markOf(deps.settings.appSecret, id, name)),
    };
  });
  const others = readNotes(cookie).filter(({ id }) => fresh.every((note) => note.id !== id));
  return [...fresh, ...others]
    .slice(0, MOST_NOTES)
    .map(({ id, at, signature, marks }) => [id, at, signature, ...marks].join('.'))
    .join('~');
}
