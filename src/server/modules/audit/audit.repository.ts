import { and, eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { auditLog } from '@/db/schema';
import type { AuditAction } from '@/domain/audit/actions';

/** The entry of that id and action; no row where it was not written. */
export function selectAuditEntry(orm: Queryable, id: string, action: AuditAction) {
  return orm
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.id, id), eq(auditLog.action, action)));
}

/** One entry of that action, or null. */
export async function findAuditEntry(orm: Queryable, id: string, action: AuditAction) {
  const [row] = await selectAuditEntry(orm, id, action);
  return row ?? null;
}
