import { ledgerSource } from '@/domain/payment/ledger';
import type { Deps } from '@/server/config/deps';
import type { PaymentIntentView } from '@/server/ports/payments/port';
import { ledgerEntries } from '../../ledger/ledger.usecases';
import { findStrayPayment, putStrayPayment } from './stray-payments.repository';

/**
 * Writes down a payment that belongs to no charge, with what of it was given back. It counts in no
 * revenue, and ends where a charge takes it over. Repeating it changes nothing.
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
  const known = await findStrayPayment(deps.db.orm, id);
  if (known && Bun.deepEquals({ ...known, updatedAt }, row)) return;
  const entries = ledgerEntries({ deps }, appointmentId, [[ledgerSource('stray', id), paidAt]]);
  await deps.db.batch((orm) => [putStrayPayment(orm, row), entries(orm)]);
}
