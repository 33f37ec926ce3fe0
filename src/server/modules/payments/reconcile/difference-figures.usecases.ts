import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import { minus } from '@/domain/money';
import type { PaymentIntentView } from '@/server/ports/payments/port';
import { changing, isUnchanged } from '../../appointments/appointments.repository';
import { audit } from '../../audit/audit';
import { ledgerEntries } from '../../ledger/ledger.usecases';
import { changeCharge, chargesUnchanged } from '../charges/charges.repository';
import { readDebt } from '../charges/debt';
import { paymentFacts, withChanged } from '../charges/debt-facts';
import { claimGivenUp, type ProvableCall, requireProofOf } from '../refunds/concessions';

/**
 * Sets a paid charge to the amount that Stripe received. Throws `conflict` if Stripe has no payment
 * for it.
 */
export async function takeOverAmount(
  call: ProvableCall,
  appointmentId: string,
  intent: PaymentIntentView,
): Promise<void> {
  const { deps } = call;
  const received = intent.amountReceivedCents;
  await retryOnConflict(async () => {
    const { charge: current, charges, appointment } = await readDebt(deps, appointmentId);
    const charge = charges.find((one) => one.paymentIntentId === intent.id) ?? current;
    if (charge.state !== 'succeeded' || intent.status !== 'succeeded') {
      throw new DomainError('conflict', 'Stripe has no payment for this delivery.');
    }
    const givenUpCents = minus(charge.amountCents, received);
    const proven = await requireProofOf(call, appointmentId, givenUpCents);
    const now = deps.clock.now();
    const changes = { amountCents: received, receivedCents: received, updatedAt: now };
    const facts = paymentFacts(withChanged(charges, { ...charge, ...changes }), appointment, now);
    await writeGuarded(deps.db, {
      guard: changeCharge(
        deps.db.orm,
        charge,
        changes,
        isUnchanged(appointment),
        chargesUnchanged(charges, appointmentId),
        ...proven,
      ),
      audit: audit(call, {
        appointmentId,
        action: 'payment.taken_over',
        before: { amountCents: charge.amountCents },
        after: {
          amountCents: received,
          paymentIntentId: intent.id,
          ...claimGivenUp(givenUpCents),
        },
      }),
      also: [changing(appointmentId, facts), ledgerEntries(call, appointmentId)],
    });
    return 'taken over';
  });
}
