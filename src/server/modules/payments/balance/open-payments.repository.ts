import { and, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { isOfPerson } from '@/db/person-appointments';
import { appointments, charges, disputes, refunds } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import type { Cents } from '@/domain/money';
import { OPEN_DISPUTES } from '@/domain/payment/dispute';
import {
  kindsOf,
  TO_COLLECT_CODES,
  type WaitingChoice,
  type WaitingKind,
  type WaitingOrder,
} from '@/domain/payment/waiting-money';
import { selectStaffRows } from '../../appointments/staff-lists.repository';

export const WAITING_PAGE_SIZE = 25;

/** Limits the list to one customer or to a range of dates. Null means all. */
export type WaitingAbout = {
  customerId: string | null;
  from: CalendarDate | null;
  to: CalendarDate | null;
};

/**
 * A condition on the appointment. Without filters it's empty, so that no appointment is looked up.
 */
function isAbout(appointmentId: SQL, { customerId, from, to }: WaitingAbout): SQL {
  if (!customerId && !from && !to) return sql``;
  const facts = [
    customerId ? isOfPerson(customerId) : undefined,
    from ? gte(appointments.date, from) : undefined,
    to ? lte(appointments.date, to) : undefined,
  ];
  return sql` and exists (select 1 from ${appointments}
    where ${appointments.id} = ${appointmentId} and ${and(...facts)})`;
}

/** Unpaid charges, read from the small index `charges_open` alone. */
const openCharges = (about: WaitingAbout) => sql`select case ${charges.state}
    when 'declined' then iif(${charges.errorCode} in ${[...TO_COLLECT_CODES]}, 'to_collect', 'declined')
    when 'requires_action' then 'needs_authentication'
    when 'held' then 'to_review' else 'under_way' end as kind,
  ${charges}.rowid as number, ${charges.createdAt} as since, ${charges.amountCents} as cents
  from ${charges} where ${charges.state} not in ('succeeded', 'cash')${isAbout(sql`${charges.appointmentId}`, about)}`;

const chargedFor = sql`(select ${charges.appointmentId} from ${charges} where ${charges.id} = ${refunds.chargeId})`;

/** An appointment's last refund, if it failed and has to be made again. */
const failedRefunds = (about: WaitingAbout) => sql`select 'refund_failed' as kind,
  ${refunds}.rowid as number, ${refunds.createdAt} as since, ${refunds.amountCents} as cents
  from ${refunds} where ${refunds.state} = 'failed' and not exists (
    select 1 from ${charges} as own join ${charges} as other on other.appointment_id = own.appointment_id
    join ${refunds} as later on later.charge_id = other.id
    where own.id = ${refunds.chargeId} and later.created_at > ${refunds.createdAt})${isAbout(chargedFor, about)}`;

const openDisputes = (about: WaitingAbout) => sql`select 'disputed' as kind,
  ${disputes}.rowid as number, ${disputes.openedAt} as since, ${disputes.amountCents} as cents
  from ${disputes} where ${inArray(disputes.status, OPEN_DISPUTES)}${isAbout(sql`${disputes.appointmentId}`, about)}`;

/** All open payments. */
const waiting = (about: WaitingAbout) =>
  sql`(${openCharges(about)} union all ${failedRefunds(about)} union all ${openDisputes(about)})`;

/** The appointment of a row of `page`, looked up only for these few rows. */
const APPOINTMENT_ID = sql`case page.kind
  when 'refund_failed' then (select ${charges.appointmentId} from ${refunds}
    join ${charges} on ${charges.id} = ${refunds.chargeId} where ${refunds}.rowid = page.number)
  when 'disputed' then (select ${disputes.appointmentId} from ${disputes}
    where ${disputes}.rowid = page.number)
  else (select ${charges.appointmentId} from ${charges} where ${charges}.rowid = page.number) end`;

export type WaitingList = WaitingAbout & {
  kind: WaitingChoice | null;
  order: WaitingOrder;
  page: number;
};

/** The sort order. Rows of the same age or amount are sorted by when they were recorded. */
function ranksIn(rows: 'waiting' | 'page', order: WaitingOrder): SQL {
  const [since, number, cents] = ['since', 'number', 'cents'].map((name) =>
    sql.raw(`${rows}.${name}`),
  );
  switch (order) {
    case 'oldest':
      return sql`${since}, ${number}`;
    case 'newest':
      return sql`${since} desc, ${number} desc`;
    case 'largest':
      return sql`${cents} desc, ${since}, ${number}`;
    case 'smallest':
      return sql`${cents}, ${since}, ${number}`;
  }
}

function pageOf({ kind, order, page, ...about }: WaitingList): SQL {
  const ofKind = kind === null ? sql`` : sql` where kind in ${[...kindsOf(kind)]}`;
  return sql`(select * from ${waiting(about)} as waiting${ofKind} order by ${ranksIn('waiting', order)}
    limit ${WAITING_PAGE_SIZE} offset ${(page - 1) * WAITING_PAGE_SIZE}) as page`;
}

/** Selects the number and total of open payments for each kind. */
export function selectWaitingSums(orm: Queryable, about: WaitingAbout) {
  return orm
    .select({
      kind: sql<WaitingKind>`kind`.as('kind'),
      count: sql<number>`count(*)`,
      cents: sql<Cents>`sum(cents)`,
    })
    .from(sql`${waiting(about)} as waiting`)
    .groupBy(sql`kind`);
}

/** Selects one page of open payments. */
export function selectWaiting(orm: Queryable, list: WaitingList) {
  return orm
    .select({
      kind: sql<WaitingKind>`page.kind`,
      number: sql<number>`page.number`,
      /** The time at which the payment became open (ms). */
      since: sql<number>`page.since`,
      cents: sql<Cents>`page.cents`,
      appointmentId: sql<string>`${APPOINTMENT_ID}`,
    })
    .from(pageOf(list))
    .orderBy(ranksIn('page', list.order));
}

/** Selects the appointments of that page. */
export function selectWaitingAppointments(orm: Queryable, list: WaitingList) {
  return selectStaffRows(orm).where(
    inArray(appointments.id, sql`(select ${APPOINTMENT_ID} from ${pageOf(list)})`),
  );
}
