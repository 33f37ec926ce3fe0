import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { DomainError } from '@/domain/errors';
import { UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';
import { isWithinQuarter } from '@/domain/payment/correction';
import type { Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { isUnchanged } from '../../appointments/appointments.repository';
import type { StaffAppointment } from '../../appointments/appointments.view';
import { audit } from '../../audit/audit';
import { selectRefundable } from '../refunds/refunds.repository';
import { claimedIn, claimingCharge, type Debt, selectDebts } from './charge-attempts.repository';
import { type ChargeRow, changeCharge } from './charges.repository';
import { correctable } from './charges.usecases';
import { readDebt, readForStaff, refuseInReview, refuseSettled, refuseTooLittle } from './debt';
import { settleCharge, settledCharge } from './settle-charge.usecases';
import { settleOrTimeOut } from './settle-or-time-out';

/**
 * Charges the saved card once more after a refusal: the next attempt on the charge's PaymentIntent,
 * so however often staff press, at most one attempt succeeds. While one is under way, pressing again
 * waits for its answer. Throws `conflict` when nothing is open or no card is saved.
 */
export async function retryCharge(call: Call, { id }: { id: string }): Promise<StaffAppointment> {
  const { deps } = call;
  const { claimed } = await retryOnConflict(async () => {
    const { appointment, charge, charges } = await readDebt(deps, id);
    refuseSettled(charge);
    refuseInReview(charge);
    if (UNFINISHED_CHARGE_STATES.includes(charge.state)) return { claimed: null };
    refuseWithoutCard(appointment);
    refuseTooLittle(charge);
    if (charge.kind === 'correction') await refuseAboveQuarter(deps, charge, charges);
    const now = deps.clock.now();
    const changes = {
      state: 'unknown',
      attempt: charge.attempt + 1,
      // The old refusal stays until the new answer: it tells a retry from a first attempt.
      errorCode: charge.errorCode ?? 'retried',
      nextAttemptAt: null,
      updatedAt: now,
    } as const;
    const written = await writeGuarded(deps.db, {
      guard: changeCharge(deps.db.orm, charge, changes, isUnchanged(appointment)),
      audit: audit(call, {
        appointmentId: id,
        action: 'charge.retried',
        before: { state: charge.state, reason: charge.errorMessage },
        after: { attempt: changes.attempt },
      }),
      also: [claimingCharge(id, now)],
      view: selectDebts(deps.db.orm, id),
    });
    return { claimed: claimedIn(written.view, now) };
  });
  await settleOrTimeOut(deps, settleToTheEnd(deps, id, claimed), id);
  return readForStaff(deps, id);
}

function refuseWithoutCard({ stripePaymentMethodId }: AppointmentRow) {
  if (stripePaymentMethodId) return;
  throw new DomainError(
    'conflict',
    'No card is saved for this delivery. Record cash, or ask the customer to pay.',
  );
}

/** More than the customer agreed to is paid by the customer, not by the saved card alone. */
async function refuseAboveQuarter(deps: Deps, charge: ChargeRow, charges: readonly ChargeRow[]) {
  const refundable = await selectRefundable(deps.db.orm, charge.appointmentId);
  if (isWithinQuarter(correctable(charges, refundable), charge.amountCents)) return;
  throw new DomainError(
    'conflict',
    'This is more than a quarter above what the card was charged, so the customer has to agree. Send the pay link, or record cash.',
  );
}

/** Settles once more where a settlement was ending as the retry began, and left it untouched. */
async function settleToTheEnd(
  deps: Deps,
  appointmentId: string,
  claimed: Debt | null,
): Promise<void> {
  const charge = await settledCharge({ deps }, { appointmentId }, claimed);
  const isUntouched = charge?.state === 'unknown' && charge.nextAttemptAt === null;
  if (isUntouched) await settleCharge({ deps }, { appointmentId });
}
