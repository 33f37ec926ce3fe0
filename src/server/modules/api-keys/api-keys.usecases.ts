import { tryWriteGuarded } from '@/db/guarded-batch';
import type { KeyExtra, KeyScope } from '@/domain/access/access.schema';
import { DomainError } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { AnyCall, UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import { type Caller, standingOf } from '../auth/actor-of-session.usecases';
import { endKeys } from '../auth/end-keys';
import { hashToken, newToken } from '../auth/tokens';
import {
  type ApiKeyRow,
  allApiKeys,
  findKey,
  insertApiKey,
  keyIsStillValid,
  revokeIfValid,
  selectApiKey,
  touchApiKey,
} from './api-keys.repository';

/** Every key starts with this prefix, so that secret scanners can recognize a leaked one. */
const PREFIX = 'dk_';
/** Limits how often a key's last use is written. */
const TOUCH_EVERY_MS = 5 * 60_000;

export type ApiKeyView = Omit<ApiKeyRow, 'tokenHash' | 'createdBy' | 'extras'> & {
  extras: readonly KeyExtra[];
  createdByName: string;
};

/** Creates a key for an outside program. The key itself is only in this response. */
export async function createApiKey(
  call: UserCall,
  input: { name: string; scope: KeyScope; extras: KeyExtra[] },
): Promise<{ key: string; id: string }> {
  const { deps, actor } = call;
  const now = deps.clock.now();
  const key = PREFIX + newToken();
  const id = deps.ids.next();
  const row = {
    id,
    name: input.name,
    start: key.slice(0, PREFIX.length + 5),
    tokenHash: hashToken(key),
    scope: input.scope,
    extras: input.extras,
    createdBy: actor.userId,
    createdAt: now,
  };
  await tryWriteGuarded(deps.db, {
    guard: insertApiKey(deps.db.orm, row),
    audit: audit(call, {
      action: 'api_key.created',
      after: { keyId: id, name: input.name, scope: input.scope, extras: input.extras },
    }),
  });
  return { key, id };
}

/** Lists every key, including revoked ones, because audit entries name them. */
export async function listApiKeys({ deps }: UserCall): Promise<ApiKeyView[]> {
  const rows = await allApiKeys(deps.db.orm);
  return rows.map(({ key: { tokenHash, createdBy, ...key }, fullName, username }) => ({
    ...key,
    extras: key.extras ?? [],
    createdByName: fullName ?? username,
  }));
}

/** Revokes a key immediately. Revoking it twice is harmless. */
export async function revokeApiKey(call: UserCall, input: { id: string }): Promise<{ ok: true }> {
  const { deps } = call;
  const [key] = await selectApiKey(deps.db.orm, input.id);
  if (!key) return { ok: true };
  await tryWriteGuarded(deps.db, {
    guard: revokeIfValid(deps.db.orm, key.id, deps.clock.now()),
    audit: audit(call, {
      action: 'api_key.revoked',
      before: { keyId: key.id, name: key.name, scope: key.scope },
    }),
  });
  return { ok: true };
}

const SYSTEM: Actor = { kind: 'system', name: 'API keys' };

/** The caller that an API key identifies, with the key's permissions. */
export type KeyCaller = Caller & { scope: KeyScope; extras: readonly KeyExtra[]; keyId: string };

/**
 * Returns the caller of a key: the admin who created it, under a name that shows audit readers that
 * a key was used. If that user is no longer an admin, all of their keys end for good. They don't
 * work again even if the user becomes an admin again.
 * @throws `unauthenticated` if the key isn't valid
 */
export async function callerOfKey({ deps }: AnyCall, key: string): Promise<KeyCaller> {
  const isOurs = key.startsWith(PREFIX) && key.length < 100;
  const found = isOurs ? await findKey(deps.db.orm, hashToken(key)) : null;
  if (found && found.user.role !== 'admin') await endKeys({ deps, actor: SYSTEM }, found.user.id);
  if (found?.user.role !== 'admin') {
    throw new DomainError('unauthenticated', 'This API key isn’t valid.');
  }
  const now = deps.clock.now();
  const { lastUsedAt } = found.key;
  if (lastUsedAt === null || now - lastUsedAt > TOUCH_EVERY_MS) {
    await touchApiKey(deps.db, found.key.id, now, TOUCH_EVERY_MS);
  }
  return {
    scope: found.key.scope,
    extras: found.key.extras ?? [],
    keyId: found.key.id,
    standing: {
      precondition: standingOf(deps, keyIsStillValid(found)),
      wasRead: true,
      renew: () => callerOfKey({ deps }, key),
    },
    actor: {
      kind: 'user',
      userId: found.user.id,
      role: 'admin',
      name: `${found.user.fullName ?? found.user.username} (API key ${found.key.name})`,
      driverId: null,
    },
  };
}
