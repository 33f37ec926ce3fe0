import { and, or, type SQL, sql } from 'drizzle-orm';
import { soughtIn } from '@/domain/search-text';
import { appointmentSearchTexts, appointments, customerSearchTexts, drivers } from './schema';

const quoted = (piece: string) => `"${piece.replaceAll('"', '""')}"`;
const anyOf = (pieces: readonly string[]) => pieces.map(quoted).join(' OR ');

/**
 * Converts typed text into a MATCH expression for a search table (schema/search.ts). Returns null
 * if it's blank.
 */
export function searchExpression(typed: string): string | null {
  const sought = soughtIn(typed.replaceAll('\0', ' '));
  if (sought === null) return null;
  const { words, whole } = sought;
  const all = words.map((pieces) => (pieces.length === 1 ? anyOf(pieces) : `(${anyOf(pieces)})`));
  const each = all.join(' AND ');
  return whole.length === 0 ? each : `(${each}) OR ${anyOf(whole)}`;
}

/** A condition for customers whose text matches, given the column of their ID. */
export const isFoundCustomer = (userId: SQL | typeof appointments.userId, expression: string) =>
  sql`${userId} in (select ${customerSearchTexts.userId} from ${customerSearchTexts}
    where ${customerSearchTexts.id} in (select rowid from customers_search where customers_search match ${expression}))`;

/**
 * A condition for appointments that match by their own text or their customer's account. It uses
 * the index, which is best if few appointments of many years match.
 */
export const isFoundAppointment = (expression: string) =>
  sql`${appointments}.rowid in (
    select rowid from ${appointments} where id in (
      select ${appointmentSearchTexts.appointmentId} from ${appointmentSearchTexts}
      where ${appointmentSearchTexts.id} in (select rowid from appointments_search where appointments_search match ${expression}))
    union all select rowid from ${appointments} where ${isFoundCustomer(sql`user_id`, expression)})`;

/**
 * Like `isFoundAppointment`, but checks the text of each appointment. Used for open appointments:
 * there are only a few, so this is fast even if many match.
 */
export const isFoundOpenAppointment = (typed: string, expression: string) =>
  or(
    sql`exists (select 1 from ${appointmentSearchTexts}
      where ${appointmentSearchTexts.appointmentId} = ${appointments.id} and ${hasAll(appointmentSearchTexts.text, typed)})`,
    isFoundCustomer(appointments.userId, expression),
  );

/** A condition for drivers whose text matches. There are few drivers, so it needs no index. */
export const isFoundDriver = (typed: string) =>
  hasAll(sql`coalesce(${drivers.searchText}, '  ' || ${drivers.name} || '  ')`, typed);

/** A text that isn't folded yet is at least compared in lowercase. */
function hasAll(text: SQL | typeof appointmentSearchTexts.text, typed: string): SQL | undefined {
  const sought = soughtIn(typed);
  if (sought === null) return sql`false`;
  const has = (piece: string) => sql`instr(lower(${text}), ${piece}) > 0`;
  const each = sought.words.map((pieces) => or(...pieces.map(has)));
  return or(and(...each), ...sought.whole.map(has));
}
