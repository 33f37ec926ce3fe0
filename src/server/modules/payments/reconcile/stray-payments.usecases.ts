import { ledgerSource } from '@/domain/payment/ledger';
import type { Deps } from '@/server/config/deps';
import type { PaymentIntentView } from '@/server/ports/payments/port';
import { ledgerEntries } from '../../ledger/ledger.usecases';
import { findStrayPayment, putStrayPayment } from './stray-payments.repository';

/**
 * Records a payment that belongs to no charge, with its refunds. It isn't revenue, and ends when
 * it's applied to a charge. Repeating the call changes nothing.
 */
export async function keepStrayPayment(
  deps: Deps,
  intent: PaymentIntentView,
  appointmentId: string,
): Promise<void> {
  if (intent.status !== 'succeeded') return;
  const { id, amountReceivedCents: receivedCents, refundedCents, feeCents } = intent;
  const updatedAt = deps.clock.now();
  const paidAt = intent.paidAt ?? updatedAt;
  const row = { id, appointmentId, receivedCents, refundedCents, feeCents, paidAt, updatedAt };
  const stored = await findStrayPayment(deps.db.orm, id);
  if (stored && Bun.deepEquals({ ...stored, updatedAt }, row)) return;
  const entries = ledgerEntries({ deps }, appointmentId, [[ledgerSource('stray', id), paidAt]]);
  await deps.db.batch((orm) => [putStrayPayment(orm, row), entries(orm)]);
}
