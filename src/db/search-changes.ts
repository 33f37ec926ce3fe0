/**
 * How the database notes what changes for the search (search-texts.ts): the statements of its triggers,
 * and those that take up new appointments. Apart from the folding, because every start loads the
 * triggers, and the folding brings the phone numbers of all countries.
 */

import { asQuery } from './engine/compile';
import type { Query } from './engine/queries';

/** Takes up a customer by id, or has their text folded anew. */
export const noteCustomerChange = (userId: string) =>
  `INSERT INTO customer_search_texts (user_id, text)
    SELECT id, '' FROM users WHERE id = ${userId} AND role = 'customer'
    ON CONFLICT (user_id) DO UPDATE SET text = '', stale = stale + 1`;

/** The same of the customer whose name or address changed, with what they are sorted by. */
export const NOTE_USER_CHANGE = `${noteCustomerChange('new.id')};
    UPDATE users SET name_key = NULL, contact_key = NULL WHERE id = new.id AND name_key IS NOT NULL`;

/** Has the text of an appointment folded anew that was taken up. */
export const NOTE_APPOINTMENT_CHANGE = `UPDATE appointment_search_texts
    SET text = '', stale = stale + 1 WHERE appointment_id = new.id`;

export const NOTE_DRIVER_CHANGE = `UPDATE drivers SET search_text = NULL
    WHERE id = new.id AND search_text IS NOT NULL`;

/** In the order in which they were made. */
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

/** Takes up the appointments that were made since the last time: statements for a batch. */
export const takingUpAppointments = (): Query[] =>
  [TAKE_UP_APPOINTMENTS, NOTE_PROGRESS].map((text) => asQuery({ text, values: [] }));

/** What keeps a search table like the texts that it indexes. */
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
