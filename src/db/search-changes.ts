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
    SELECT id, '' FROM users WHERE id = ${userId} AND role = 'customer'
    ON CONFLICT (user_id) DO UPDATE SET text = '', stale = stale + 1, phone_key = NULL`;

/** Like `noteCustomerChange`, after a change of name or contact, which also affects sorting. */
export const NOTE_USER_CHANGE = `${noteCustomerChange('new.id')};
    UPDATE users SET name_key = NULL, contact_key = NULL WHERE id = new.id AND name_key IS NOT NULL`;

/** Marks the text of an appointment as stale, if it has one. */
export const NOTE_APPOINTMENT_CHANGE = `UPDATE appointment_search_texts
    SET text = '', stale = stale + 1 WHERE appointment_id = new.id`;

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
