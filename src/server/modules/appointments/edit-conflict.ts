import type { AppointmentRow } from '@/db/schema';
import {
  type StoredBoat,
  type VersionedValues,
  visibleColumns,
} from '@/domain/appointment/version';
import { editConflict, type FieldChange } from '@/domain/edit-conflict';
import type { Actor } from '@/domain/roles';
import { deliveryRoleOf } from '@/domain/staff/areas';
import type { Call } from '@/server/config/call';
import { type AuditEntryRow, entriesSince } from '../audit/audit.repository';
import { readCompanyName } from '../business-settings/business-settings.usecases';

/**
 * Throws `changed_meanwhile` if the appointment changed since the caller read it. The error lists
 * each changed field, with who changed it and when. It skips values that were changed back and
 * fields this reader can't see.
 *
 * @param version the version the caller read. Without one, nothing is checked.
 */
export async function refuseChangedSince(
  { deps, actor }: Call,
  appointment: AppointmentRow,
  version: number | undefined,
): Promise<void> {
  if (version === undefined || version === appointment.version) return;
  const [entries, company] = await Promise.all([
    entriesSince(deps.db.orm, appointment.id, version),
    readCompanyName({ deps }),
  ]);
  const changes = changesSince(entries, appointment, { reader: actor, company });
  // If the caller's version is higher than ours, it comes from another database, so we don't know
  // the changes.
  if (changes.length === 0 && version < appointment.version) return;
  throw editConflict(changes, appointment.version);
}

type Stored = (Partial<VersionedValues> & StoredBoat) | null;

function changesSince(
  entries: readonly AuditEntryRow[],
  appointment: AppointmentRow,
  { reader, company }: { reader: Actor; company: string },
): FieldChange[] {
  return visibleColumns({ isStaff: isStaff(reader) }).flatMap(({ column, field, visibleValue }) => {
    // Audit entries contain the columns as stored, and also those that an edit left as they were.
    const of = entries.filter(
      ({ before, after }) =>
        after &&
        column in after &&
        visibleValue(before as Stored) !== visibleValue(after as Stored),
    );
    const [first, last] = [of[0], of.at(-1)];
    if (!first || !last) return [];
    const from = visibleValue(first.before as Stored);
    const to = visibleValue(appointment);
    const who = nameFor(last, reader) ?? company;
    return from === to ? [] : [{ field, from, to, who, when: last.at }];
  });
}

const isStaff = (reader: Actor) =>
  reader.kind === 'user' && deliveryRoleOf(reader.role) !== 'customer';

/** Staff see each other's names. Customers see only the company's name, for which this is null. */
function nameFor({ actorKind, actorId, actorName }: AuditEntryRow, reader: Actor): string | null {
  const isReader =
    reader.kind === 'user'
      ? actorId === reader.userId
      : reader.kind === 'guest' && actorKind === 'guest';
  if (isReader) return isStaff(reader) ? actorName : 'You';
  const isCustomer = actorKind === 'customer' || actorKind === 'guest';
  return isStaff(reader) || isCustomer ? actorName : null;
}
