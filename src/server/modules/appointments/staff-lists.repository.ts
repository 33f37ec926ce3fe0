import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { isOfPerson } from '@/db/person-appointments';
import {
  accountDeliveries,
  appointments,
  charges,
  disputes,
  drivers,
  eveningChecks,
  houseAccounts,
  refunds,
  stopChanges,
  users,
} from '@/db/schema';
import { isFoundAppointment, isFoundOpenAppointment, searchExpression } from '@/db/search-match';
import { readFolded } from '@/db/search-texts';
import { type AppointmentStatus, OPEN_STATUSES } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';
import type { Cents } from '@/domain/money';
import type { DisputeStatus } from '@/domain/payment/dispute';
import { chargeFacts, currentChargeId } from './current-charge.repository';

export const STAFF_PAGE_SIZE = 25;

export type StaffFilter = {
  /** If omitted, appointments in every status are listed. */
  statuses?: readonly AppointmentStatus[];
  search?: string;
  date?: CalendarDate | null;
  /** The earliest date in the list. */
  from?: CalendarDate | undefined;
  includeHeld: boolean;
  /**
   * Adds cancelled bookings, and holds that had expired at this instant (ms), because the delivery
   * may have been made anyway. There are many, so this is only used for a search.
   */
  heldUntil?: number;
};

/**
 * Selects the state of the latest refund. If it failed, the customer still expects the money, so
 * staff must refund again.
 */
const lastRefundState = sql<string | null>`(select ${refunds.state} from ${refunds}
  where ${refunds.chargeId} in (select ${charges.id} from ${charges} where ${charges.appointmentId} = ${appointments.id})
  order by ${refunds.createdAt} desc limit 1)`;

/** A dispute as it's shown on its appointment. */
export type DisputeFacts = {
  id: string;
  amountCents: Cents;
  /** Stripe's reason code, such as `fraudulent`. */
  reason: string;
  status: DisputeStatus;
  /** The deadline for the response (ms). */
  dueBy: number | null;
  /** True if the payment can still be refunded. */
  refundable: boolean;
};

/** Selects an appointment's disputes together with it. */
const disputeFacts = sql`(select json_group_array(json_object(
  'id', ${disputes.id}, 'amountCents', ${disputes.amountCents}, 'reason', ${disputes.reason},
  'status', ${disputes.status}, 'dueBy', ${disputes.dueBy},
  'refundable', json(iif(${disputes.refundable}, 'true', 'false'))))
  from ${disputes} where ${disputes.appointmentId} = ${appointments.id})`.mapWith(
  (text: string) => JSON.parse(text) as DisputeFacts[],
);

/** The last change of a stop since its driver got it, and who has seen it. */
export type LastStopChange = { at: number; seenAt: number | null; seenBy: string | null };

const lastStopChange =
  sql`(select json_object('at', ${stopChanges.at}, 'seenAt', ${stopChanges.seenAt},
  'seenBy', ${stopChanges.seenBy}) from ${stopChanges}
  where ${stopChanges.appointmentId} = ${appointments.id} and ${stopChanges.driverId} = ${appointments.driverId}
  order by ${stopChanges.id} desc limit 1)`.mapWith(
    (text: string | null) => JSON.parse(text ?? 'null') as LastStopChange | null,
  );

/**
 * Whether the customer pays by invoice, and the card that Stripe refused on an evening. The query
 * joins `IN_USE`.
 */
const cardState = {
  isByInvoice: sql`case when ${appointments.status} = 'completed' then exists (
    select 1 from ${accountDeliveries} where ${accountDeliveries.appointmentId} = ${appointments.id})
    else ${houseAccounts.userId} is not null end`.mapWith(Boolean),
  refusedCard: sql<string | null>`(select ${eveningChecks.refusedCard} from ${eveningChecks}
    where ${eveningChecks.appointmentId} = ${appointments.id} order by ${eveningChecks.date} desc limit 1)`,
};

/** Finds the house account of an appointment's customer, if it's in use. */
const IN_USE = and(eq(houseAccounts.userId, appointments.userId), isNull(houseAccounts.endedAt));

const cardFacts = {
  status: appointments.status,
  date: appointments.date,
  testMode: appointments.testMode,
  holdExpiresAt: appointments.holdExpiresAt,
  stripePaymentMethodId: appointments.stripePaymentMethodId,
  cardExpMonth: appointments.cardExpMonth,
  cardExpYear: appointments.cardExpYear,
  ...cardState,
};

/** Selects what's known about a delivery's card. */
export const selectCardOf = (orm: Queryable, id: string) =>
  orm
    .select(cardFacts)
    .from(appointments)
    .leftJoin(houseAccounts, IN_USE)
    .where(eq(appointments.id, id));

/** Selects the cards of a date's deliveries, or none without a date. */
export function selectCardsOfDate(orm: Queryable, date: CalendarDate | null) {
  return orm
    .select({ ...cardFacts, slotIndex: appointments.slotIndex })
    .from(appointments)
    .leftJoin(houseAccounts, IN_USE)
    .where(
      and(
        eq(appointments.date, date ?? ''),
        ne(appointments.status, 'cancelled'),
        isNull(appointments.holdExpiresAt),
      ),
    );
}

/** Selects appointments with their customer, driver, and the state of their charge. */
export function selectStaffRows(orm: Queryable) {
  return orm
    .select({
      appointment: appointments,
      customer: {
        username: users.username,
        fullName: users.fullName,
        email: users.email,
        phone: users.phone,
        boatName: users.boatName,
      },
      driverName: drivers.name,
      chargeState: charges.state,
      chargeError: charges.errorMessage,
      chargeCard: { brand: charges.cardBrand, last4: charges.cardLast4 },
      chargePaidBy: charges.paidBy,
      chargeFacts,
      lastRefundState,
      disputes: disputeFacts,
      lastStopChange,
      ...cardState,
    })
    .from(appointments)
    .leftJoin(users, eq(users.id, appointments.userId))
    .leftJoin(drivers, eq(drivers.id, appointments.driverId))
    .leftJoin(charges, eq(charges.id, currentChargeId))
    .leftJoin(houseAccounts, IN_USE);
}

export type StaffRow = Awaited<ReturnType<typeof selectStaffRows>>[number];

/** Selects one appointment as staff see it. */
export function selectForStaff(orm: Queryable, id: string) {
  return selectStaffRows(orm).where(eq(appointments.id, id));
}

/** Returns one appointment as staff see it, or null. */
export async function findForStaff(orm: Queryable, id: string): Promise<StaffRow | null> {
  const [row] = await selectForStaff(orm, id);
  return row ?? null;
}

/**
 * Selects every delivery of a date as staff see it, without holds and cancelled ones, by time
 * window.
 */
export function selectOfDate(orm: Queryable, date: CalendarDate) {
  return selectStaffRows(orm)
    .where(
      and(
        eq(appointments.date, date),
        ne(appointments.status, 'cancelled'),
        isNull(appointments.holdExpiresAt),
      ),
    )
    .orderBy(asc(appointments.slotIndex), asc(appointments.createdAt));
}

/** Returns one page of a staff section. It's newest first if completed deliveries are included. */
export function listForStaff(
  db: Db,
  filter: StaffFilter,
  page: number,
  pageSize = STAFF_PAGE_SIZE,
) {
  const latestFirst = filter.statuses?.includes('completed') ?? true;
  return pageOf(reading(db, filter), staffWhere(filter), { latestFirst, page, pageSize });
}

/** An appointment's position in the list, which is sorted by these values. */
export type StaffCursor = { date: CalendarDate; slotIndex: number; rowid: number };

/**
 * Returns the next appointments that match a filter, newest first, so that a caller can read all of
 * them in batches.
 */
export async function staffRowsAfter(
  db: Db,
  filter: StaffFilter,
  after: StaffCursor | null,
  limit: number,
): Promise<{ rows: StaffRow[]; next: StaffCursor | null }> {
  const isLater =
    after &&
    sql`(${appointments.date}, ${appointments.slotIndex}, ${ROWID}) < (${after.date}, ${after.slotIndex}, ${after.rowid})`;
  const [cursors] = await reading(
    db,
    filter,
  )((orm) => [
    orm
      .select({ date: appointments.date, slotIndex: appointments.slotIndex, rowid: ROWID })
      .from(appointments)
      .where(and(staffWhere(filter), isLater ?? undefined))
      .orderBy(...inOrder(desc))
      .limit(limit),
  ]);
  const rows = await selectStaffRows(db.orm)
    .where(
      inArray(
        ROWID,
        cursors.map(({ rowid }) => rowid),
      ),
    )
    .orderBy(...inOrder(desc));
  return { rows, next: cursors.length === limit ? (cursors.at(-1) ?? null) : null };
}

const ROWID = sql<number>`${appointments}.rowid`;
const inOrder = (direction: typeof asc) =>
  [appointments.date, appointments.slotIndex, ROWID].map((by) => direction(by));

/**
 * Returns one page of a customer's or guest's appointments without holds, newest first, with their total
 * number.
 */
export function listForCustomerPage(db: Db, userId: string, page: number) {
  const where = and(isOfPerson(userId), isNull(appointments.holdExpiresAt));
  return pageOf(reading(db), where, { latestFirst: true, page, pageSize: STAFF_PAGE_SIZE });
}

/** A search needs search texts that are up to date. */
const reading =
  (db: Db, { search }: Pick<StaffFilter, 'search'> = {}): Db['read'] =>
  (queries) =>
    search ? readFolded(db, queries) : db.read(queries);

function staffWhere({ statuses, search, ...filter }: StaffFilter): SQL | undefined {
  const expression = search ? searchExpression(search) : null;
  return and(
    ...(search && expression
      ? searched({ statuses, search, expression })
      : [statuses && inArray(appointments.status, [...statuses])]),
    filter.date ? eq(appointments.date, filter.date) : undefined,
    filter.from ? gte(appointments.date, filter.from) : undefined,
    filter.includeHeld ? undefined : isNotHeld(filter.heldUntil),
  );
}

/** Returns a search's conditions for a section. */
function searched({
  statuses,
  search,
  expression,
}: {
  statuses: StaffFilter['statuses'];
  search: string;
  expression: string;
}): (SQL | undefined)[] {
  const isOpen = statuses?.every((status) => OPEN_STATUSES.includes(status)) ?? false;
  if (statuses && isOpen) {
    return [
      inArray(appointments.status, [...statuses]),
      isFoundOpenAppointment(search, expression),
    ];
  }
  // The plus sign makes SQLite start with the matches instead of with every completed delivery.
  const isThere = statuses && inArray(sql`+${appointments.status}`, [...statuses]);
  return [isThere, isFoundAppointment(expression)];
}

function isNotHeld(until: number | undefined): SQL | undefined {
  const isFinished = isNull(appointments.holdExpiresAt);
  if (until === undefined) return isFinished;
  return or(
    isFinished,
    lte(appointments.holdExpiresAt, until),
    eq(appointments.status, 'cancelled'),
  );
}

/**
 * Chooses the page from an index first, then reads and joins only its rows, so that late pages cost
 * little more than the first one. The rowid is in every index. It grows with each booking, so it
 * breaks ties between appointments in the same window.
 */
async function pageOf(
  read: Db['read'],
  where: SQL | undefined,
  { latestFirst, page, pageSize }: { latestFirst: boolean; page: number; pageSize: number },
): Promise<{ rows: StaffRow[]; total: number }> {
  const order = inOrder(latestFirst ? desc : asc);
  const chosen = (orm: Queryable) =>
    orm
      .select({ rowid: ROWID })
      .from(appointments)
      .where(where)
      .orderBy(...order)
      .limit(pageSize)
      .offset((page - 1) * pageSize);
  const [rows, [total]] = await read((orm) => [
    selectStaffRows(orm)
      .where(inArray(ROWID, chosen(orm)))
      .orderBy(...order),
    orm.select({ total: count() }).from(appointments).where(where),
  ]);
  return { rows, total: total?.total ?? 0 };
}
