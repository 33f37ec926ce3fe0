import { type ExtraWrites, NO_EXTRA_WRITES, retryOnConflict } from '@/db/guarded-batch';
import { selectRestore } from '@/db/restore-mark';
import { DomainError, MESSAGES } from '@/domain/errors';
import type { DeliveryCorrection } from '@/domain/payment/correction.schema';
import { selectAppointment } from '../../appointments/appointments.repository';
import type { StaffAppointment } from '../../appointments/appointments.view';
import { deliveryFacts } from '../../appointments/delivery-link';
import { refuseChangedSince } from '../../appointments/edit-conflict';
import { selectEntriesOf } from '../../audit/audit.repository';
import { selectBusinessSettings } from '../../business-settings/business-settings.repository';
import { businessSettingsOf } from '../../business-settings/business-settings.usecases';
import { message } from '../../messages/message';
import { selectCharges } from '../../payments/charges/charges.repository';
import { readForStaff } from '../../payments/charges/debt';
import { notifyingByBilling } from '../../payments/charges/on-account.repository';
import { settleOrTimeOut } from '../../payments/charges/settle-or-time-out';
import { selectDisputesOf } from '../../payments/disputes/disputes.repository';
import { refuseRestore } from '../../payments/health/notices.usecases';
import type { ProvableCall } from '../../payments/refunds/concessions';
import { selectConceded } from '../../payments/refunds/concessions.repository';
import {
  selectRefundable,
  selectRefundsOfRequest,
} from '../../payments/refunds/refunds.repository';
import { type CorrectionFacts, decideCorrection, refuseCorrection } from './correction';
import { carryOut, type Recorded, refundName, writeCorrection } from './write-correction';

/**
 * Corrects the figures of a completed delivery at its original prices. One write records the
 * figures, the price, and the refunds or charges that follow. The calls to Stripe come afterward
 * and may fail or take long. Sending the same `requestId` again changes nothing.
 *
 * @param along writes of the calling use case
 * @throws `needs_confirmation` if the total isn't the confirmed one; `changed_meanwhile` after an
 *   edit conflict; `confirm_identity` for a large concession; `conflict` if nothing can be
 *   corrected or the card is being charged
 */
export async function correctDelivery(
  call: ProvableCall,
  input: DeliveryCorrection,
  along = NO_EXTRA_WRITES,
): Promise<StaffAppointment> {
  const { deps } = call;
  const recorded = await retryOnConflict(() => record(call, input, along));
  const shown = await settleOrTimeOut(deps, carryOut(deps, input.id, recorded), input.id);
  return shown ?? readForStaff(deps, input.id);
}

const CORRECTED = 'appointment.corrected';

async function record(
  call: ProvableCall,
  input: DeliveryCorrection,
  along: ExtraWrites,
): Promise<Recorded | null> {
  const { deps } = call;
  const { id, requestId } = input;
  const [[restore], [settings], [conceded], [appointment], ...of] = await deps.db.read((orm) => [
    selectRestore(orm),
    selectBusinessSettings(orm),
    selectConceded(orm, id),
    selectAppointment(orm, id),
    selectCharges(orm, id),
    selectRefundable(orm, id),
    selectEntriesOf(orm, id, CORRECTED),
    selectRefundsOfRequest(orm, refundName(requestId)),
    selectDisputesOf(orm, id),
  ]);
  const [charges, refundable, earlier, refunds, disputes] = of;
  refuseRestore(restore);
  if (!appointment) throw new DomainError('not_found', MESSAGES.notFound);
  const before = earlier.find(({ after }) => after?.requestId === requestId);
  if (before) {
    refuseOtherCorrection(before.after, input);
    return { refunds, charges, changed: [], claimed: null, shown: null };
  }
  await refuseChangedSince(call, appointment, input.version);
  const facts = { appointment, charges, refundable, disputes, conceded };
  refuseCorrection(facts);
  const { confirmAboveCents } = businessSettingsOf(deps, settings);
  const decided = decideCorrection(facts, input, confirmAboveCents);
  return write(call, facts, { ...input, ...decided }, along);
}

type Decided = Pick<DeliveryCorrection, 'reason' | 'requestId'> &
  ReturnType<typeof decideCorrection>;

function write(
  call: ProvableCall,
  facts: CorrectionFacts,
  { delivered, price, plan, reason, requestId }: Decided,
  along: ExtraWrites,
) {
  return writeCorrection(call, facts, {
    delivered,
    price,
    plan,
    reason,
    name: refundName(requestId),
    along,
    entry: { action: CORRECTED, after: { reason, requestId } },
    also: (after) => [
      ...notifyingByBilling(after.id, (isOnAccount) =>
        message(call, 'corrected', {
          ...deliveryFacts(call.deps, after),
          requestId,
          oldTotalCents: facts.appointment.totalPriceCents,
          plan,
          isOnAccount,
        }),
      ),
    ],
  });
}

/** @throws `conflict` if another correction used this request ID */
function refuseOtherCorrection(
  before: Record<string, unknown> | null,
  { actualGallonsTenths, smallIceBags, largeIceBags }: DeliveryCorrection,
) {
  const figures = { actualGallonsTenths, smallIceBags, largeIceBags };
  if (Object.entries(figures).every(([name, value]) => before?.[name] === value)) return;
  throw new DomainError('conflict', 'This request ID was already used for another correction.');
}
