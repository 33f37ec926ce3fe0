import { and, eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { auditLog } from '@/db/schema';
import type { AuditAction } from '@/domain/audit/actions';

/** One entry of that action, or null. */
export async function findAuditEntry(orm: Queryable, id: string, action: AuditAction) {
  const [row] = await orm
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.id, id), eq(auditLog.action, action)));
  return row ?? null;
}
