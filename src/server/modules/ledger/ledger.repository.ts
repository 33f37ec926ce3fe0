import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { Guard } from '@/db/guarded-batch';
import { appointments, ledger } from '@/db/schema';
import type { Cents } from '@/domain/money';
import type { ClockOffset } from '@/domain/time';
import { type FactScope, selectFacts } from './facts.repository';

export type LedgerEntry = typeof ledger.$inferSelect;

/** The facts an entry needs from outside the books. */
export type Bookkeeping = {
  scope: FactScope;
  /**
   * The times at which money of these sources moved (ms), if known more precisely than from the
   * books.
   */
  movedAt?: ReadonlyMap<string, number>;
  /** The UTC offsets of the business's time zone, earliest first. */
  offsets: readonly ClockOffset[];
  now: number;
};

/**
 * Adds the entries that the ledger lacks: for each source, the difference between the books and the sum of
 * its entries. So repeating it adds nothing, and it also repairs changes that were written without an entry.
 *
 * Like the guard of a time window, it needs an engine that serializes writers.
 */
export function addMissingEntries(
  orm: Queryable,
  { scope, movedAt = new Map(), offsets, now }: Bookkeeping,
  onlyIf: Guard = sql`true`,
) {
  const booked = (amount: SQL) =>
    sql`(select ${amount} from ${ledger} where ${ledger.source} = facts.source)`;
  const at = choice(
    [...movedAt].map(([source, instant]) => sql`when facts.source = ${source} then ${instant}`),
    sql`facts.at`,
  );
  const compared = sql`select facts.*, ${at} as moved_at,
    ${booked(sql`coalesce(sum(${ledger.grossCents}), 0)`)} as booked_gross,
    ${booked(sql`coalesce(sum(${ledger.feeCents}), 0)`)} as booked_fee,
    ${booked(sql`count(*)`)} as entries
    from (${selectFacts(scope)}) as facts`;
  const entries = sql`select null, source, entries + 1,
    case when gross > booked_gross or fee > booked_fee then up else down end,
    gross - booked_gross, fee - booked_fee, moved_at, ${dayOf(sql`moved_at`, offsets)},
    ${appointments.date}, appointment_id, ${now}
    from (${compared}) join ${appointments} on ${appointments.id} = appointment_id
    where (gross <> booked_gross or fee <> booked_fee) and ${onlyIf}
    order by moved_at, source`;
  return orm.insert(ledger).select(entries).returning();
}

/** Returns an instant's calendar date in the time zone of these offsets. */
function dayOf(instant: SQL, offsets: readonly ClockOffset[]): SQL {
  const [first, ...later] = offsets;
  const offset = choice(
    later
      .toReversed()
      .map(({ from, offsetMs }) => sql`when ${instant} >= ${from} then ${offsetMs}`),
    sql`${first?.offsetMs ?? 0}`,
  );
  return sql`date((${instant} + ${offset}) / 1000, 'unixepoch')`;
}

const choice = (whens: readonly SQL[], otherwise: SQL) =>
  whens.length === 0 ? otherwise : sql`case ${sql.join([...whens], sql` `)} else ${otherwise} end`;

/** Selects the sum of an appointment's entries by kind. */
export function selectSums(orm: Queryable, appointmentId: string) {
  return orm
    .select({ kind: ledger.kind, grossCents: sql<Cents>`sum(${ledger.grossCents})` })
    .from(ledger)
    .where(eq(ledger.appointmentId, appointmentId))
    .groupBy(ledger.kind);
}

/**
 * Returns the instant `overlapMs` before the newest entry was written, or before `now` if that's
 * earlier. 0 if there are no entries.
 */
export function beforeNewest(orm: Queryable, overlapMs: number, now: number): SQL {
  const newest = orm
    .select({ at: sql`min(${ledger.writtenAt}, ${now}) - ${overlapMs}` })
    .from(ledger)
    .orderBy(desc(ledger.id))
    .limit(1);
  return sql`coalesce(${newest}, 0)`;
}
