import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, charges, disputes, refunds } from '@/db/schema';
import type { Cents } from '@/domain/money';
import { DISPUTE_STATUSES, isDisputeClosed } from '@/domain/payment/dispute';
import type { WaitingKind } from '@/domain/payment/waiting-money';
import { selectStaffRows } from '../appointments/staff-lists.repository';

export const WAITING_PAGE_SIZE = 25;

const OPEN_STATUSES = DISPUTE_STATUSES.filter((status) => !isDisputeClosed(status));

/** Debts that are not paid: read from the index `charges_open` alone, which holds nothing else. */
const OPEN_CHARGES = sql`select case ${charges.state}
    when 'declined' then 'declined' when 'requires_action' then 'needs_authentication'
    when 'held' then 'to_review' else 'under_way' end as kind,
  ${charges}.rowid as number, ${charges.createdAt} as since, ${charges.amountCents} as cents
  from ${charges} where ${charges.state} not in ('succeeded', 'cash')`;

/** The last refund of an appointment, where it failed: it has to be made again. */
const FAILED_REFUNDS = sql`select 'refund_failed' as kind, ${refunds}.rowid as number,
  ${refunds.createdAt} as since, ${refunds.amountCents} as cents
  from ${refunds} where ${refunds.state} = 'failed' and not exists (
    select 1 from ${charges} as own join ${charges} as other on other.appointment_id = own.appointment_id
    join ${refunds} as later on later.charge_id = other.id
    where own.id = ${refunds.chargeId} and later.created_at > ${refunds.createdAt})`;

const OPEN_DISPUTES = sql`select 'disputed' as kind, ${disputes}.rowid as number,
  ${disputes.openedAt} as since, ${disputes.amountCents} as cents
  from ${disputes} where ${inArray(disputes.status, OPEN_STATUSES)}`;

/** All money that waits. */
const WAITING = sql`(${OPEN_CHARGES} union all ${FAILED_REFUNDS} union all ${OPEN_DISPUTES})`;

/** The appointment of a row of `page`, which is looked up for these few alone. */
const APPOINTMENT_ID = sql`case page.kind
  when 'refund_failed' then (select ${charges.appointmentId} from ${refunds}
    join ${charges} on ${charges.id} = ${refunds.chargeId} where ${refunds}.rowid = page.number)
  when 'disputed' then (select ${disputes.appointmentId} from ${disputes}
    where ${disputes}.rowid = page.number)
  else (select ${charges.appointmentId} from ${charges} where ${charges}.rowid = page.number) end`;

type Choice = { kind: WaitingKind | null; page: number };

/** The longest waiting first. */
function pageOf({ kind, page }: Choice): SQL {
  const ofKind = kind === null ? sql`` : sql` where kind = ${kind}`;
  return sql`(select * from ${WAITING}${ofKind} order by since, number
    limit ${WAITING_PAGE_SIZE} offset ${(page - 1) * WAITING_PAGE_SIZE}) as page`;
}

/** How many wait for each reason, and how much money. */
export function selectWaitingSums(orm: Queryable) {
  return orm
    .select({
      kind: sql<WaitingKind>`kind`.as('kind'),
      count: sql<number>`count(*)`,
      cents: sql<Cents>`sum(cents)`,
    })
    .from(sql`${WAITING} as waiting`)
    .groupBy(sql`kind`);
}

/** One page of what waits. */
export function selectWaiting(orm: Queryable, choice: Choice) {
  return orm
    .select({
      kind: sql<WaitingKind>`page.kind`,
      number: sql<number>`page.number`,
      /** Since when (ms). */
      since: sql<number>`page.since`,
      cents: sql<Cents>`page.cents`,
      appointmentId: sql<string>`${APPOINTMENT_ID}`,
    })
    .from(pageOf(choice))
    .orderBy(sql`page.since`, sql`page.number`);
}

/** The appointments of that page. */
export function selectWaitingAppointments(orm: Queryable, choice: Choice) {
  return selectStaffRows(orm).where(
    inArray(appointments.id, sql`(select ${APPOINTMENT_ID} from ${pageOf(choice)})`),
  );
}
