import { and, eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { deviceActions } from '@/db/schema';
import type { Actor } from '@/domain/roles';

/** Whether this user's device has done what it calls by this key. */
export async function isActionDone(orm: Queryable, actor: Actor, key: string): Promise<boolean> {
  if (actor.kind !== 'user') return false;
  const [row] = await orm
    .select({ key: deviceActions.key })
    .from(deviceActions)
    .where(and(eq(deviceActions.userId, actor.userId), eq(deviceActions.key, key)));
  return row !== undefined;
}

/** Remembers an action, in the write that does it. A second one of that key is refused by the table. */
export async function recordAction(
  orm: Queryable,
  actor: Actor,
  action: { key: string; kind: string; appointmentId: string; at: number },
): Promise<void> {
  if (actor.kind !== 'user') return;
  await orm.insert(deviceActions).values({ userId: actor.userId, ...action });
}
