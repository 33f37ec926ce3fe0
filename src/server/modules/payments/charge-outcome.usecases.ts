import type { ConditionalWrite } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import type { AuditAction } from '@/domain/audit/actions';
import { type Cents, cents, NO_CENTS } from '@/domain/money';
import { isSettled } from '@/domain/payment/charge';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/config/deps';
import type { PaymentIntentView, PaymentRefusal } from '@/server/ports/payments/port';
import { findAppointment, updateIf } from '../appointments/appointments.repository';
import { ownerLink } from '../appointments/manage-link';
import { audit } from '../audit/audit';
import { findAuditEntry } from '../audit/audit.repository';
import { earnPoints } from '../loyalty/loyalty.usecases';
import { message } from '../messages/message';
import { type ChargeRow, findCharge, moveCharge } from './charges.repository';

/** Pauses between looks at a charge that Stripe has not decided yet. */
const RETRY_MS = 10_000;

export const STRIPE: Actor = { kind: 'system', name: 'Payments' };

const CANCELED: PaymentRefusal = {
  code: 'canceled',
  declineCode: null,
  message: 'This payment was cancelled at Stripe and can no longer be taken by card.',
};

type Tx = Parameters<Parameters<Deps['db']['transaction']>[0]>[0];

/**
 * Step C: what Stripe says of a PaymentIntent goes into the ledger, once, and only forward. The
 * webhook, the sweeper and completion all end here, in any order and any number of times.
 *
 * @param seen the attempt that was under way before Stripe was asked: a refusal of that one does
 *   not end a later one. `answered` says that Stripe was asked under that attempt's own key; whoever
 *   only looked cannot tell its refusal from the one before. Money that came in always counts.
 */
export async function applyPaymentIntent(
  deps: Deps,
  intent: PaymentIntentView,
  seen?: { attempt: number; answered?: true },
): Promise<void> {
  const appointmentId = intent.appointmentId;
  if (!appointmentId) return;
  await deps.db.transaction(async (tx) => {
    const appointment = await findAppointment(tx, appointmentId);
    const charge = appointment && (await findCharge(tx, appointmentId));
    if (!appointment || !charge) return;
    const paid = intent.status === 'succeeded';
    const another = charge.paymentIntentId !== null && charge.paymentIntentId !== intent.id;
    if (another || isSettled(charge.state)) {
      if (paid && (another || charge.state === 'cash'))
        await tellPaidTwice(deps, tx, charge, intent);
      return;
    }
    if (!paid && seen && seen.attempt !== charge.attempt) return;
    if (!seen?.answered && mayBeOfEarlierAttempt(charge, intent)) return;
    const to = stateOf(intent);
    if (!to) return;
    // What ended it: a cancelled one may also carry the refusal before that.
    const why = intent.status === 'canceled' ? CANCELED : intent.refusal;
    const refusal = paid ? null : why;
    await recordOutcome(deps, tx, appointment, charge, { to, intent, refusal });
  });
}

/** An attempt after the first is under way, and what Stripe shows may be what ended an earlier one. */
function mayBeOfEarlierAttempt(charge: ChargeRow, intent: PaymentIntentView): boolean {
  const isRetry = charge.errorCode !== null || charge.attempt > 1;
  const isOpen = intent.status === 'unconfirmed' || intent.status === 'requires_action';
  return charge.state === 'unknown' && isRetry && isOpen;
}

/**
 * The request itself was refused before anything was tried, so no money can have moved: the debt is
 * left to people. Nothing happens when an attempt has begun meanwhile.
 */
export async function leaveChargeToStaff(
  deps: Deps,
  charge: ChargeRow,
  refusal: PaymentRefusal,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const appointment = await findAppointment(tx, charge.appointmentId);
    const current = await findCharge(tx, charge.appointmentId);
    if (!appointment || current?.state !== 'due' || current.attempt !== charge.attempt) return;
    await recordOutcome(deps, tx, appointment, current, {
      to: 'declined',
      intent: null,
      refusal,
    });
  });
}

const CHARGE_ACTIONS: Record<Outcome['to'], AuditAction> = {
  processing: 'charge.processing',
  declined: 'charge.declined',
  requires_action: 'charge.requires_action',
  succeeded: 'charge.succeeded',
};

type Outcome = {
  to: NonNullable<ReturnType<typeof stateOf>>;
  intent: PaymentIntentView | null;
  refusal: PaymentRefusal | null;
};

async function recordOutcome(
  deps: Deps,
  tx: Tx,
  appointment: AppointmentRow,
  charge: ChargeRow,
  { to, intent, refusal }: Outcome,
): Promise<void> {
  const now = deps.clock.now();
  const moved = await moveCharge(tx, charge.id, to, {
    paymentIntentId: intent?.id ?? charge.paymentIntentId,
    errorCode: refusal?.declineCode ?? refusal?.code ?? null,
    errorMessage: refusal?.message ?? null,
    cardBrand: intent?.card?.brand ?? charge.cardBrand,
    cardLast4: intent?.card?.last4 ?? charge.cardLast4,
    nextAttemptAt: to === 'processing' ? now + RETRY_MS : null,
    settledAt: to === 'succeeded' ? now : null,
    updatedAt: now,
  });
  if (!moved) return;
  const receivedCents = intent?.amountReceivedCents ?? NO_CENTS;
  const changed = await updateIf(
    tx,
    appointment.id,
    {},
    paymentFacts(moved, appointment.paymentIntentId, receivedCents, now),
  );
  if (to === 'succeeded') {
    await earnPoints(deps, tx, { userId: appointment.userId, paidCents: receivedCents });
  }
  await audit(
    { deps, actor: STRIPE },
    {
      appointmentId: appointment.id,
      action: CHARGE_ACTIONS[to],
      before: { state: charge.state },
      after: { state: to, amountCents: charge.amountCents, reason: moved.errorMessage },
    },
  ).write(tx);
  if (to === 'succeeded' && receivedCents !== charge.amountCents) {
    const fields = { charge: charge.id, owed: charge.amountCents, received: receivedCents };
    deps.log.error('a charge brought another amount than was owed', fields);
  }
  if (changed) await messageOf(deps, charge, moved, { row: changed, receivedCents })?.(tx);
}

/** What the customer must hear: that a payment is open, and later that it is not any more. */
function messageOf(
  deps: Deps,
  before: ChargeRow,
  after: ChargeRow,
  told: { row: AppointmentRow; receivedCents: Cents },
): ConditionalWrite | null {
  const { row: appointment, receivedCents } = told;
  if (after.state === 'declined' || after.state === 'requires_action') {
    return message({ deps }, 'balance-due', {
      appointment,
      ownerLink: ownerLink(deps, appointment),
    });
  }
  const waited = before.state === 'declined' || before.state === 'requires_action';
  const wasAskedFor = waited || before.errorCode !== null;
  if (after.state !== 'succeeded' || !wasAskedFor || !appointment.balancePaid) return null;
  const facts = { appointment, paidCents: receivedCents, cardLast4: after.cardLast4 };
  return message({ deps }, 'balance-received', facts);
}

/** The customer paid what was settled already: written down once, for staff to give it back. */
async function tellPaidTwice(deps: Deps, tx: Tx, charge: ChargeRow, intent: PaymentIntentView) {
  const id = `paid-twice:${intent.id}`;
  const action = 'charge.paid_twice';
  if (await findAuditEntry(tx, id, action)) return;
  await audit(
    { deps, actor: STRIPE },
    {
      id,
      appointmentId: charge.appointmentId,
      action,
      before: { state: charge.state, paymentIntentId: charge.paymentIntentId },
      after: { paymentIntentId: intent.id, receivedCents: intent.amountReceivedCents },
    },
  ).write(tx);
  const fields = { charge: charge.id, intent: intent.id };
  deps.log.error('a delivery was paid twice', fields);
}

function stateOf(intent: PaymentIntentView) {
  switch (intent.status) {
    case 'succeeded':
      return 'succeeded' as const;
    case 'processing':
      return 'processing' as const;
    case 'requires_action':
      return 'requires_action' as const;
    case 'unconfirmed':
      if (!intent.refusal) return null;
      return intent.refusal.code === 'authentication_required' ||
        intent.refusal.declineCode === 'authentication_required'
        ? ('requires_action' as const)
        : ('declined' as const);
    case 'canceled':
      return 'declined' as const;
  }
}

/** What the booking's row says of its payment once the charge stands where it stands. */
function paymentFacts(
  charge: ChargeRow,
  knownIntentId: string | null,
  receivedCents: Cents,
  now: number,
): Partial<AppointmentRow> {
  const common = { paymentIntentId: charge.paymentIntentId ?? knownIntentId, updatedAt: now };
  if (charge.state === 'succeeded') {
    const remainingBalanceCents = cents(Math.max(0, charge.amountCents - receivedCents));
    const balancePaid = remainingBalanceCents === 0;
    return {
      ...common,
      totalPaidCents: receivedCents,
      remainingBalanceCents,
      balancePaid,
      paymentStatus: balancePaid ? 'paid' : 'failed',
      paidAt: now,
    };
  }
  if (charge.state === 'processing') return { ...common, paymentStatus: 'processing' };
  return { ...common, remainingBalanceCents: charge.amountCents, paymentStatus: 'failed' };
}
