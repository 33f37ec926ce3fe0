import type { AppointmentRow } from '@/db/schema';
import { toldColumns, type VersionedValues } from '@/domain/appointment/version';
import { editConflict, type FieldChange } from '@/domain/edit-conflict';
import { type Actor, hasRole } from '@/domain/roles';
import type { Call } from '@/server/config/call';
import { type AuditEntryRow, entriesSince } from '../audit/audit.repository';

/**
 * Throws `changed_meanwhile` where the appointment is not as the caller read it: with each field that
 * another call changed, by whom and when. A value that changed and changed back counts as unchanged,
 * and so does a field that this reader does not see.
 *
 * @param version the version that was read; without one nothing is refused
 */
export async function refuseChangedSince(
  { deps, actor }: Call,
  appointment: AppointmentRow,
  version: number | undefined,
): Promise<void> {
  if (version === undefined || version === appointment.version) return;
  const entries = await entriesSince(deps.db.orm, appointment.id, version);
  const changes = changesSince(entries, appointment, actor);
  // A version that is still to come was read from another database: nothing is known of it.
  if (changes.length === 0 && version < appointment.version) return;
  throw editConflict(changes, appointment.version);
}

function changesSince(
  entries: readonly AuditEntryRow[],
  appointment: AppointmentRow,
  reader: Actor,
): FieldChange[] {
  return toldColumns({ isStaff: hasRole(reader, 'admin', 'driver') }).flatMap(
    ({ column, field, toldOf }) => {
      const of = entries.filter(({ after }) => after && column in after);
      const [first, last] = [of[0], of.at(-1)];
      if (!first || !last) return [];
      // An entry keeps the columns as they were stored.
      const from = toldOf(first.before as Partial<VersionedValues> | null);
      const to = toldOf(appointment);
      return from === to ? [] : [{ field, from, to, who: nameFor(last, reader), when: last.at }];
    },
  );
}

/** Staff have their names among themselves; to a customer they are the business. */
function nameFor({ actorKind, actorId, actorName }: AuditEntryRow, reader: Actor): string {
  const isReader =
    reader.kind === 'user'
      ? actorId === reader.userId
      : reader.kind === 'guest' && actorKind === 'guest';
  if (isReader) return hasRole(reader, 'admin', 'driver') ? actorName : 'You';
  const isCustomer = actorKind === 'customer' || actorKind === 'guest';
  return hasRole(reader, 'admin', 'driver') || isCustomer ? actorName : 'Dockside';
}
