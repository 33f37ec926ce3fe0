import { isSettled } from '@/domain/payment/charge';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import { type PaymentIntentView, PaymentsUnreachable } from '@/server/ports/payments/port';
import {
  type AppointmentRow,
  findAppointment,
  updateIf,
} from '../appointments/appointments.repository';
import { insertAudit } from '../audit/audit.repository';
import { balanceDue } from '../messages/letters';
import { queueMessage } from '../messages/outbox.repository';
import {
  type ChargeRow,
  claimCharge,
  findCharge,
  moveCharge,
  noteCharge,
  unfinishedCharges,
} from './charges.repository';

/** How long a worker may keep a charge before another takes it up. */
const CLAIM_MS = 20_000;
/** Pauses between looks at a charge that has no answer yet. */
const RETRY_MS = 10_000;
/** Stripe forgets idempotency keys after a day; well before that we look before we create. */
const KEYS_TRUSTED_MS = 20 * 3_600_000;

const STRIPE: Actor = { kind: 'system', name: 'Payments' };

/**
 * Takes a charge to its end, as far as Stripe answers: steps B and C of completion. Safe to call any
 * number of times, by any number of processes, at any moment after a crash: there is one
 * PaymentIntent per booking for life, each confirmation has its own key, and what has no reply is
 * looked at before anything is tried again.
 *
 * @returns the charge as it stands afterwards; null for a booking without one
 */
export function settleCharge(
  { deps }: { deps: Deps },
  input: { appointmentId: string },
): Promise<ChargeRow | null> {
  const running = settling.get(input.appointmentId);
  if (running) return running;
  const settlement = settleOnce(deps, input.appointmentId).finally(() =>
    settling.delete(input.appointmentId),
  );
  settling.set(input.appointmentId, settlement);
  return settlement;
}

/** Settlements under way in this process: a second caller waits for the first one's answer. */
const settling = new Map<string, Promise<ChargeRow | null>>();

async function settleOnce(deps: Deps, appointmentId: string): Promise<ChargeRow | null> {
  const found = await findCharge(deps.db.orm, appointmentId);
  if (!found) return null;
  const now = deps.clock.now();
  const charge = await claimCharge(deps.db, found.id, now, now + CLAIM_MS);
  if (!charge) return findCharge(deps.db.orm, appointmentId);
  const appointment = await findAppointment(deps.db.orm, appointmentId);
  if (!appointment) throw new Error('a charge without its appointment');
  try {
    const intent = await advance(deps, appointment, charge);
    await applyPaymentIntent(deps, intent);
  } catch (error) {
    if (!(error instanceof PaymentsUnreachable))
      deps.log.error('a charge met an error', { charge: charge.id, reason: String(error) });
    const again = deps.clock.now() + RETRY_MS;
    await noteCharge(deps.db, charge.id, { nextAttemptAt: again, updatedAt: deps.clock.now() });
    if (!(error instanceof PaymentsUnreachable)) throw error;
  }
  return findCharge(deps.db.orm, appointmentId);
}

/** Brings the booking's PaymentIntent one confirmation further, or just looks at it. */
async function advance(
  deps: Deps,
  appointment: AppointmentRow,
  charge: ChargeRow,
): Promise<PaymentIntentView> {
  const intent = await theIntent(deps, appointment, charge);
  const triedAlready = charge.state !== 'due';
  const decided = intent.status !== 'unconfirmed' || (triedAlready && intent.refusal !== null);
  if (decided || !appointment.stripePaymentMethodId) return intent;

  // Written before the call: if the reply never comes, we know that it may have happened. The same
  // attempt number after a crash means the same key, so Stripe answers what it answered before.
  const attempt = triedAlready ? charge.attempt : charge.attempt + 1;
  const begun = triedAlready
    ? charge
    : await deps.db.write((orm) =>
        moveCharge(orm, charge.id, 'unknown', { attempt, updatedAt: deps.clock.now() }),
      );
  if (!begun) return deps.payments.retrievePaymentIntent(intent.id);
  return deps.payments.confirmPaymentIntent({
    paymentIntentId: intent.id,
    appointmentId: appointment.id,
    attempt,
    paymentMethodId: appointment.stripePaymentMethodId,
  });
}

/** The one PaymentIntent of a booking: the one we know, one that Stripe already has, or a new one. */
async function theIntent(
  deps: Deps,
  appointment: AppointmentRow,
  charge: ChargeRow,
): Promise<PaymentIntentView> {
  if (charge.paymentIntentId) return deps.payments.retrievePaymentIntent(charge.paymentIntentId);
  const customerId = appointment.stripeCustomerId;
  if (!customerId) throw new Error('a charge for a booking without a customer');
  const old = deps.clock.now() - charge.createdAt > KEYS_TRUSTED_MS;
  const [existing] = old
    ? await deps.payments.findPaymentIntents({ customerId, appointmentId: appointment.id })
    : [];
  const intent =
    existing ??
    (await deps.payments.createPaymentIntent({
      appointmentId: appointment.id,
      customerId,
      paymentMethodId: appointment.stripePaymentMethodId,
      amountCents: charge.amountCents,
      description: `Delivery ${appointment.publicCode}`,
    }));
  await deps.db.transaction(async (tx) => {
    await updateIf(tx, appointment.id, {}, { paymentIntentId: intent.id });
  });
  await noteCharge(deps.db, charge.id, { paymentIntentId: intent.id });
  return intent;
}

/**
 * Step C: what Stripe says of a PaymentIntent goes into the ledger, once, and only forward. The
 * webhook, the sweeper and completion all end here, in any order and any number of times.
 */
export async function applyPaymentIntent(deps: Deps, intent: PaymentIntentView): Promise<void> {
  if (!intent.appointmentId) return;
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const appointment = await findAppointment(tx, intent.appointmentId ?? '');
    const charge = appointment && (await findCharge(tx, appointment.id));
    if (!charge || (charge.paymentIntentId && charge.paymentIntentId !== intent.id)) return;
    if (isSettled(charge.state)) return;
    const to = stateOf(intent);
    if (!to) return;
    const moved = await moveCharge(tx, charge.id, to, {
      paymentIntentId: intent.id,
      errorCode: intent.refusal?.declineCode ?? intent.refusal?.code ?? null,
      errorMessage: intent.refusal?.message ?? null,
      cardBrand: intent.card?.brand ?? charge.cardBrand,
      cardLast4: intent.card?.last4 ?? charge.cardLast4,
      nextAttemptAt: to === 'processing' ? now + RETRY_MS : null,
      settledAt: to === 'succeeded' ? now : null,
      updatedAt: now,
    });
    if (!moved) return;
    const changed = await updateIf(tx, appointment.id, {}, outcome(moved, intent, now));
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: appointment.id,
      actor: STRIPE,
      action: `charge.${to}`,
      before: { state: charge.state },
      after: { state: to, amountCents: charge.amountCents, reason: moved.errorMessage },
      at: now,
    });
    const letter =
      (to === 'declined' || to === 'requires_action') &&
      changed &&
      balanceDue(deps.settings, changed);
    if (letter) await queueMessage(tx, { id: deps.ids.next(), createdAt: now, ...letter });
  });
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
function outcome(charge: ChargeRow, intent: PaymentIntentView, now: number) {
  const common = { paymentIntentId: intent.id, updatedAt: now };
  if (charge.state === 'succeeded') {
    return {
      ...common,
      totalPaidCents: intent.amountReceivedCents,
      remainingBalanceCents: 0,
      balancePaid: true,
      paymentStatus: 'paid',
      paidAt: now,
    };
  }
  if (charge.state === 'processing') return { ...common, paymentStatus: 'processing' };
  return { ...common, remainingBalanceCents: charge.amountCents, paymentStatus: 'failed' };
}

/** Settles what a crash, a lost reply or a slow bank left open. Returns how many were looked at. */
export async function sweepCharges({ deps }: { deps: Deps }): Promise<number> {
  const open = await unfinishedCharges(deps.db.orm, deps.clock.now(), 50);
  for (const { appointmentId } of open) {
    try {
      await settleCharge({ deps }, { appointmentId });
    } catch (error) {
      deps.log.error('the sweeper could not settle a charge', {
        appointment: appointmentId,
        reason: error instanceof Error ? error.message : 'unknown',
      });
    }
  }
  return open.length;
}
