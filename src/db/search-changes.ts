/**
 * The statements with which the database tracks changes for search (search-texts.ts): those of its
 * triggers, and those that add new appointments. They're in a separate file because every start
 * loads the triggers, but the code for folding loads phone rules for all countries.
 */

import { asQuery } from './engine/compile';
import type { Query } from './engine/queries';

/** Adds a customer to the search by ID, or marks their text as stale. */
export const noteCustomerChange = (userId: string) =>
  `INSERT INTO customer_search_texts (user_id, text)
    SELECT id, '' FROM users WHERE id = ${userId} AND role IN ('customer', 'guest')
    ON CONFLICT (user_id) DO UPDATE SET text = '', stale = stale + 1, phone_key = NULL`;

/** Like `noteCustomerChange`, after a change of name or contact, which also affects sorting. */
export const NOTE_USER_CHANGE = `${noteCustomerChange('new.id')};
    UPDATE users SET name_key = NULL, contact_key = NULL WHERE id = new.id AND name_key IS NOT NULL`;

/** Marks the text of an appointment as stale, if it has one. */
export const NOTE_APPOINTMENT_CHANGE = `UPDATE appointment_search_texts
    SET text = '', stale = stale + 1 WHERE appointment_id = new.id`;

/**
 * Detaches a delivery that was added to an account from its guest. After the last one, the notes and
 * tags move to the account. An empty record stays, so that erasing the account also erases the
 * audit details about its guest.
 */
export const NOTE_CLAIM = `
    UPDATE customer_notes SET user_id = new.user_id WHERE user_id IN (${onlyOf('new.id')});
    UPDATE OR IGNORE customer_tags SET user_id = new.user_id WHERE user_id IN (${onlyOf('new.id')});
    DELETE FROM customer_search_texts WHERE user_id IN (${onlyOf('new.id')});
    UPDATE users SET merged_into = new.user_id WHERE merged_into IN (${onlyOf('new.id')});
    UPDATE users SET role = 'merged', merged_into = new.user_id, full_name = NULL, phone = NULL,
      guest_email = NULL, guest_email_key = NULL, name_key = NULL, contact_key = NULL
      WHERE id IN (${onlyOf('new.id')}) AND role = 'guest';
    DELETE FROM guest_appointments WHERE appointment_id = new.id`;

/** Deletes the record of a guest without deliveries, and the records that were merged into it. */
export const FORGET_GUEST = `DELETE FROM users WHERE id = old.guest_id AND role = 'guest'
    AND NOT EXISTS (SELECT 1 FROM guest_appointments WHERE guest_id = old.guest_id)`;

/** Erases the audit details about a guest whose record was deleted. */
export const FORGET_DETAILS = `DELETE FROM audit_details
    WHERE entry_id IN (SELECT id FROM audit_log WHERE user_id = old.id)`;

/** Selects the guest of a delivery, if it's the guest's only one. */
function onlyOf(appointmentId: string): string {
  return `SELECT guest_id FROM guest_appointments AS own WHERE appointment_id = ${appointmentId}
      AND NOT EXISTS (SELECT 1 FROM guest_appointments WHERE guest_id = own.guest_id AND appointment_id <> ${appointmentId})`;
}

export const NOTE_DRIVER_CHANGE = `UPDATE drivers SET search_text = NULL
    WHERE id = new.id AND search_text IS NOT NULL`;

/** Adds new appointments in the order they were created. */
const TAKE_UP_APPOINTMENTS = `INSERT INTO appointment_search_texts (appointment_id, text)
    SELECT made.appointment_id, ''
    FROM (SELECT appointment_id, min(seq) AS seq FROM changes
      WHERE seq > (SELECT seq FROM search_progress WHERE id = 1) AND topic = 'appointments'
      GROUP BY appointment_id) AS made
    JOIN appointments ON appointments.id = made.appointment_id
    WHERE true ORDER BY made.seq
    ON CONFLICT (appointment_id) DO NOTHING`;

const NOTE_PROGRESS = `UPDATE search_progress
    SET seq = (SELECT coalesce(max(seq), 0) FROM changes) WHERE id = 1`;

/** Returns the statements that add the appointments created since the last time, for a batch. */
export const takingUpAppointments = (): Query[] =>
  [TAKE_UP_APPOINTMENTS, NOTE_PROGRESS].map((text) => asQuery({ text, values: [] }));

/** Returns the triggers that keep a search table in sync with its texts. */
export function searchTriggers(table: string, texts: string): Record<string, string> {
  const forget = `INSERT INTO ${table} (${table}, rowid, text) VALUES ('delete', old.id, old.text);`;
  const add = `INSERT INTO ${table} (rowid, text) VALUES (new.id, new.text);`;
  return {
    [`${table}_made`]: `AFTER INSERT ON ${texts} BEGIN ${add} END`,
    [`${table}_changed`]: `AFTER UPDATE OF text ON ${texts}
  WHEN old.text <> new.text BEGIN ${forget} ${add} END`,
    [`${table}_gone`]: `AFTER DELETE ON ${texts} BEGIN ${forget} END`,
  };
}
