/** The triggers of `stop_changes` (schema/driving.ts). */
import { getTableColumns } from 'drizzle-orm';
import { OPEN_STATUSES } from '@/domain/appointment/status';
import { STOP_FIELDS, type StopField } from '@/domain/driver/stop-change';
import { appointments } from './schema';

/** The text that replaces an erased appointment's address. */
const REMOVED = '(removed)';
/** A change and its audit entry are from the same batch if their times differ by less. */
const SAME_BATCH_MS = 10_000;

const factOf = (row: 'old' | 'new', field: StopField) =>
  field === 'boatName'
    ? `${row}.boat ->> 'name'`
    : `${row}.${getTableColumns(appointments)[field].name}`;
const COLUMNS = STOP_FIELDS.map((field) =>
  field === 'boatName' ? 'boat' : getTableColumns(appointments)[field].name,
);
const differs = STOP_FIELDS.map(
  (field) => `${factOf('old', field)} IS NOT ${factOf('new', field)}`,
);
const before = STOP_FIELDS.map((field) => `'${field}', ${factOf('old', field)}`);
const open = OPEN_STATUSES.map((status) => `'${status}'`).join(', ');

export const STOP_CHANGE_TRIGGERS: Readonly<Record<string, string>> = {
  stop_changes_made: `AFTER UPDATE OF ${COLUMNS.join(', ')} ON appointments
  WHEN new.driver_id IS NOT NULL AND old.driver_id IS new.driver_id
    AND old.status IN (${open}) AND new.status IN (${open}) AND new.hold_expires_at IS NULL
    AND (${differs.join(' OR ')}) BEGIN
    INSERT INTO stop_changes (appointment_id, driver_id, before, at)
    VALUES (new.id, new.driver_id, json_object(${before.join(', ')}), new.updated_at);
  END`,

  // The audit entry is written after the change, in the same batch. Its time may be a little later.
  stop_changes_named: `AFTER INSERT ON audit_log WHEN new.appointment_id IS NOT NULL BEGIN
    UPDATE stop_changes SET by = iif(new.actor_kind IN ('customer', 'guest', 'visitor'), 'customer', 'dispatch')
    WHERE appointment_id = new.appointment_id AND by IS NULL AND new.at - at < ${SAME_BATCH_MS};
  END`,

  stop_changes_closed: `AFTER UPDATE OF status ON appointments
  WHEN (old.status IN (${open})) IS NOT (new.status IN (${open})) BEGIN
    UPDATE stop_changes SET is_closed = new.status NOT IN (${open}) WHERE appointment_id = new.id;
  END`,

  stop_changes_forgotten: `AFTER UPDATE OF location ON appointments WHEN new.location = '${REMOVED}' BEGIN
    DELETE FROM stop_changes WHERE appointment_id = new.id;
  END`,

  changes_stop_changes_seen: `AFTER UPDATE OF seen_at ON stop_changes BEGIN
    INSERT INTO changes (topic, appointment_id, driver_id)
    VALUES ('appointments', new.appointment_id, new.driver_id);
  END`,
};
