import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { Guard } from '@/db/guarded-batch';
import { appointments, ledger } from '@/db/schema';
import type { Cents } from '@/domain/money';
import type { ClockOffset } from '@/domain/time';
import { type FactScope, selectFacts } from './facts.repository';

export type LedgerEntry = typeof ledger.$inferSelect;

/** What an entry needs beside the books. */
export type Bookkeeping = {
  scope: FactScope;
  /** When money of these sources moved (ms), where that is known better than from the books. */
  movedAt?: ReadonlyMap<string, number>;
  /** The offsets of the business's zone, the first one first. */
  offsets: readonly ClockOffset[];
  now: number;
};

/**
 * Adds what the ledger lacks of the facts: for each source the difference between what the books say
 * and what its entries come to. So repeating it adds nothing, and what was written without an entry
 * is made good by the next.
 *
 * It needs an engine that serialises writers, as the guard of a time slot does.
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

/** The calendar date of an instant in the zone of the offsets. */
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

/** What the entries of each kind come to for an appointment. */
export function selectSums(orm: Queryable, appointmentId: string) {
  return orm
    .select({ kind: ledger.kind, grossCents: sql<Cents>`sum(${ledger.grossCents})` })
    .from(ledger)
    .where(eq(ledger.appointmentId, appointmentId))
    .groupBy(ledger.kind);
}

/** So long (ms) before the newest entry was written, or before `now` where that is earlier; 0 where there is none. */
export function beforeNewest(orm: Queryable, overlapMs: number, now: number): SQL {
  const newest = orm
    .select({ at: sql`min(${ledger.writtenAt}, ${now}) - ${overlapMs}` })
    .from(ledger)
    .orderBy(desc(ledger.id))
    .limit(1);
  return sql`coalesce(${newest}, 0)`;
}
