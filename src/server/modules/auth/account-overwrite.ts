import type { AuditAction } from '@/domain/audit/actions';
import {
  editConflict,
  type FieldValue,
  overwritten,
  type ReadValues,
} from '@/domain/edit-conflict';
import type { UserCall } from '@/server/config/call';
import { type AuditEntryRow, latestAbout } from '../audit/audit.repository';
import { readCompanyName } from '../business-settings/business-settings.usecases';

type Values = Readonly<Record<string, FieldValue | undefined>>;

/**
 * Throws `changed_meanwhile` if a save would overwrite another change to an account, its boats, or
 * its docks. Both the customer and staff change these, so the error names whose change it was.
 * Customers see the company's name, never a staff member's.
 *
 * @param about.columns the columns of fields with different names in audit entries
 * @param when time of the caller's own other change (ms), or null if unknown
 */
export async function refuseAccountOverwrite(
  { deps, actor }: UserCall,
  about: {
    userId: string;
    actions: readonly AuditAction[];
    columns?: Readonly<Record<string, string>>;
  },
  values: { read: ReadValues; sent: Values; current: Values },
  when: number | null = null,
): Promise<void> {
  const changes = overwritten(values.read, values);
  if (changes.length === 0) return;
  const { userId, actions, columns } = about;
  const entries = await latestAbout(deps.db.orm, userId, actions);
  const isOwn = actor.userId === userId;
  const company = isOwn ? await readCompanyName({ deps }) : null;
  const authorOf = (entry: AuditEntryRow | undefined) => {
    if (!entry) return { who: isOwn ? 'You' : null, when };
    if (entry.actorId === actor.userId) return { who: 'You', when };
    const who = company ?? (entry.actorId === userId ? 'The customer' : entry.actorName);
    return { who, when: entry.at };
  };
  throw editConflict(
    changes.map((change) => {
      const column = columns?.[change.field] ?? change.field;
      return { ...change, ...authorOf(entries.find(({ after }) => after && column in after)) };
    }),
  );
}
