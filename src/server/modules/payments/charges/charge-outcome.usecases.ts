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
  secondPaymentDraft,
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
 * Step C of a completion: records the state of a PaymentIntent in its charge, once and only
 * forward. The webhook, the sweeper, and the completion all call this, in any order and any number
 * of times.
 *
 * @param seen the attempt in progress before the call to Stripe, if known. With `seen.debts`, which
 *   were just read, the first decision needs no read
 * @returns the debts afterward, or null if they weren't changed
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
    const outcome = await isReplacement(deps, charge, intent).then((isOwn) =>
      outcomeOf(isOwn ? { ...charge, paymentIntentId: intent.id } : charge, intent, seen),
    );
    if (!outcome) return NOTHING_WRITTEN;
    if (outcome !== 'paid_twice') return writeOutcome(deps, { ...read, charge }, outcome);
    await keepStrayPayment(deps, intent, appointmentId);
    await reportPaidTwice(deps, charge, intent);
    return NOTHING_WRITTEN;
  }, seen?.debts ?? null);
  return debts;
}

/** `debts` is null if nothing was written. */
type Written = { debts: Debts | null };
const NOTHING_WRITTEN: Written = { debts: null };

/** Retrieves a PaymentIntent from Stripe and records its state. */
export async function checkPaymentIntent(deps: Deps, paymentIntentId: string) {
  const charge = await findChargeByIntent(deps.db.orm, paymentIntentId);
  const intent = await deps.payments.retrievePaymentIntent(paymentIntentId);
  await applyPaymentIntent(deps, intent, charge ? { attempt: charge.attempt } : undefined);
  return intent;
}

/**
 * Events arrive in any order, so a refund or dispute may come before its payment. Records the
 * payment first unless it's settled.
 *
 * @returns the ID of the payment's appointment
 */
export async function paymentFirst(deps: Deps, paymentIntentId: string): Promise<string | null> {
  const charge = await findChargeByIntent(deps.db.orm, paymentIntentId);
  if (charge?.state === 'succeeded') return charge.appointmentId;
  return (await checkPaymentIntent(deps, paymentIntentId)).appointmentId;
}

/** Finds the charge that a PaymentIntent is for, or the first one if the books lost it. */
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
 * After a restore, a charge may still have a cancelled PaymentIntent that was replaced later.
 * @returns true if `intent` replaced the charge's cancelled one
 */
async function isReplacement(deps: Deps, charge: ChargeRow, intent: PaymentIntentView) {
  const { appointmentId, paymentIntentId, sequence, state } = charge;
  if (intent.status !== 'succeeded' || isSettled(state)) return false;
  if (paymentIntentId === null || paymentIntentId === intent.id) return false;
  if (sequenceOf(appointmentId, intent.chargeId) !== sequence) return false;
  return (await deps.payments.retrievePaymentIntent(paymentIntentId)).status === 'canceled';
}

/**
 * Marks a debt as declined if no call to Stripe can collect it. No payment was tried, so no money
 * can have moved. Does nothing if another attempt has begun since the read.
 * @returns the debts afterward, or null if they weren't changed
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
    deps.log.error('a charge received a different amount than was owed', fields);
  }
  const [[stored = after.appointment], stands] = written.view;
  return { debts: { appointment: stored, charges: stands } };
}

/** When a payment's money moved, by ledger source. Stripe takes its fee from the same payment. */
function movedBy(intent: PaymentIntentView | null): [string, number][] {
  if (!intent?.paidAt) return [];
  const { id, paidAt } = intent;
  return [
    [ledgerSource('payment', id), paidAt],
    [ledgerSource('fee', id), paidAt],
  ];
}

/** Notifies the customer of a balance due, and later that it's paid. */
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

/** Records once that a settled debt was paid again, so that staff refund it. */
async function reportPaidTwice(deps: Deps, charge: ChargeRow, intent: PaymentIntentView) {
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
  const item = addingReviewItem(differenceItem(deps, secondPaymentDraft(charge, intent)));
  await deps.db.batch((orm) => [entry.write(orm), ...(isHere ? [item(orm)] : [])]);
  deps.log.error('a delivery was paid twice', { charge: charge.id, intent: intent.id });
}
