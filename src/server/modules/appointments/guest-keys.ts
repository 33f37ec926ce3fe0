/**
 * Signs the list of a browser's guest keys and links, which is one cookie
 * (docs/decisions/2026-11-26-guests-on-one-browser.md).
 */

import { MOST_KEYS, newestOpen, type VisitorKey, withKey } from '@/domain/appointment/guest-keys';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import type { Deps } from '@/server/config/deps';
import { isSigned, sign } from '../auth/tokens';
import { selectAppointments, selectByLink } from './appointments.repository';
import {
  fits,
  hasLink,
  isLinkToken,
  isOver,
  type KeptTokens,
  linkHashesOf,
  type Opened,
  openedWith,
  signedKeyOf,
  visitorKey,
} from './delivery-link';

const PURPOSE = 'guest-keys';
/** Longer values can't be ours, so they aren't parsed. */
const LONGEST = 4_000;

type Signing = Pick<Deps, 'settings'>;
type Written = [id: string, linkVersion: number, kind: VisitorKey['kind'], isDormant: 0 | 1];

/** Writes the cookie's value. */
export function writeKeys({ settings }: Signing, keys: readonly VisitorKey[]): string {
  const list = keys.map(
    (key): Written => [key.appointmentId, key.linkVersion, key.kind, key.isDormant ? 1 : 0],
  );
  const text = Buffer.from(JSON.stringify(list)).toString('base64url');
  return `${text}.${sign(settings.appSecret, PURPOSE, text)}`;
}

/** Reads the keys of a cookie. Returns none if the signature isn't ours. */
function readList({ settings }: Signing, value: string): VisitorKey[] {
  const [text = '', signature = '', ...more] = value.length > LONGEST ? [] : value.split('.');
  const isOurs = more.length === 0 && isSigned(settings, PURPOSE, text, signature);
  if (!isOurs) return [];
  const list = JSON.parse(Buffer.from(text, 'base64url').toString()) as Written[];
  return list.map(([appointmentId, linkVersion, kind, isDormant]) => ({
    appointmentId,
    linkVersion,
    kind,
    isDormant: isDormant === 1,
  }));
}

/**
 * Reads the keys from a browser's cookies.
 *
 * @param cookies.manage the cookie of an earlier release, which had one token
 */
export function readKeys(
  deps: Signing,
  cookies: { keys: string | null; manage: string | null },
): Pick<KeptTokens, 'keys' | 'oldLink'> {
  const keys = cookies.keys === null ? [] : readList(deps, cookies.keys);
  const { manage } = cookies;
  if (manage === null) return { keys, oldLink: null };
  const old = signedKeyOf(deps, manage);
  if (old) return { keys: withKey(keys, old), oldLink: null };
  return { keys, oldLink: isLinkToken(manage) ? manage : null };
}

/**
 * Reads the rows of all keys in the browser, even of expired ones, and of the link from an earlier
 * release.
 */
async function rowsOf(deps: Deps, { keys, oldLink }: Pick<KeptTokens, 'keys' | 'oldLink'>) {
  if (keys.length === 0 && oldLink === null) return { keys, rows: [] };
  const ids = keys.map(({ appointmentId }) => appointmentId);
  const hashes = oldLink === null ? [] : linkHashesOf(deps, oldLink);
  const [rows, linked = []] = await deps.db.read((orm) => [
    selectAppointments(orm, ids),
    ...(hashes.length === 0 ? [] : [selectByLink(orm, hashes)]),
  ]);
  const row = linked.find((one) => oldLink !== null && hasLink(deps, one, oldLink));
  const isNew = row && !rows.some(({ id }) => id === row.id);
  return {
    keys: row ? withKey(keys, visitorKey(row, 'link')) : keys,
    rows: isNew ? [...rows, row] : rows,
  };
}

/** Lists the appointments that a browser's keys and links open, newest first. */
export async function openedIn(deps: Deps, kept: KeptTokens): Promise<Opened[]> {
  const { keys, rows } = await rowsOf(deps, kept);
  const ids = [...new Set(keys.map(({ appointmentId }) => appointmentId))];
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id);
    const opens = row && !isOver(deps, row) && keys.some((key) => fits(key, row));
    return opens ? openedWith(deps, row, { ...kept, keys }, null) : [];
  });
}

/** Adds a key to a browser's keys. If there are too many, only the newest open ones are kept. */
export async function keysWith(
  deps: Deps,
  kept: KeptTokens,
  added: VisitorKey,
): Promise<readonly VisitorKey[]> {
  // Most browsers have few keys. For those, the query is skipped.
  const isSimple = kept.oldLink === null && kept.keys.length < MOST_KEYS;
  if (isSimple) return withKey(kept.keys, added);
  const { keys, rows } = await rowsOf(deps, kept);
  const now = deps.clock.now();
  const open = rows.filter(
    ({ status, holdExpiresAt, remainingBalanceCents }) =>
      remainingBalanceCents > 0 ||
      (!CLOSED_STATUSES.includes(status) && (holdExpiresAt === null || holdExpiresAt > now)),
  );
  return newestOpen(
    withKey(keys, added),
    (key) => key === added || open.some((row) => fits(key, row)),
  );
}

/** Returns the browser's keys without those of one appointment. */
export async function keysWithout(
  deps: Deps,
  kept: KeptTokens,
  id: string,
): Promise<readonly VisitorKey[]> {
  return (await allKeys(deps, kept)).filter(({ appointmentId }) => appointmentId !== id);
}

/**
 * Marks all of a browser's keys as dormant, so that they don't open anything while this person is
 * signed in.
 */
export async function dormantKeys(deps: Deps, kept: KeptTokens): Promise<readonly VisitorKey[]> {
  return (await allKeys(deps, kept)).map((key) => ({ ...key, isDormant: true }));
}

const allKeys = async (deps: Deps, kept: KeptTokens): Promise<readonly VisitorKey[]> =>
  kept.oldLink === null ? kept.keys : (await rowsOf(deps, kept)).keys;
