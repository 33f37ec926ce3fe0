import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, insertRow, unchanged } from '@/db/guarded-batch';
import { appointments, type WaitlistRow, waitlistEntries } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import { MOST_ENTRIES } from '@/domain/waiting-list/waiting-list';
import { hasSpotForLine } from '../slots/occupancy.repository';

type NewEntry = typeof waitlistEntries.$inferInsert;
export type EntryChanges = Partial<NewEntry>;

/** The statuses as literals, so that the partial indexes apply. */
const IS_OPEN = sql`${waitlistEntries.status} in ('unconfirmed', 'waiting', 'offered')`;
const IS_WAITING = sql`${waitlistEntries.status} = 'waiting'`;
const IS_OFFERED = sql`${waitlistEntries.status} = 'offered'`;

/** How many entries one run of the job looks at, and how many a list shows. */
const MOST_READ = 500;
const MOST_LISTED = 200;

/** Offers that ended at `now` (ms): their spots were booked, cancelled, or not taken in time. */
const hasEnded = (now: number) =>
  and(
    IS_OFFERED,
    sql`(${appointments.status} = 'cancelled' or ${appointments.holdExpiresAt} is null or ${appointments.holdExpiresAt} <= ${now})`,
  );

/** Selects one offer that ended at `now` (ms). */
export const selectEndedOffer = (orm: Queryable, now: number) =>
  orm
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .innerJoin(appointments, eq(appointments.id, waitlistEntries.appointmentId))
    .where(hasEnded(now))
    .limit(1);

/** Selects the offers that ended at `now` (ms) with their appointments. */
export const selectEndedOffers = (orm: Queryable, now: number) =>
  orm
    .select({ entry: waitlistEntries, appointment: appointments })
    .from(waitlistEntries)
    .leftJoin(appointments, eq(appointments.id, waitlistEntries.appointmentId))
    .where(hasEnded(now))
    .limit(MOST_READ);

/** Selects one entry that waits for a date until this one, so its window may be past. */
export const selectWaitingUntil = (orm: Queryable, last: CalendarDate) =>
  orm
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(and(IS_WAITING, lte(waitlistEntries.date, last)))
    .limit(1);

/**
 * Selects one entry that waits for a window with a free spot at `now` (ms). An entry for any window is always
 * found, because its windows depend on the hours.
 */
export const selectServable = (orm: Queryable, now: number) =>
  orm
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(
      and(
        IS_WAITING,
        sql`(case when ${waitlistEntries.slotIndex} is null then 1 else ${hasSpotForLine(
          {
            date: sql`${waitlistEntries.date}`,
            slotIndex: sql`${waitlistEntries.slotIndex}`,
          },
          now,
        )} end)`,
      ),
    )
    .limit(1);

/** Selects one entry that nobody confirmed, created before an instant (ms). */
export const selectUnconfirmed = (orm: Queryable, createdBefore: number) =>
  orm
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(isUnconfirmed(createdBefore))
    .limit(1);

const isUnconfirmed = (createdBefore: number) =>
  and(
    IS_OPEN,
    eq(waitlistEntries.status, 'unconfirmed'),
    lte(waitlistEntries.createdAt, createdBefore),
  );

/**
 * Selects the people in line: the first of each window, then the second of each, and so on. Otherwise, a long
 * line for one window would fill the limit, and the other windows would get no offers.
 */
export function selectInLine(orm: Queryable) {
  const placed = orm
    .select({
      id: waitlistEntries.id,
      place:
        sql<number>`row_number() over (partition by ${waitlistEntries.date}, ${waitlistEntries.slotIndex} order by ${waitlistEntries.queuedAt}, ${waitlistEntries.id})`.as(
          'place',
        ),
    })
    .from(waitlistEntries)
    .where(IS_WAITING)
    .as('placed');
  return orm
    .select(getTableColumns(waitlistEntries))
    .from(placed)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, placed.id))
    .orderBy(asc(placed.place), asc(waitlistEntries.date), asc(waitlistEntries.queuedAt))
    .limit(MOST_READ);
}

/** Selects an entry by the hash of its token. */
export const selectByToken = (orm: Queryable, hash: string) =>
  orm
    .select({ entry: waitlistEntries, appointment: appointments })
    .from(waitlistEntries)
    .leftJoin(appointments, eq(appointments.id, waitlistEntries.appointmentId))
    .where(eq(waitlistEntries.linkHash, hash));

/** Selects an entry with the appointment of its offer. */
export const selectEntry = (orm: Queryable, id: string) =>
  orm
    .select({ entry: waitlistEntries, appointment: appointments })
    .from(waitlistEntries)
    .leftJoin(appointments, eq(appointments.id, waitlistEntries.appointmentId))
    .where(eq(waitlistEntries.id, id));

/** Selects the entry that a request created. */
export const selectByRequest = (orm: Queryable, requestId: string) =>
  orm.select().from(waitlistEntries).where(eq(waitlistEntries.requestId, requestId));

/** Selects the line of a date: everyone who waits now. */
export const selectLine = (orm: Queryable, date: CalendarDate | SQL) =>
  orm
    .select({
      id: waitlistEntries.id,
      date: waitlistEntries.date,
      slotIndex: waitlistEntries.slotIndex,
      queuedAt: sql<number>`${waitlistEntries.queuedAt}`,
    })
    .from(waitlistEntries)
    .where(and(IS_WAITING, eq(waitlistEntries.date, date)))
    .limit(MOST_READ);

/** Selects an account's open and missed entries from a date on. */
export const selectOwnEntries = (orm: Queryable, userId: string, from: CalendarDate) =>
  orm
    .select({ entry: waitlistEntries, appointment: appointments })
    .from(waitlistEntries)
    .leftJoin(appointments, eq(appointments.id, waitlistEntries.appointmentId))
    .where(
      and(
        eq(waitlistEntries.userId, userId),
        sql`${waitlistEntries.date} >= ${from}`,
        or(IS_OPEN, eq(waitlistEntries.status, 'missed')),
      ),
    )
    .orderBy(asc(waitlistEntries.date), asc(waitlistEntries.createdAt))
    .limit(MOST_LISTED);

const listed = {
  entry: waitlistEntries,
  appointment: appointments,
};

/** Selects a date's open entries for staff: by their place in line, then those that nobody confirmed. */
export const selectEntriesOfDate = (orm: Queryable, date: CalendarDate) =>
  orm
    .select(listed)
    .from(waitlistEntries)
    .leftJoin(appointments, eq(appointments.id, waitlistEntries.appointmentId))
    .where(and(eq(waitlistEntries.date, date), IS_OPEN))
    .orderBy(
      sql`${waitlistEntries.status} = 'unconfirmed'`,
      asc(waitlistEntries.queuedAt),
      asc(waitlistEntries.createdAt),
      asc(waitlistEntries.id),
    )
    .limit(MOST_LISTED);

/** Selects a customer's entries for staff, newest first. */
export const selectEntriesOfCustomer = (orm: Queryable, userId: string) =>
  orm
    .select(listed)
    .from(waitlistEntries)
    .leftJoin(appointments, eq(appointments.id, waitlistEntries.appointmentId))
    .where(and(eq(waitlistEntries.userId, userId), ne(waitlistEntries.status, 'unconfirmed')))
    .orderBy(desc(waitlistEntries.createdAt), desc(waitlistEntries.id))
    .limit(20);

/** The person behind an entry, in every way that we can recognize. */
export type EntryOwner = Pick<WaitlistRow, 'userId' | 'phoneMark' | 'emailMark'>;

/** The conditions by which an entry may be a person's. Each has its own index. */
const waysToOwn = ({ userId, phoneMark, emailMark }: EntryOwner): SQL[] =>
  [
    userId === null ? null : sql`${waitlistEntries.userId} = ${userId}`,
    phoneMark === null ? null : sql`${waitlistEntries.phoneMark} = ${phoneMark}`,
    emailMark === null ? null : sql`${waitlistEntries.emailMark} = ${emailMark}`,
  ].filter((one) => one !== null);

/** Selects the confirmed entries without an account that have a guest's contact, newest first. */
export const selectEntriesOfGuest = (orm: Queryable, marks: Omit<EntryOwner, 'userId'>) =>
  orm
    .select(listed)
    .from(waitlistEntries)
    .leftJoin(appointments, eq(appointments.id, waitlistEntries.appointmentId))
    .where(
      and(
        // Without any contact, nothing is the guest's.
        or(...waysToOwn({ userId: null, ...marks })) ?? sql`0`,
        isNull(waitlistEntries.userId),
        ne(waitlistEntries.status, 'unconfirmed'),
      ),
    )
    .orderBy(desc(waitlistEntries.createdAt), desc(waitlistEntries.id))
    .limit(20);

/** Selects a person's other confirmed entries for the same window. A person has one at most. */
export const selectSameEntry = (
  orm: Queryable,
  owner: EntryOwner,
  { id, date, slotIndex }: Pick<WaitlistRow, 'id' | 'date' | 'slotIndex'>,
) =>
  orm
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(
      and(
        or(...waysToOwn(owner)),
        sql`${waitlistEntries.status} in ('waiting', 'offered')`,
        eq(waitlistEntries.date, date),
        sql`${waitlistEntries.slotIndex} is ${slotIndex}`,
        ne(waitlistEntries.id, id),
      ),
    );

/**
 * Guards that a person has fewer other open entries than the limit. Entries that nobody has confirmed don't
 * count, because a stranger may have entered this person's contact.
 */
function hasEntriesLeft(owner: EntryOwner, exceptId: string, most: number): Guard {
  return sql.join(
    waysToOwn(owner).map(
      (isTheirs) =>
        sql`(select count(*) from ${waitlistEntries} where ${isTheirs} and ${waitlistEntries.status} in ('waiting', 'offered') and ${waitlistEntries.id} <> ${exceptId}) < ${most}`,
    ),
    sql` and `,
  );
}

/** Guards that an entry may join the line: its person has entries left, and isn't in line for its window. */
export const mayJoin = (
  orm: Queryable,
  owner: EntryOwner,
  entry: Pick<WaitlistRow, 'id' | 'date' | 'slotIndex'>,
): Guard =>
  sql`${hasEntriesLeft(owner, entry.id, MOST_ENTRIES)} and not exists ${selectSameEntry(orm, owner, entry)}`;

/** Inserts an entry, once per request. */
export const insertEntry = (orm: Queryable, row: NewEntry, onlyIf?: Guard) =>
  insertRow(orm, waitlistEntries, row, { onlyIf }).onConflictDoNothing().returning();

/** Changes an entry if it's as it was read. */
export const changeEntry = (
  orm: Queryable,
  read: WaitlistRow,
  changes: EntryChanges,
  ...guards: (SQL | undefined)[]
) =>
  orm
    .update(waitlistEntries)
    .set(changes)
    .where(and(eq(waitlistEntries.id, read.id), unchanged(waitlistEntries, read), ...guards))
    .returning();

/** Guards that an entry still waits, and that nobody who also waits for the window is ahead of it. */
export function isFirstInLine(
  { id, queuedAt }: WaitlistRow,
  { date, slotIndex }: { date: CalendarDate; slotIndex: number },
): Guard {
  return sql`${isStillWaiting(id)} and not exists (select 1 from ${waitlistEntries} where ${IS_WAITING} and ${waitlistEntries.date} = ${date} and (${waitlistEntries.slotIndex} = ${slotIndex} or ${waitlistEntries.slotIndex} is null) and (${waitlistEntries.queuedAt}, ${waitlistEntries.id}) < (${queuedAt}, ${id}))`;
}

/** Guards that an entry still waits. */
export const isStillWaiting = (id: string): Guard =>
  sql`exists (select 1 from ${waitlistEntries} where ${waitlistEntries.id} = ${id} and ${IS_WAITING})`;

/**
 * Inserts the appointment that reserves an offered spot, if the window has one without regard to the line.
 *
 * @returns no row if the spot is gone, or a guard fails
 */
export const insertOffer = (
  orm: Queryable,
  row: typeof appointments.$inferInsert,
  ...guards: (Guard | undefined)[]
) =>
  insertRow(orm, appointments, row, {
    onlyIf: and(hasSpotForLine(row, row.createdAt), ...guards) as Guard,
  }).returning();

/** Guards that an appointment's hold lasts at `now` (ms). */
export const isHeldAt = (now: number): Guard => gt(appointments.holdExpiresAt, now);

/** Changes an entry that still waits, as part of a batch. */
export const changingWaiting =
  (id: string, changes: EntryChanges): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .update(waitlistEntries)
      .set(changes)
      .where(and(eq(waitlistEntries.id, id), IS_WAITING, onlyIf));

/** Changes an entry whose offer is this appointment, as part of a batch. */
export const changingOffered =
  ({ id, appointmentId }: WaitlistRow, changes: EntryChanges): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .update(waitlistEntries)
      .set(changes)
      .where(
        and(
          eq(waitlistEntries.id, id),
          IS_OFFERED,
          sql`${waitlistEntries.appointmentId} is ${appointmentId}`,
          onlyIf,
        ),
      );

/** Selects one entry that `deleteOldEntries` would delete. */
export const selectOldEntry = (orm: Queryable, before: CalendarDate) =>
  orm
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(lt(waitlistEntries.date, before))
    .limit(1);

/** Deletes the entries of dates before this one. Nobody needs them anymore. */
export const deleteOldEntries = (orm: Queryable, before: CalendarDate) =>
  orm.delete(waitlistEntries).where(lt(waitlistEntries.date, before));

/** Deletes entries that nobody confirmed, created before an instant (ms). */
export const deleteUnconfirmed = (orm: Queryable, createdBefore: number) =>
  orm.delete(waitlistEntries).where(isUnconfirmed(createdBefore));
