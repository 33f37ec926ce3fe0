/**
 * What customers and appointments are found by, as SQL over their rows: the one place that says it for
 * the triggers, and for the appointments that a search finds not yet taken up.
 *
 * Words stand between spaces, so that a word of one or two letters can be looked for as well: the search
 * tables know texts by their trigrams. Of a phone number only its digits stand there.
 */

import { asQuery } from './engine/compile';
import type { Query } from './engine/queries';

const PHONE_SIGNS = [' ', '(', ')', '-', '.', '+', '/'];

const digitsOf = (phone: string) =>
  PHONE_SIGNS.reduce((sql, sign) => `replace(${sql}, '${sign}', '')`, phone);

const textOf = (parts: readonly string[]) =>
  `' ' || ${parts.map((part) => `coalesce(${part} || ' ', '')`).join(' || ')}`;

/** Of a row of appointments, or of the row that a trigger is about. */
const appointmentText = (row: 'appointments' | 'new') =>
  textOf([
    `${row}.public_code`,
    `${row}.location`,
    `${row}.slip_number`,
    `${row}.customer_name`,
    `${row}.customer_email`,
    digitsOf(`${row}.customer_phone`),
    `${row}.boat ->> '$.name'`,
  ]);

const CUSTOMER_TEXT = textOf([
  'users.full_name',
  'users.username',
  'users.email',
  digitsOf('users.phone'),
  "(select group_concat(boats.name, ' ') from boats where boats.user_id = users.id)",
  "(select group_concat(docks.label || coalesce(' ' || docks.slip, ''), ' ') from docks where docks.user_id = users.id)",
]);

/** Takes up a customer by id, or brings their text up to date. */
export const keepCustomerText = (userId: string) =>
  `INSERT INTO customer_search_texts (user_id, text)
    SELECT users.id, ${CUSTOMER_TEXT} FROM users WHERE users.id = ${userId} AND users.role = 'customer'
    ON CONFLICT (user_id) DO UPDATE SET text = excluded.text
    WHERE customer_search_texts.text <> excluded.text`;

/** Brings the text of an appointment up to date that was taken up. */
export const CHANGE_APPOINTMENT_TEXT = `UPDATE appointment_search_texts
    SET text = ${appointmentText('new')} WHERE appointment_id = new.id`;

/** In the order in which they were made. */
const TAKE_UP_APPOINTMENTS = `INSERT INTO appointment_search_texts (appointment_id, text)
    SELECT appointments.id, ${appointmentText('appointments')}
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

/** How much of the appointments' index one run writes anew, in pages of 4 kB. */
const PAGES_AT_ONCE = 256;

/**
 * Takes what was deleted out of the files of the search tables too: statements for a batch. Deleted
 * words are found no more at once, but stay in the index until it is written anew. FTS5's own
 * `secure-delete` does it at once, and damages the index of SQLite 3.45 when one text changes twice.
 */
export const forgettingDeletedWords = (): Query[] =>
  [
    "INSERT INTO customers_search (customers_search) VALUES ('optimize')",
    `INSERT INTO appointments_search (appointments_search, rank) VALUES ('merge', -${PAGES_AT_ONCE})`,
  ].map((text) => asQuery({ text, values: [] }));

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
