import type { KeyScope } from '@/domain/access/schemas';
import { DomainError } from '@/domain/errors';
import type { UserActor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import { insertAudit } from '../audit/audit.repository';
import { EMERGENCY_USER } from '../auth/emergency.usecases';
import { hashToken, newToken } from '../auth/tokens';
import {
  type ApiKeyRow,
  allApiKeys,
  findWorkingKey,
  insertApiKey,
  revokeKey,
  touchApiKey,
} from './api-keys.repository';

type Call = { deps: Deps; actor: UserActor };

/** Every key of ours starts so, which lets scanners for leaked secrets find it. */
const PREFIX = 'dk_';
/** "Last used" is written at most once in this time. */
const TOUCH_EVERY_MS = 5 * 60_000;
const NOT_IN_EMERGENCY = 'Please sign in with your own account to make an API key.';

export type ApiKeyView = Omit<ApiKeyRow, 'tokenHash' | 'createdBy'> & { createdByName: string };

/**
 * Makes a key for an outside caller. The key itself is in this answer and nowhere else. Throws
 * `forbidden` in an emergency session, which must leave nothing behind that opens the door again.
 */
export async function createApiKey(
  { deps, actor }: Call,
  input: { name: string; scope: KeyScope },
): Promise<{ key: string; id: string }> {
  if (actor.userId === EMERGENCY_USER) throw new DomainError('forbidden', NOT_IN_EMERGENCY);
  const now = deps.clock.now();
  const key = PREFIX + newToken();
  const id = deps.ids.next();
  const row = {
    id,
    name: input.name,
    start: key.slice(0, PREFIX.length + 5),
    tokenHash: hashToken(key),
    scope: input.scope,
    createdBy: actor.userId,
    createdAt: now,
  };
  await deps.db.transaction(async (tx) => {
    await insertApiKey(tx, row);
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: null,
      actor,
      action: 'api_key.created',
      after: { keyId: id, name: input.name, scope: input.scope },
      at: now,
    });
  });
  return { key, id };
}

/** Every key, revoked ones too, so that the audit trail can be read. */
export async function listApiKeys({ deps }: Call): Promise<ApiKeyView[]> {
  const rows = await allApiKeys(deps.db.orm);
  return rows.map(({ key: { tokenHash, createdBy, ...key }, fullName, username }) => ({
    ...key,
    createdByName: fullName ?? username,
  }));
}

/** Ends a key at once. Revoking one twice is harmless. */
export async function revokeApiKey(
  { deps, actor }: Call,
  input: { id: string },
): Promise<{ ok: true }> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const gone = await revokeKey(tx, input.id, now);
    if (!gone) return;
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: null,
      actor,
      action: 'api_key.revoked',
      before: { keyId: gone.id, name: gone.name, scope: gone.scope },
      at: now,
    });
  });
  return { ok: true };
}

/**
 * Whom a key acts for: the admin who made it, while that user is an admin, under a name that tells
 * the audit trail it was the key. Throws `unauthenticated` for any other.
 */
export async function actorOfKey(
  { deps }: { deps: Deps },
  key: string,
): Promise<{ actor: UserActor; scope: KeyScope }> {
  const isOurs = key.startsWith(PREFIX) && key.length < 100;
  const found = isOurs ? await findWorkingKey(deps.db.orm, hashToken(key)) : null;
  if (!found) throw new DomainError('unauthenticated', 'That API key is not valid.');
  const now = deps.clock.now();
  const { lastUsedAt } = found.key;
  if (lastUsedAt === null || now - lastUsedAt > TOUCH_EVERY_MS) {
    await touchApiKey(deps.db, found.key.id, now, TOUCH_EVERY_MS);
  }
  return {
    scope: found.key.scope,
    actor: {
      kind: 'user',
      userId: found.user.id,
      role: 'admin',
      name: `${found.user.fullName ?? found.user.username} (API key ${found.key.name})`,
      driverId: null,
    },
  };
}
