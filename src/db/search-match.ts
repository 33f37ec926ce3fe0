import { and, or, type SQL, sql } from 'drizzle-orm';
import { soughtIn } from '@/domain/search-text';
import { appointmentSearchTexts, appointments, customerSearchTexts, drivers } from './schema';

const quoted = (piece: string) => `"${piece.replaceAll('"', '""')}"`;
const anyOf = (pieces: readonly string[]) => pieces.map(quoted).join(' OR ');

/**
 * What people typed as an expression for MATCH on a search table (schema/search.ts). Null where nothing
 * was typed.
 */
export function searchExpression(typed: string): string | null {
  const sought = soughtIn(typed.replaceAll('\0', ' '));
  if (sought === null) return null;
  const { words, whole } = sought;
  const all = words.map((pieces) => (pieces.length === 1 ? anyOf(pieces) : `(${anyOf(pieces)})`));
  const each = all.join(' AND ');
  return whole.length === 0 ? each : `(${each}) OR ${anyOf(whole)}`;
}

/** The customers whose text matches, by the column of their id: all of them, or the latest. */
export const isFoundCustomer = (userId: SQL | typeof appointments.userId, expression: string) =>
  sql`${userId} in (select ${customerSearchTexts.userId} from ${customerSearchTexts}
    where ${customerSearchTexts.id} in (select rowid from customers_search where customers_search match ${expression}))`;

/** The appointments whose own text matches. */
export const isFoundAppointment = (expression: string) =>
  sql`${appointments.id} in (select ${appointmentSearchTexts.appointmentId} from ${appointmentSearchTexts}
    where ${appointmentSearchTexts.id} in (select rowid from appointments_search where appointments_search match ${expression}))`;

/** The drivers whose text matches, looked through without an index: there are few. */
export function isFoundDriver(typed: string): SQL | undefined {
  const sought = soughtIn(typed);
  if (sought === null) return sql`false`;
  const text = sql`coalesce(${drivers.searchText}, '  ' || lower(${drivers.name}) || '  ')`;
  const has = (piece: string) => sql`instr(${text}, ${piece}) > 0`;
  const each = sought.words.map((pieces) => or(...pieces.map(has)));
  return or(and(...each), ...sought.whole.map(has));
}
