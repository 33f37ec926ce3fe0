import { and, eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { auditLog } from '@/db/schema';
import type { Actor } from '@/domain/roles';

export type AuditEntry = {
  id: string;
  appointmentId: string | null;
  actor: Actor;
  action: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  at: number;
};

/** The statement that records who did what; it goes into the same write as what was done (D45). */
export function insertAudit(orm: Queryable, entry: AuditEntry) {
  const { actor, ...row } = entry;
  return orm.insert(auditLog).values({ ...row, ...auditActor(actor) });
}

/** The named columns of a row, as an entry says what they were or became. */
export function columnsOf(row: Record<string, unknown>, keys: string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, row[key]]));
}

function auditActor(actor: Actor) {
  switch (actor.kind) {
    case 'user':
      return { actorKind: actor.role, actorId: actor.userId, actorName: actor.name };
    case 'guest':
      return { actorKind: 'guest', actorId: null, actorName: 'Guest' };
    case 'system':
      return { actorKind: 'system', actorId: null, actorName: actor.name };
    case 'visitor':
      return { actorKind: 'visitor', actorId: null, actorName: 'Visitor' };
  }
}

/** One entry of that action, or null. */
export async function findAuditEntry(orm: Queryable, id: string, action: string) {
  const [row] = await orm
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.id, id), eq(auditLog.action, action)));
  return row ?? null;
}
