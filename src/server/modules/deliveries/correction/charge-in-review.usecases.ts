/**
 * Decisions on the rest of a charge in review. The driver saw a smaller total than ours, and the
 * card paid that part right away. The rest is a correction and follows the same rules. Decisions on
 * charges that are in review as a whole are in `payments/charges/charge-in-review.usecases`.
 */

import { retryOnConflict } from '@/db/guarded-batch';
import { type Restore, selectRestore } from '@/db/restore-mark';
import type { AuditAction } from '@/domain/audit/actions';
import { DomainError, MESSAGES } from '@/domain/errors';
import { NO_CENTS } from '@/domain/money';
import { type Delivered, hasFigures } from '@/domain/order/order';
import { chargeableCard } from '@/domain/payment/card';
import { changeOf, correctionPlan } from '@/domain/payment/correction';
import { quoteDelivered, quoteWithout } from '@/domain/pricing/delivered-price';
import { type Quote, quoteOf } from '@/domain/pricing/quote';
import type { ChargeInReview, ReviewOutcome } from '@/domain/review/review';
import type { CorrectionInput, Forgiveness, ReleaseInput } from '@/domain/review/review.schema';
import type { Deps } from '@/server/config/deps';
import { selectAppointment } from '../../appointments/appointments.repository';
import type { StaffAppointment } from '../../appointments/appointments.view';
import { deliveryFacts } from '../../appointments/delivery-link';
import { message } from '../../messages/message';
import {
  correctCharge,
  forgiveCharge,
  refuseOther,
  releaseCharge,
} from '../../payments/charges/charge-in-review.usecases';
import { selectCharges } from '../../payments/charges/charges.repository';
import { correctable } from '../../payments/charges/charges.usecases';
import { readForStaff } from '../../payments/charges/debt';
import { notifyingByBilling } from '../../payments/charges/on-account.repository';
import { settleOrTimeOut } from '../../payments/charges/settle-or-time-out';
import { selectDisputesOf } from '../../payments/disputes/disputes.repository';
import { refuseRestore } from '../../payments/health/notices.usecases';
import type { ProvableCall } from '../../payments/refunds/concessions';
import { selectConceded } from '../../payments/refunds/concessions.repository';
import { selectRefundable } from '../../payments/refunds/refunds.repository';
import {
  endingReviewItem,
  type ReviewRow,
  selectReviewItemOf,
} from '../../review/review.repository';
import { chargeReviewKey } from '../completion/figures';
import { type CorrectionFacts, chargeInReviewOf, refuseUnderWay } from './correction';
import { carryOut, claimOf, type Recorded, refundName, writeCorrection } from './write-correction';

type Decision = {
  outcome: ReviewOutcome;
  action: AuditAction;
  note: string | null;
  /** The actual figures, or null if they don't change. */
  delivered: Delivered | null;
  /** The delivery's new price. */
  priceOf(facts: CorrectionFacts): Quote;
};

/**
 * Approves a charge in review, or the rest of one, as it was recorded. Throws as `releaseCharge`
 * does.
 */
export async function releaseHeld(
  call: ProvableCall,
  input: ReleaseInput,
): Promise<StaffAppointment> {
  const read = await readFacts(call.deps, input.id);
  if (!isRest(read)) return releaseCharge(call, input, read);
  return decide(call, read, {
    outcome: 'charged',
    action: 'charge.released',
    note: null,
    delivered: null,
    priceOf: ({ appointment }) => confirmed(quoteOf(appointment), input),
  });
}

/**
 * Corrects the figures of a delivery in review and charges the difference. Throws as
 * `correctCharge` does.
 */
export async function correctChargeInReview(
  call: ProvableCall,
  input: CorrectionInput,
): Promise<StaffAppointment> {
  const read = await readFacts(call.deps, input.id);
  if (!isRest(read)) return correctCharge(call, input, read);
  const { actualGallonsTenths, smallIceBags, largeIceBags } = input;
  const delivered = { actualGallonsTenths, smallIceBags, largeIceBags };
  return decide(call, read, {
    outcome: 'corrected',
    action: 'charge.corrected',
    note: input.note || null,
    delivered,
    priceOf: ({ appointment }) => confirmed(quoteDelivered(appointment, delivered), input),
  });
}

/** Writes off a charge in review, or the rest of one. Throws as `forgiveCharge` does. */
export async function writeOffChargeInReview(
  call: ProvableCall,
  input: Forgiveness,
): Promise<StaffAppointment> {
  const read = await readFacts(call.deps, input.id);
  if (!isRest(read)) return forgiveCharge(call, input, read);
  return decide(call, read, {
    outcome: 'forgiven',
    action: 'charge.forgiven',
    note: input.note || null,
    delivered: null,
    priceOf: ({ appointment, charges }) =>
      quoteWithout(
        quoteOf(appointment),
        chargeInReviewOf(charges)?.amountCents ?? NO_CENTS,
        appointment.discount,
      ),
  });
}

function confirmed(
  price: Quote,
  { confirmedTotalCents }: Pick<ReleaseInput, 'confirmedTotalCents'>,
) {
  refuseOther(price, confirmedTotalCents);
  return price;
}

/** The rows that a decision depends on, all read at the same moment. */
type RestFacts = CorrectionFacts & {
  restore: Restore | undefined;
  item: ReviewRow | undefined;
};

async function readFacts({ db }: Deps, id: string): Promise<RestFacts> {
  const reads = await db.read((orm) => [
    selectRestore(orm),
    selectConceded(orm, id),
    selectAppointment(orm, id),
    selectCharges(orm, id),
    selectRefundable(orm, id),
    selectDisputesOf(orm, id),
    selectReviewItemOf(orm, chargeReviewKey(id)),
  ]);
  const [[restore], [conceded], [appointment], charges, refundable, disputes, [item]] = reads;
  if (!appointment) throw new DomainError('not_found', MESSAGES.notFound);
  return { restore, conceded, appointment, charges, refundable, disputes, item };
}

const isRest = ({ item }: RestFacts) =>
  ((item?.payload as ChargeInReview | undefined)?.takenCents ?? 0) > 0;

async function decide(
  call: ProvableCall,
  read: RestFacts,
  decision: Decision,
): Promise<StaffAppointment> {
  const { deps } = call;
  const { id } = read.appointment;
  const recorded = await retryOnConflict(
    async (first) => record(call, first ?? (await readFacts(deps, id)), decision),
    read,
  );
  const shown = await settleOrTimeOut(deps, carryOut(deps, id, recorded), id);
  return shown ?? readForStaff(deps, id);
}

async function record(
  call: ProvableCall,
  { restore, item, ...facts }: RestFacts,
  decision: Decision,
): Promise<Recorded> {
  refuseRestore(restore);
  const { appointment, charges } = facts;
  const price = decision.priceOf(facts);
  if (chargeInReviewOf(charges)) return write(call, facts, decision, price);
  // Repeating the same decision changes nothing.
  const { outcome, delivered } = decision;
  const isSame =
    item?.outcome === outcome &&
    price.totalCents === appointment.totalPriceCents &&
    (!delivered || hasFigures(appointment, delivered));
  if (isSame) return { refunds: [], charges, changed: [], claimed: null, shown: null };
  throw new DomainError(
    'conflict',
    'Someone already resolved this delivery. Reload the page to see it.',
  );
}

function write(
  call: ProvableCall,
  facts: CorrectionFacts,
  { outcome, action, note, delivered }: Decision,
  price: Quote,
): Promise<Recorded> {
  const { deps, actor } = call;
  const { appointment, charges, refundable } = facts;
  const others = charges.filter(({ state }) => state !== 'held');
  refuseUnderWay(others);
  const oldTotalCents = claimOf(others);
  const claims = correctable(others, refundable);
  const hasCard = chargeableCard(appointment) !== null;
  const plan = correctionPlan(claims, changeOf(claims, price.totalCents), { hasCard });
  const requestId = chargeReviewKey(appointment.id);
  return writeCorrection(call, facts, {
    delivered,
    price,
    plan,
    reason: note ?? '',
    name: refundName(requestId),
    entry: { action, after: { note } },
    also: (after) => [
      endingReviewItem(chargeReviewKey(appointment.id), {
        outcome,
        note,
        doneBy: actor.name,
        doneAt: deps.clock.now(),
      }),
      // If the total doesn't change, the customer already has a message with it.
      ...(price.totalCents === oldTotalCents
        ? []
        : notifyingByBilling(after.id, (isOnAccount) =>
            message(call, 'corrected', {
              ...deliveryFacts(deps, after),
              requestId,
              oldTotalCents,
              plan,
              isOnAccount,
            }),
          )),
    ],
  });
}
