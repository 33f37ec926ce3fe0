/**
 * Recognizes people who book without an account, so that staff see one record per person. Their
 * deliveries are added together with the search texts (search-texts.ts). A person is recognized like
 * in an import of customers: by email address, by phone number and name together, or by phone number
 * alone if the booking has no email address.
 */
import { emailKey } from '@/domain/account/email';
import { foldedText } from '@/domain/folding';
import { phoneKey } from '@/domain/phone-number';
import { searchText } from '@/domain/search-text';
import { asQuery } from './engine/compile';
import type { Query } from './engine/queries';

/** A delivery that was booked without an account. */
type GuestDelivery = {
  appointmentId: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  createdAt: number;
};

/** Prefix of a guest record's username, which signs no one in. The record's ID follows. */
const GUEST = 'guest-';

/** Selects the record of the person with the keys `?1` (email), `?2` (phone), and `?3` (name). */
const KNOWN = `SELECT guest_id FROM guest_appointments WHERE email_key = ?1 AND ?1 <> ''
  UNION ALL SELECT id FROM users WHERE guest_email_key = ?1 AND guest_email_key IS NOT NULL AND role = 'guest'
  UNION ALL SELECT guest_id FROM guest_appointments
    WHERE phone_key = ?2 AND ?2 <> '' AND (name_key = ?3 OR ?1 = '')
  UNION ALL SELECT users.id FROM customer_search_texts JOIN users ON users.id = user_id
    WHERE phone_key = ?2 AND ?2 <> '' AND role = 'guest' AND (users.name_key = ?3 OR ?1 = '')
  LIMIT 1`;

/** Adds a record with its folded texts, unless the person or each of the deliveries has one. */
const ADD_RECORD = `INSERT INTO users (id, username, password, full_name, phone, guest_email,
    guest_email_key, name_key, contact_key, role, created_at, updated_at)
  SELECT ?4, '${GUEST}' || ?4, '', ?5, ?6, ?7, nullif(?1, ''), ?8, ?9, 'guest', ?10, ?10
  WHERE NOT EXISTS (${KNOWN}) AND EXISTS (SELECT 1 FROM appointments
    WHERE id IN (SELECT value FROM json_each(?11)) AND +user_id IS NULL
      AND id NOT IN (SELECT appointment_id FROM guest_appointments))
  ON CONFLICT DO NOTHING`;
const FOLD_RECORD = `UPDATE customer_search_texts SET text = ?2, phone_key = ?3, stale = 0
  WHERE user_id = ?1 AND stale = 1 AND text = ''`;
/** Adds the deliveries to the record, and updates the keys of those that it has. */
const ADD_DELIVERIES = `INSERT INTO guest_appointments (appointment_id, guest_id, email_key, phone_key, name_key)
  SELECT id, guest_id, ?1, ?2, ?3 FROM (
    SELECT id, coalesce((SELECT guest_id FROM guest_appointments WHERE appointment_id = id), (${KNOWN})) AS guest_id
    FROM appointments WHERE id IN (SELECT value FROM json_each(?4)) AND +user_id IS NULL)
  WHERE guest_id IS NOT NULL
  ON CONFLICT (appointment_id) DO UPDATE
    SET email_key = excluded.email_key, phone_key = excluded.phone_key, name_key = excluded.name_key`;
/** Removes the deliveries without contacts from the list, once a guest's details are removed. */
const REMOVE_DELIVERIES = `DELETE FROM guest_appointments
  WHERE appointment_id IN (SELECT value FROM json_each(?))`;

/** Returns the statements that add deliveries to the records of their guests. */
export function recognizing(deliveries: readonly GuestDelivery[]): Query[] {
  const people = new Map<string, GuestDelivery[]>();
  for (const delivery of deliveries) {
    const person = JSON.stringify(keysOf(delivery));
    people.set(person, [...(people.get(person) ?? []), delivery]);
  }
  return [...people.values()].flatMap((same) => {
    const [latest] = same;
    if (!latest) return [];
    const ids = JSON.stringify(same.map(({ appointmentId }) => appointmentId));
    const { email, phone } = latest;
    const name = latest.name ?? email ?? phone ?? '';
    const keys = keysOf(latest);
    const [ofEmail, ofPhone, ofName] = keys;
    if (ofEmail === '' && ofPhone === '')
      return [asQuery({ text: REMOVE_DELIVERIES, values: [ids] })];
    // The first delivery names the record, so that repeating this finds the same one.
    const id = latest.appointmentId;
    const createdAt = Math.min(...same.map((one) => one.createdAt));
    const record = [id, name, phone, email, foldedText(name), ofEmail || ofPhone, createdAt, ids];
    return [
      asQuery({ text: ADD_RECORD, values: [...keys, ...record] }),
      asQuery({ text: FOLD_RECORD, values: [id, searchText([name, email], [phone]), ofPhone] }),
      asQuery({ text: ADD_DELIVERIES, values: [ofEmail, ofPhone, ofName, ids] }),
    ];
  });
}

const keysOf = ({ email, phone, name }: GuestDelivery) =>
  [email ? emailKey(email) : '', phoneKey(phone ?? ''), foldedText(name ?? '')] as const;
