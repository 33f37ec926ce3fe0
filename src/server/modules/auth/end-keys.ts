import type { ConditionalWrite } from '@/db/guarded-batch';
import type { Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import { revokeKeysOf, selectKeysOf } from './keys.repository';

/**
 * Returns the writes that revoke all of a user's API keys, with an audit entry for each. A key
 * created between this read and the batch is revoked without an entry.
 */
export async function endingKeys(call: Call, userId: string): Promise<ConditionalWrite[]> {
  const { db, clock } = call.deps;
  const keys = await selectKeysOf(db.orm, userId);
  return [
    ...keys.map(
      ({ id, name, scope }): ConditionalWrite =>
        audit(call, { action: 'api_key.revoked', before: { keyId: id, name, scope } }).write,
    ),
    (orm, onlyIf) => revokeKeysOf(orm, userId, clock.now(), onlyIf),
  ];
}

/** Revokes a user's API keys immediately. */
export async function endKeys(call: Call, userId: string): Promise<void> {
  const writes = await endingKeys(call, userId);
  await call.deps.db.batch((orm) => writes.map((write) => write(orm)));
}
