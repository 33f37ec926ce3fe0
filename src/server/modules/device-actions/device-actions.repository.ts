import { and, eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, inserting } from '@/db/guarded-batch';
import { deviceActions } from '@/db/schema';
import type { Actor } from '@/domain/roles';
import type { Call } from '@/server/config/call';
import type { DeviceAction } from './device-action';

/**
 * Selects the action that this user's device has done under a key. Returns no row without a key.
 */
export function selectAction(orm: Queryable, actor: Actor, key: string | undefined) {
  const userId = actor.kind === 'user' ? actor.userId : '';
  return orm
    .select({
      kind: deviceActions.kind,
      appointmentId: deviceActions.appointmentId,
      contentHash: deviceActions.contentHash,
    })
    .from(deviceActions)
    .where(and(eq(deviceActions.userId, userId), eq(deviceActions.key, key ?? '')));
}

/** Records an action in the same write as its effect. Null if there is no key. */
export function recordAction(
  { deps, actor }: Call,
  key: string | undefined,
  action: DeviceAction,
): ConditionalWrite | null {
  if (actor.kind !== 'user' || !key) return null;
  const row = { userId: actor.userId, key, ...action, at: deps.clock.now() };
  return inserting(deviceActions, row, { unlessKnown: [deviceActions.userId, deviceActions.key] });
}
