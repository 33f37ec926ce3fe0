import type { AuditAction } from '@/domain/audit/actions';
import {
  editConflict,
  type FieldValue,
  overwritten,
  type ReadValues,
} from '@/domain/edit-conflict';
import type { AnyCall } from '@/server/config/call';
import { type AuditEntryRow, latestOf } from './audit.repository';

type Values = Readonly<Record<string, FieldValue | undefined>>;

/**
 * Throws `changed_meanwhile` if a save would overwrite someone else's change. The error names who
 * changed each field last, from the newest audit entry, and when.
 *
 * @param told.columns the columns of fields with different names in audit entries
 */
export async function refuseOverwrite(
  { deps }: AnyCall,
  values: { read: ReadValues; sent: Values; current: Values },
  told: {
    actions: readonly AuditAction[];
    isAbout?: (entry: AuditEntryRow) => boolean;
    columns?: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const changes = overwritten(values.read, values);
  if (changes.length === 0) return;
  const entries = (await latestOf(deps.db.orm, told.actions)).filter(
    (entry) => told.isAbout?.(entry) ?? true,
  );
  throw editConflict(
    changes.map((change) => {
      const column = told.columns?.[change.field] ?? change.field;
      const last = entries.find(({ after }) => after && column in after);
      return { ...change, who: last?.actorName ?? null, when: last?.at ?? null };
    }),
  );
}
