import { and, asc, eq, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import {
  type AppointmentRow,
  appointments,
  businessSettings,
  eveningChecks,
  evenings,
  houseAccounts,
} from '@/db/schema';
import type { AppointmentStatus } from '@/domain/appointment/status';
import { addDays } from '@/domain/dates';
import { type Evening, type EveningHours, eveningHourOf } from '@/domain/messages/evening';
import type { LocalMoment } from '@/domain/time';

export type EveningCheck = typeof eveningChecks.$inferSelect;

/** The deliveries whose customers are reminded. Staff have accepted them. */
export const REMINDED_STATUSES: readonly AppointmentStatus[] = ['confirmed', 'scheduled'];

const STATUS_LIST = sql.join(
  REMINDED_STATUSES.map((status) => sql`${status}`),
  sql`, `,
);

/**
 * Returns a query with a row if it's time for the evening's reminders and they haven't started. It
 * reads the owner's hours itself, because one query of the scheduler finds the work of all jobs.
 */
export function selectBeginning(
  orm: Queryable,
  { date, minutes }: LocalMoment,
  defaults: EveningHours,
) {
  const saved = businessSettings;
  const from = sql`coalesce(${saved.messagesFromHour}, ${defaults.messagesFromHour})`;
  const until = sql`coalesce(${saved.messagesUntilHour}, ${defaults.messagesUntilHour})`;
  const hour = sql`coalesce(${saved.eveningHour}, ${defaults.eveningHour})`;
  const isIn = (begins: SQL | number, ends: SQL | number) =>
    sql`${minutes} >= 60 * ${begins} and ${minutes} < 60 * ${ends}`;
  const isSaved = sql`(select ${isIn(sql`max(${from}, min(${hour}, ${until} - 1))`, until)}
    from ${saved} where ${saved.id} = 1)`;
  const isDefault = isIn(eveningHourOf(defaults), defaults.messagesUntilHour);
  const begun = orm
    .select({ date: evenings.date })
    .from(evenings)
    .where(eq(evenings.date, addDays(date, 1)));
  return sql`(select 1 where coalesce(${isSaved}, ${isDefault}) and not exists ${begun})`;
}

/**
 * Begins an evening, if it hasn't begun. It lists the deliveries at that moment in the same write,
 * so that each is listed once and none that's moved to the date later. A delivery booked since the
 * hour of the reminders isn't listed, even if the product was down at that hour.
 */
export function beginEvening(db: Db, { date, beginsAt }: Evening, now: number) {
  const hasBegun = sql`exists (select 1 from ${evenings} where ${evenings.date} = ${date})`;
  return db.batch((orm) => [
    orm.insert(eveningChecks).select(
      sql`select ${appointments.id}, ${date}, ${now}, 0, null from ${appointments}
        where ${appointments.date} = ${date} and ${appointments.status} in (${STATUS_LIST})
          and ${appointments.holdExpiresAt} is null and ${appointments.createdAt} < ${beginsAt}
          and not ${hasBegun}
        on conflict do nothing`,
    ),
    orm.insert(evenings).values({ date, begunAt: now }).onConflictDoNothing(),
  ]);
}

/** Selects the checks that are due, oldest first. */
export const selectDueChecks = (orm: Queryable, now: number, limit: number) =>
  orm
    .select()
    .from(eveningChecks)
    .where(isDue(now))
    .orderBy(asc(eveningChecks.nextAttemptAt))
    .limit(limit);

const isDue = (now: number) =>
  and(isNotNull(eveningChecks.nextAttemptAt), lte(eveningChecks.nextAttemptAt, now)) as SQL;

/** Selects one check that's due. */
export const selectDueCheck = (orm: Queryable, now: number) =>
  orm.select({ id: eveningChecks.appointmentId }).from(eveningChecks).where(isDue(now)).limit(1);

/** Selects a check's appointment, and whether its customer pays by invoice. */
export const selectChecked = (orm: Queryable, appointmentId: string) =>
  orm
    .select({
      appointment: appointments,
      isByInvoice: sql`${houseAccounts.userId} is not null`.mapWith(Boolean),
    })
    .from(appointments)
    .leftJoin(
      houseAccounts,
      and(eq(houseAccounts.userId, appointments.userId), isNull(houseAccounts.endedAt)),
    )
    .where(eq(appointments.id, appointmentId));

const isUnchanged = ({ appointmentId, date, attempts }: EveningCheck) =>
  and(
    eq(eveningChecks.appointmentId, appointmentId),
    eq(eveningChecks.date, date),
    eq(eveningChecks.attempts, attempts),
    isNotNull(eveningChecks.nextAttemptAt),
  );

/** Tries a check again at an instant (ms). */
export const postponeCheck = (db: Db, check: EveningCheck, nextAttemptAt: number) =>
  db.write((orm) =>
    orm
      .update(eveningChecks)
      .set({ nextAttemptAt, attempts: check.attempts + 1 })
      .where(isUnchanged(check)),
  );

/** Ends a check without a message. */
export const dropCheck = (db: Db, check: EveningCheck) =>
  db.write((orm) =>
    orm.update(eveningChecks).set({ nextAttemptAt: null }).where(isUnchanged(check)),
  );

/**
 * Ends a check whose appointment is as it was read. Returns the check if no other process ended it
 * before.
 */
export function finishCheck(
  orm: Queryable,
  check: EveningCheck,
  { id, version, status, stripePaymentMethodId }: AppointmentRow,
  refusedCard: string | null,
) {
  const isAsRead = sql`exists (select 1 from ${appointments} where ${appointments.id} = ${id}
    and ${appointments.version} = ${version} and ${appointments.status} = ${status}
    and ${appointments.date} = ${check.date}
    and ${appointments.stripePaymentMethodId} is ${stripePaymentMethodId})`;
  return orm
    .update(eveningChecks)
    .set({ nextAttemptAt: null, refusedCard })
    .where(and(isUnchanged(check), isAsRead))
    .returning();
}
