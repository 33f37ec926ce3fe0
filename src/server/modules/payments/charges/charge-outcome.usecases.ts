import { type ConditionalWrite, retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { AuditAction } from '@/domain/audit/actions';
import { type Cents, NO_CENTS } from '@/domain/money';
import { isSettled, sequenceOf, waitsForPeople } from '@/domain/payment/charge';
import { ledgerSource } from '@/domain/payment/ledger';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/config/deps';
import type { PaymentIntentView, PaymentRefusal } from '@/server/ports/payments/port';
import { changing, isUnchanged } from '../../appointments/appointments.repository';
import { deliveryFacts } from '../../appointments/delivery-link';
import { audit } from '../../audit/audit';
import { findAuditEntry } from '../../audit/audit.repository';
import { ledgerEntries } from '../../ledger/ledger.usecases';
import { earnPoints } from '../../loyalty/loyalty.usecases';
import { message } from '../../messages/message';
import { addingReviewItem } from '../../review/review.repository';
import {
  differenceItem,
  overpaidDraft,
  secondPaymentLook,
} from '../reconcile/payment-difference-item';
import { keepStrayPayment } from '../reconcile/stray-payments.usecases';
import { type Debt, type Debts, findDebts, selectDebts } from './charge-attempts.repository';
import { chargeChanges, type Outcome, outcomeOf, type SeenAttempt } from './charge-outcome';
import {
  addingCharge,
  type ChargeRow,
  changeCharge,
  chargesUnchanged,
  findChargeByIntent,
} from './charges.repository';
import { paymentFacts, restOf, withChanged } from './debt-facts';
import { endingStuckItem } from './stuck-charge';

export const STRIPE = { kind: 'system', name: 'Payments' } as const satisfies Actor;

const OUTCOME_ACTIONS: Record<Outcome['to'], AuditAction> = {
  processing: 'charge.processing',
  declined: 'charge.declined',
  requires_action: 'charge.requires_action',
  succeeded: 'charge.succeeded',
};

/**
 * Step C of completion: writes down where a PaymentIntent takes its charge, once and only forward.
 * The webhook, the sweeper and completion all end here, in any order and any number of times.
 *
 * @param seen the attempt that was under way before the call to Stripe; left out where none is known.
 * `seen.debts` are as they were just read: the first decision needs no trip then
 * @returns the debts afterwards; null where nothing was written to them
 */
export async function applyPaymentIntent(
  deps: Deps,
  intent: PaymentIntentView,
  seen?: SeenAttempt & { debts?: Debts },
): Promise<Debts | null> {
  const { appointmentId } = intent;
  if (!appointmentId) return null;
  const { debts } = await retryOnConflict(async (first) => {
    const read = first ?? (await findDebts(deps.db, appointmentId));
    if (!read) return NOTHING_WRITTEN;
    const charge = chargeOf(read.charges, appointmentId, intent);
    if (!charge) {
      await keepStrayPayment(deps, intent, appointmentId);
      return NOTHING_WRITTEN;
    }
    const outcome = await tookPlace(deps, charge, intent).then((isOwn) =>
      outcomeOf(isOwn ? { ...charge, paymentIntentId: intent.id } : charge, intent, seen),
    );
    if (!outcome) return NOTHING_WRITTEN;
    if (outcome !== 'paid_twice') return writeOutcome(deps, { ...read, charge }, outcome);
    await keepStrayPayment(deps, intent, appointmentId);
    await tellPaidTwice(deps, charge, intent);
    return NOTHING_WRITTEN;
  }, seen?.debts ?? null);
  return debts;
}

/** An outcome as it was written; null debts where it changed nothing. */
type Written = { debts: Debts | null };
const NOTHING_WRITTEN: Written = { debts: null };

/** Asks Stripe how a PaymentIntent stands, and moves its charge forward to there. */
export async function checkPaymentIntent(deps: Deps, paymentIntentId: string) {
  const charge = await findChargeByIntent(deps.db.orm, paymentIntentId);
  const intent = await deps.payments.retrievePaymentIntent(paymentIntentId);
  await applyPaymentIntent(deps, intent, charge ? { attempt: charge.attempt } : undefined);
  return intent;
}

/**
 * Events come in any order: what is given back or disputed was paid before. Moves the payment forward
 * unless it is settled; the appointment that it is for.
 */
export async function paymentFirst(deps: Deps, paymentIntentId: string): Promise<string | null> {
  const charge = await findChargeByIntent(deps.db.orm, paymentIntentId);
  if (charge?.state === 'succeeded') return charge.appointmentId;
  return (await checkPaymentIntent(deps, paymentIntentId)).appointmentId;
}

/** The charge that a PaymentIntent is for; where the books lost it, the first one. */
function chargeOf(
  charges: readonly ChargeRow[],
  appointmentId: string,
  { id, chargeId }: PaymentIntentView,
): ChargeRow | undefined {
  const named = sequenceOf(appointmentId, chargeId);
  return (
    charges.find(({ paymentIntentId }) => paymentIntentId === id) ??
    charges.find(({ sequence }) => sequence === named) ??
    charges[0]
  );
}

/**
 * Whether a payment that the books don't know took the place of the charge's cancelled one: books from a
 * backup may name the one before. Asks Stripe for nothing else.
 */
async function tookPlace(deps: Deps, charge: ChargeRow, intent: PaymentIntentView) {
  const { appointmentId, paymentIntentId, sequence, state } = charge;
  if (intent.status !== 'succeeded' || isSettled(state)) return false;
  if (paymentIntentId === null || paymentIntentId === intent.id) return false;
  if (sequenceOf(appointmentId, intent.chargeId) !== sequence) return false;
  return (await deps.payments.retrievePaymentIntent(paymentIntentId)).status === 'canceled';
}

/**
 * Leaves a debt to staff because no call to Stripe can collect it: nothing was tried, so no money can have
 * moved. Does nothing where another attempt began since the debt was read.
 *
 * @returns the debts afterwards; null where nothing was written to them
 */
export async function leaveChargeToStaff(
  deps: Deps,
  read: Debt,
  refusal: PaymentRefusal,
): Promise<Debts | null> {
  const { id, appointmentId, attempt } = read.charge;
  const { debts } = await retryOnConflict(async (first) => {
    const debts = first ?? (await findDebts(deps.db, appointmentId));
    const charge = debts?.charges.find((one) => one.id === id);
    if (!debts || charge?.state !== 'due' || charge.attempt !== attempt) return NOTHING_WRITTEN;
    const outcome = { to: 'declined', intent: null, refusal } as const;
    return writeOutcome(deps, { ...debts, charge }, outcome);
  }, read as Debts);
  return debts;
}

async function writeOutcome(
  deps: Deps,
  { charge, charges, appointment }: Debt,
  outcome: Outcome,
): Promise<Written> {
  const now = deps.clock.now();
  const { to, intent } = outcome;
  const changes = chargeChanges(charge, outcome, now);
  const receivedCents = intent?.amountReceivedCents ?? NO_CENTS;
  const changed = { ...charge, ...changes };
  const rest = restOf(charges, { before: charge, after: changed }, now);
  const facts = {
    ...paymentFacts(withChanged(charges, changed, ...(rest ? [rest] : [])), appointment, now),
    ...(charge.sequence === 1 && { paymentIntentId: changed.paymentIntentId }),
    ...(to === 'succeeded' && { paidAt: now }),
  };
  const after = { charge: changed, appointment: { ...appointment, ...facts } };
  const written = await writeGuarded(deps.db, {
    guard: changeCharge(
      deps.db.orm,
      charge,
      changes,
      isUnchanged(appointment),
      chargesUnchanged(charges, appointment.id),
    ),
    audit: audit(
      { deps, actor: STRIPE },
      {
        appointmentId: appointment.id,
        action: OUTCOME_ACTIONS[to],
        before: { state: charge.state },
        after: { state: to, amountCents: changes.amountCents, reason: changes.errorMessage },
      },
    ),
    also: [
      rest && addingCharge(rest),
      changing(appointment.id, facts),
      ...(to === 'succeeded'
        ? [
            earnPoints({ deps }, { userId: appointment.userId, paidCents: receivedCents }),
            ledgerEntries({ deps }, appointment.id, movedBy(intent)),
          ]
        : []),
      messageOf(deps, charge, after, receivedCents),
      endingStuckItem(charge, { outcome: 'answered', doneBy: STRIPE.name, doneAt: now }),
      intent && receivedCents > charge.amountCents
        ? addingReviewItem(differenceItem(deps, overpaidDraft(charge, intent)))
        : null,
    ],
    view: selectDebts(deps.db.orm, appointment.id),
  });
  if (to === 'succeeded' && receivedCents !== charge.amountCents) {
    const fields = { charge: charge.id, owed: charge.amountCents, received: receivedCents };
    deps.log.error('a charge brought another amount than was owed', fields);
  }
  const [[stored = after.appointment], stands] = written.view;
  return { debts: { appointment: stored, charges: stands } };
}

/** When the money of a payment moved, by its source: Stripe keeps its fee from that very payment. */
function movedBy(intent: PaymentIntentView | null): [string, number][] {
  if (!intent?.paidAt) return [];
  const { id, paidAt } = intent;
  return [
    [ledgerSource('payment', id), paidAt],
    [ledgerSource('fee', id), paidAt],
  ];
}

/** What the customer hears: that a payment is open, and later that it is not any more. */
function messageOf(
  deps: Deps,
  before: ChargeRow,
  { charge, appointment }: Pick<Debt, 'charge' | 'appointment'>,
  receivedCents: Cents,
): ConditionalWrite | null {
  if (waitsForPeople(charge.state)) {
    return message({ deps }, 'balance-due', {
      ...deliveryFacts(deps, appointment),
      sequence: charge.sequence,
    });
  }
  const wasRequested = waitsForPeople(before.state) || before.errorCode !== null;
  if (charge.state !== 'succeeded' || !wasRequested || !appointment.balancePaid) return null;
  const { sequence, cardLast4 } = charge;
  const facts = {
    ...deliveryFacts(deps, appointment),
    sequence,
    paidCents: receivedCents,
    cardLast4,
  };
  return message({ deps }, 'balance-received', facts);
}

const PAID_TWICE = 'charge.paid_twice';
const paidTwiceId = (intent: PaymentIntentView) => `paid-twice:${intent.id}`;

/** Writes down once that a settled debt was paid again, for staff to give the money back. */
async function tellPaidTwice(deps: Deps, charge: ChargeRow, intent: PaymentIntentView) {
  if (await findAuditEntry(deps.db.orm, paidTwiceId(intent), PAID_TWICE)) return;
  const entry = audit(
    { deps, actor: STRIPE },
    {
      id: paidTwiceId(intent),
      appointmentId: charge.appointmentId,
      action: PAID_TWICE,
      before: { state: charge.state, paymentIntentId: charge.paymentIntentId },
      after: { paymentIntentId: intent.id, receivedCents: intent.amountReceivedCents },
    },
  );
  const isHere = intent.amountReceivedCents > intent.refundedCents;
  const item = addingReviewItem(differenceItem(deps, secondPaymentLook(charge, intent)));
  await deps.db.batch((orm) => [entry.write(orm), ...(isHere ? [item(orm)] : [])]);
  deps.log.error('a delivery was paid twice', { charge: charge.id, intent: intent.id });
}
