import { type AuditWrite, type Computed, inserting } from '@/db/guarded-batch';
import { auditLog } from '@/db/schema';
import type { AuditAction } from '@/domain/audit/actions';
import type { Actor } from '@/domain/roles';
import type { Call } from '@/server/config/call';
import { versionOf } from './audit.repository';

export type AuditEntry = {
  action: AuditAction;
  appointmentId?: string | null;
  /** What the change found and left, by column. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown> | Computed;
  /** Given only to an entry that must be written once: the same id again writes no second one. */
  id?: string;
};

/**
 * The statement that records an action (D45), for the write that does it. The call says who acts and
 * when.
 */
export function audit({ deps, actor }: Call, { id, ...entry }: AuditEntry): AuditWrite {
  const row = {
    ...entry,
    ...actorColumns(actor),
    id: id ?? deps.ids.next(),
    version: entry.appointmentId ? versionOf(entry.appointmentId) : null,
    at: deps.clock.now(),
  };
  return { id: row.id, write: inserting(auditLog, row, { unlessKnown: auditLog.id }) };
}

/** The named columns of a row, as an entry tells them before or after. */
export function columnsOf(row: Record<string, unknown>, keys: string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, row[key]]));
}

function actorColumns(actor: Actor) {
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
