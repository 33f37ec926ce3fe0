import { and, count, eq, gt, inArray, isNull, min, not, sql, sum } from 'drizzle-orm';
import { BACKUP_MARK } from '@/db/backup-mark';
import type { Db, Queryable } from '@/db/client';
import { perDb } from '@/db/per-db';
import {
  accountCardTries,
  appointments,
  cardTries,
  charges,
  disputes,
  leases,
  outbox,
  paymentTroubles,
  stripeEvents,
} from '@/db/schema';
import {
  APPOINTMENT_STATUSES,
  type AppointmentStatus,
  CLOSED_STATUSES,
  OPEN_STATUSES,
} from '@/domain/appointment/status';
import { CHARGE_STATES, isSettled, SETTLED_CHARGE_STATES } from '@/domain/payment/charge';
import { DISPUTES_TO_ANSWER } from '@/domain/payment/dispute';

const HOUR_MS = 3_600_000;
/**
 * The counts of closed appointments and settled charges may be this old. Counting half a million
 * rows takes 77 ms, and no alert depends on them.
 */
const COUNTS_MS = 300_000;

const UNSETTLED = CHARGE_STATES.filter((state) => !isSettled(state));

type Count = { key: string; count: number };
type Counts = { appointments: Count[]; charges: Count[] };

/** The last counts of closed appointments and settled charges. */
const counted = perDb((): { at: number; counts: Counts } => ({
  at: Number.NEGATIVE_INFINITY,
  counts: { appointments: [], charges: [] },
}));

async function closedCounts(db: Db, now: number): Promise<Counts> {
  const kept = counted(db);
  if (now - kept.at < COUNTS_MS && now >= kept.at) return kept.counts;
  const [statuses, states] = await db.read((orm) => [
    selectStatuses(orm, CLOSED_STATUSES),
    orm
      .select({ key: charges.state, count: count() })
      .from(charges)
      .where(inArray(charges.state, [...SETTLED_CHARGE_STATES]))
      .groupBy(charges.state),
  ]);
  kept.counts = { appointments: statuses, charges: states };
  kept.at = now;
  return kept.counts;
}

const selectStatuses = (orm: Queryable, statuses: readonly AppointmentStatus[]) =>
  orm
    .select({ key: appointments.status, count: count() })
    .from(appointments)
    .where(inArray(appointments.status, [...statuses]))
    .groupBy(appointments.status);

/**
 * Returns the count of each key, including zeros. If a metric first appeared with the value 5,
 * Prometheus wouldn't see an increase.
 */
const countsOf = (keys: readonly string[], rows: readonly Count[]) =>
  keys.map((key): [string, number] => [key, rows.find((row) => row.key === key)?.count ?? 0]);

/** Matches texts that wait for the hours in which messages may be sent. */
const isForMorning = (now: number) =>
  sql`(${outbox.channel} = 'text' and ${outbox.attempts} = 0 and ${outbox.nextAttemptAt} > ${now})`;

const SENT_CHANNELS = ['mail', 'text', 'push'];
/**
 * How often a message may have arrived more than once. Until one attempt is known to have arrived,
 * one of those without an answer may be the only one that did.
 */
const MAYBE_TWICE = sql`${outbox.unconfirmed} - (${outbox.sentAt} is null)`;

/**
 * Reads the operator's metrics across all processes. They only contain counts. Counts of closed
 * appointments and settled charges are up to 5 minutes old.
 */
export async function readFigures(db: Db, now: number) {
  const closed = await closedCounts(db, now);
  const [
    open,
    unsettled,
    [waiting],
    unconfirmed,
    owners,
    [troubles],
    [cards],
    [added],
    [disputed],
    [backup],
    [size],
  ] = await db.read((orm) => [
    selectStatuses(orm, OPEN_STATUSES),
    orm
      .select({ key: charges.state, count: count() })
      .from(charges)
      .where(inArray(charges.state, UNSETTLED))
      .groupBy(charges.state),
    orm
      .select({ count: count(), oldest: min(outbox.createdAt) })
      .from(outbox)
      .where(and(isNull(outbox.sentAt), isNull(outbox.givenUpAt), not(isForMorning(now)))),
    orm
      .select({ key: outbox.channel, count: sql<number>`sum(${MAYBE_TWICE})` })
      .from(outbox)
      .where(sql`${outbox.unconfirmed} > 0`)
      .groupBy(outbox.channel),
    orm.select({ expiresAt: leases.expiresAt }).from(leases),
    orm
      .select({
        refused: sum(paymentTroubles.count).mapWith(Number),
        standing: sql<number>`count(*) filter (where ${paymentTroubles.endedAt} is null)`,
      })
      .from(paymentTroubles),
    orm
      .select({ tried: count(), declined: count(cardTries.declinedAt) })
      .from(cardTries)
      .where(gt(cardTries.at, now - HOUR_MS)),
    orm
      .select({ tried: count(), declined: count(accountCardTries.declinedAt) })
      .from(accountCardTries)
      .where(gt(accountCardTries.at, now - HOUR_MS)),
    orm
      .select({ toAnswer: count(), firstDueBy: min(disputes.dueBy) })
      .from(disputes)
      .where(inArray(disputes.status, [...DISPUTES_TO_ANSWER])),
    orm
      .select({ at: stripeEvents.createdAt })
      .from(stripeEvents)
      .where(eq(stripeEvents.id, BACKUP_MARK)),
    orm
      .select({ bytes: sql<number>`page_count * page_size` })
      .from(sql`pragma_page_count(), pragma_page_size()`),
  ]);
  return {
    appointments: countsOf(APPOINTMENT_STATUSES, [...open, ...closed.appointments]),
    charges: countsOf(CHARGE_STATES, [...unsettled, ...closed.charges]),
    payments: { refused: troubles?.refused ?? 0, standing: troubles?.standing ?? 0 },
    outbox: { waiting: waiting?.count ?? 0, oldest: waiting?.oldest ?? null },
    maybeTwice: countsOf(SENT_CHANNELS, unconfirmed),
    /** Counts of the last hour. */
    cards: {
      tried: (cards?.tried ?? 0) + (added?.tried ?? 0),
      declined: (cards?.declined ?? 0) + (added?.declined ?? 0),
    },
    disputes: { toAnswer: disputed?.toAnswer ?? 0, firstDueBy: disputed?.firstDueBy ?? null },
    jobsHeldUntil: owners[0]?.expiresAt ?? null,
    /** The start of the last backup, or null if none was recorded. */
    backupAt: backup?.at ?? null,
    databaseBytes: size?.bytes ?? 0,
  };
}
