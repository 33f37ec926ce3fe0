import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { ON_ACCOUNT } from '@/domain/account/house-account';
import { DomainError } from '@/domain/errors';
import { chargeableCard } from '@/domain/payment/card';
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
 * Charges the saved card again after a refusal, as the next attempt on the charge's PaymentIntent.
 * However often staff press the button, at most one attempt succeeds. During an attempt, another
 * call waits for its answer.
 *
 * @throws `conflict` if nothing is due, no card is saved, or the customer must approve the amount
 */
export async function retryCharge(call: Call, { id }: { id: string }): Promise<StaffAppointment> {
  const { deps } = call;
  const { claimed } = await retryOnConflict(async () => {
    const { appointment, charge, charges } = await readDebt(deps, id);
    refuseSettled(charge);
    refuseInReview(charge);
    refuseOnAccount(charge);
    if (UNFINISHED_CHARGE_STATES.includes(charge.state)) return { claimed: null };
    refuseWithoutCard(appointment);
    refuseTooLittle(charge);
    if (charge.kind === 'correction') await refuseAboveQuarter(deps, charge, charges);
    const now = deps.clock.now();
    const changes = {
      state: 'unknown',
      attempt: charge.attempt + 1,
      // With the old refusal stored, this attempt counts as a retry until Stripe answers.
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

function refuseOnAccount({ errorCode }: ChargeRow) {
  if (errorCode !== ON_ACCOUNT) return;
  throw new DomainError(
    'conflict',
    'This delivery is billed by invoice. Record its payment on the house account.',
  );
}

function refuseWithoutCard(row: AppointmentRow) {
  if (chargeableCard(row)) return;
  throw new DomainError(
    'conflict',
    'No card is saved for this delivery. Record cash, or ask the customer to pay.',
  );
}

/**
 * The customer only agreed to 25% more than the card was charged, so a larger amount needs their
 * approval.
 */
async function refuseAboveQuarter(deps: Deps, charge: ChargeRow, charges: readonly ChargeRow[]) {
  const refundable = await selectRefundable(deps.db.orm, charge.appointmentId);
  if (isWithinQuarter(correctable(charges, refundable), charge.amountCents)) return;
  throw new DomainError(
    'conflict',
    'This is over 25% more than the card was charged, so the customer has to approve it. Send the payment link, or record cash.',
  );
}

/**
 * Settles the charge. An earlier settlement may end just as the retry begins, without sending the
 * charge. In that case, the charge is settled once more.
 */
async function settleToTheEnd(
  deps: Deps,
  appointmentId: string,
  claimed: Debt | null,
): Promise<void> {
  const charge = await settledCharge({ deps }, { appointmentId }, claimed);
  const isUntouched = charge?.state === 'unknown' && charge.nextAttemptAt === null;
  if (isUntouched) await settleCharge({ deps }, { appointmentId });
}
