import { owedOf, type WaitingKind } from '@/domain/payment/waiting-money';
import type { AnyCall } from '@/server/config/call';
import { staffView } from '../appointments/appointments.view';
import {
  selectWaiting,
  selectWaitingAppointments,
  selectWaitingSums,
  WAITING_PAGE_SIZE,
} from './waiting-money.repository';

/**
 * All money that waits: debts that no card has paid, held charges, refunds that came back and
 * disputes, the oldest first, with the sum of each kind and what customers owe in all (cents).
 */
export async function listWaitingMoney(
  { deps }: AnyCall,
  choice: { kind: WaitingKind | null; page: number },
) {
  const [sums, found, rows] = await deps.db.read((orm) => [
    selectWaitingSums(orm),
    selectWaiting(orm, choice),
    selectWaitingAppointments(orm, choice),
  ]);
  const views = new Map(rows.map((row) => [row.appointment.id, staffView(row)]));
  const items = found.flatMap(({ number, appointmentId, ...item }) => {
    const appointment = views.get(appointmentId);
    return appointment ? [{ key: `${item.kind}:${number}`, ...item, appointment }] : [];
  });
  const counted = sums.filter(({ kind }) => choice.kind === null || kind === choice.kind);
  return {
    items,
    sums,
    owedCents: owedOf(sums),
    total: counted.reduce((total, { count }) => total + count, 0),
    pageSize: WAITING_PAGE_SIZE,
  };
}
