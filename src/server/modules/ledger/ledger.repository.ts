import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { Guard } from '@/db/guarded-batch';
import { appointments, ledger } from '@/db/schema';
import type { Cents } from '@/domain/money';
import { LEDGER_KIND_NAMES, LEDGER_KINDS } from '@/domain/payment/ledger';
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
  const missing = sql`select source, entries + 1 as sequence,
    case when gross > booked_gross or fee > booked_fee then up else down end as kind,
    gross - booked_gross as more, fee - booked_fee as more_fee, moved_at, appointment_id,
    ${appointments.date} as delivered_on, ${appointments.totalPriceCents} as total,
    ${appointments.taxes} ->> '$.taxCents' as tax
    from (${compared}) join ${appointments} on ${appointments.id} = appointment_id
    where (gross <> booked_gross or fee <> booked_fee) and ${onlyIf}`;
  const entries = sql`select null, source, sequence, kind, more, more_fee, ${TAX_OF_ENTRY}, moved_at,
    ${dayOf(sql`moved_at`, offsets)}, delivered_on, appointment_id, ${now}
    from (${missing}) as missing
    order by moved_at, source`;
  return orm.insert(ledger).select(entries).returning();
}

const IS_REVENUE = sql`in (${sql.join(
  LEDGER_KIND_NAMES.filter((kind) => LEDGER_KINDS[kind].revenue !== null).map((kind) =>
    sql.raw(`'${kind}'`),
  ),
  sql`, `,
)})`;
const OF_ITS_REVENUE = sql`over (partition by appointment_id, kind ${IS_REVENUE} order by moved_at, source)`;
const bookedRevenue = (sum: SQL) =>
  sql`(select coalesce(sum(${sum}), 0) from ${ledger} where ${ledger.appointmentId} = missing.appointment_id and ${ledger.kind} ${IS_REVENUE})`;
/** The part of a sale's tax in an amount, which is at most the sale's total. Rounded half up. */
const taxIn = (amount: SQL) =>
  sql`case when total > 0 then (2 * min(max(${amount}, 0), total) * tax + total) / (2 * total) else 0 end`;
const REVENUE_WITH_IT = sql`${bookedRevenue(sql`${ledger.grossCents}`)} + sum(more) ${OF_ITS_REVENUE}`;

/**
 * The tax in an entry. All entries of an appointment are rounded together, so a sale that's paid in
 * full has exactly its tax in the ledger, in any number of payments and refunds.
 */
const TAX_OF_ENTRY = sql`case when tax is not null and kind ${IS_REVENUE} then
  ${taxIn(REVENUE_WITH_IT)} - case when row_number() ${OF_ITS_REVENUE} = 1
    then ${bookedRevenue(sql`${ledger.taxCents}`)} else ${taxIn(sql`${REVENUE_WITH_IT} - more`)} end
  end`;

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
