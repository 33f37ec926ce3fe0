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
 * The key of a line. What an appointment owes is one line while its state or its charge changes, such as
 * after a part was paid in cash: at most one of its charges can be paid.
 */
function keyOf({ kind, number, appointmentId }: WaitingRow): string {
  return WAITING_FACTS[kind].isOwed ? `owed-${appointmentId}` : `${kind}-${number}`;
}
type WaitingRow = { kind: WaitingKind; number: number; appointmentId: string };

/**
 * All money that waits: debts that no card has paid, held charges, refunds that came back and
 * disputes, with the sum of each kind, of what is listed and of what is owed in all (cents). It may be
 * that of one customer or of the deliveries of a stretch of days; the sums are then theirs alone.
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
    /** Of all pages. */
    total: listed.count,
    totalCents: listed.cents,
    /** Whose money it is, where it is that of one customer. */
    customerName: customer ? (customer.fullName ?? customer.username) : null,
    pageSize: WAITING_PAGE_SIZE,
  };
}
