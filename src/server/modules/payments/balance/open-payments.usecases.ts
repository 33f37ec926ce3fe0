import { sumOf, WAITING_FACTS, type WaitingKind } from '@/domain/payment/waiting-money';
import type { WaitingMoneyInput } from '@/domain/payment/waiting-money.schema';
import type { AnyCall } from '@/server/config/call';
import { staffView } from '../../appointments/appointments.view';
import { selectUser } from '../../auth/users.repository';
import {
  selectWaiting,
  selectWaitingAppointments,
  selectWaitingSums,
  WAITING_PAGE_SIZE,
} from './open-payments.repository';

/**
 * Lists open payments: debts no card has paid, charges in review, failed refunds, and open
 * disputes. Returns the total of each kind, of the list, and of everything owed (cents), for all
 * customers, one customer, or a range of dates.
 */
export async function listWaitingMoney({ deps }: AnyCall, input: WaitingMoneyInput) {
  const about = {
    customerId: input.customerId ?? null,
    from: input.from ?? null,
    to: input.to ?? null,
  };
  const { kind, order, page } = input;
  const list = { ...about, kind, order, page };
  const [sums, found, rows, [customer]] = await deps.db.read((orm) => [
    selectWaitingSums(orm, about),
    selectWaiting(orm, list),
    selectWaitingAppointments(orm, list),
    selectUser(orm, about.customerId ?? ''),
  ]);
  const views = new Map(rows.map((row) => [row.appointment.id, staffView(row)]));
  const items = found.flatMap((row) => {
    const { number, appointmentId, ...item } = row;
    const appointment = views.get(appointmentId);
    return appointment ? [{ key: keyOf(row), ...item, appointment }] : [];
  });
  const listed = sumOf(sums, kind);
  return {
    items,
    sums,
    owedCents: sumOf(sums, 'owed').cents,
    /** The number of lines on all pages. */
    total: listed.count,
    totalCents: listed.cents,
    /** The customer's name if the list is for one customer. */
    customerName: customer ? (customer.fullName ?? customer.username) : null,
    pageSize: WAITING_PAGE_SIZE,
  };
}

type WaitingRow = { kind: WaitingKind; number: number; appointmentId: string };

/**
 * The key of a line. An appointment's debt stays one line while its state or charge changes, such
 * as after a partial cash payment, because only one of its charges can be payable.
 */
function keyOf({ kind, number, appointmentId }: WaitingRow): string {
  return WAITING_FACTS[kind].isOwed ? `owed-${appointmentId}` : `${kind}-${number}`;
}
