import { DomainError, SENTENCES } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import type { SetupIntentView } from '@/server/ports/payments/port';
import { ownRow } from '../appointments/access';
import {
  type AppointmentRow,
  findAppointment,
  holdsOrCanRetake,
  updateIf,
} from '../appointments/appointments.repository';
import { type CustomerAppointment, customerView } from '../appointments/appointments.view';
import { insertAudit } from '../audit/audit.repository';
import { findUserById, setStripeCustomer } from '../auth/users.repository';
import { bookingReceived } from '../messages/letters';
import { queueMessage } from '../messages/outbox.repository';
import { savePaymentMethod } from './payment-methods.repository';

const HOLD_RAN_OUT = 'The hold ran out.';

type Call = { deps: Deps; actor: Actor };

export type Authorization = {
  /** Null in test mode: no card is asked for, stored or charged. */
  clientSecret: string | null;
  setupIntentId: string | null;
  testMode: boolean;
  /** What the browser needs to reach Stripe, or the sandbox in its place. */
  stripe: { publishableKey: string; sandboxBase: string | null };
};

/**
 * Opens the saving of a card for a held booking; an open one is reused (D17). A test booking needs
 * none and is kept at once (D28).
 */
export async function createPaymentAuthorization(
  { deps, actor }: Call,
  input: { appointmentId: string },
): Promise<Authorization> {
  const row = ownRow(actor, await findAppointment(deps.db.orm, input.appointmentId));
  const { stripe } = deps.settings;
  if (row.testMode) {
    await keepBooking(deps, actor, row, null);
    return { clientSecret: null, setupIntentId: null, testMode: true, stripe };
  }
  if (row.status === 'cancelled' || row.status === 'completed') {
    throw new DomainError('conflict', 'This delivery is closed, so no card is needed for it.');
  }

  const open = row.setupIntentId && (await deps.payments.retrieveSetupIntent(row.setupIntentId));
  if (open && open.status === 'open') {
    return { clientSecret: open.clientSecret, setupIntentId: open.id, testMode: false, stripe };
  }

  const customerId = await customerOf(deps, row);
  const attempt = row.setupAttempt + 1;
  const intent = await deps.payments.createSetupIntent({
    appointmentId: row.id,
    customerId,
    attempt,
  });
  // Of two at once both made the same intent (same key), and both may write it.
  await deps.db.write((orm) =>
    updateIf(
      orm,
      row.id,
      {},
      {
        setupIntentId: intent.id,
        setupAttempt: attempt,
        stripeCustomerId: customerId,
        updatedAt: deps.clock.now(),
      },
    ),
  );
  return { clientSecret: intent.clientSecret, setupIntentId: intent.id, testMode: false, stripe };
}

async function customerOf(deps: Deps, row: AppointmentRow): Promise<string> {
  if (row.stripeCustomerId) return row.stripeCustomerId;
  const user = row.userId ? await findUserById(deps.db.orm, row.userId) : null;
  if (user?.stripeCustomerId) return user.stripeCustomerId;
  // Only what stays the same is sent: a changed email under the same key would be refused.
  const { customerId } = await deps.payments.ensureCustomer({
    ownerKey: user?.id ?? `guest:${row.id}`,
  });
  if (user) await setStripeCustomer(deps.db, user.id, customerId);
  return customerId;
}

/**
 * Records the saved card and ends the hold (D13, D14). Stripe is asked; ids from the browser only
 * say where to look. Throws `payment_failed` while the card is not saved, `slot_taken` when the hold
 * ran out and the window is gone.
 */
export async function confirmPaymentSetup(
  { deps, actor }: Call,
  input: { appointmentId: string; setupIntentId: string },
): Promise<CustomerAppointment> {
  const row = ownRow(actor, await findAppointment(deps.db.orm, input.appointmentId));
  if (row.setupIntentId !== input.setupIntentId) {
    throw new DomainError('not_found', SENTENCES.notFound);
  }
  return customerView(await recordSetup(deps, actor, row));
}

/** The same from an event: finds the booking by our own metadata, does nothing if there is none. */
export async function recordSetupFromEvent(deps: Deps, setupIntentId: string): Promise<void> {
  const intent = await deps.payments.retrieveSetupIntent(setupIntentId);
  const row = intent.appointmentId && (await findAppointment(deps.db.orm, intent.appointmentId));
  if (!row || row.setupIntentId !== intent.id || intent.status !== 'succeeded') return;
  try {
    await recordSetup(deps, { kind: 'system', name: 'Stripe' }, row, intent);
  } catch (error) {
    // A lapsed hold or a closed booking is an answer, not a failure of the event.
    if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
  }
}

async function recordSetup(
  deps: Deps,
  actor: Actor,
  row: AppointmentRow,
  known?: SetupIntentView,
): Promise<AppointmentRow> {
  if (row.paymentMethodStored && row.holdExpiresAt === null) return row;
  if (!row.setupIntentId) throw new DomainError('not_found', SENTENCES.notFound);
  const intent = known ?? (await deps.payments.retrieveSetupIntent(row.setupIntentId));
  const ours = intent.appointmentId === row.id && intent.customerId === row.stripeCustomerId;
  if (!ours) throw new DomainError('not_found', SENTENCES.notFound);
  if (intent.status !== 'succeeded' || !intent.paymentMethodId) {
    throw new DomainError('payment_failed', intent.refusal?.message ?? 'Payment setup failed');
  }
  return keepBooking(deps, actor, row, intent);
}

/** Ends the hold for good, with the card that was saved or without one in test mode. */
async function keepBooking(
  deps: Deps,
  actor: Actor,
  row: AppointmentRow,
  intent: SetupIntentView | null,
): Promise<AppointmentRow> {
  const now = deps.clock.now();
  const kept = await deps.db.transaction(async (tx) => {
    const changed = await updateIf(
      tx,
      row.id,
      {
        statuses: ['pending', 'confirmed', 'scheduled', 'en_route'],
        also: holdsOrCanRetake(row.id, row, now),
      },
      {
        holdExpiresAt: null,
        updatedAt: now,
        ...(intent && {
          paymentMethodStored: true,
          stripePaymentMethodId: intent.paymentMethodId,
          cardBrand: intent.card?.brand ?? null,
          cardLast4: intent.card?.last4 ?? null,
        }),
      },
    );
    if (!changed) return null;
    if (intent?.paymentMethodId && changed.userId) {
      await savePaymentMethod(tx, {
        id: deps.ids.next(),
        userId: changed.userId,
        name: changed.customerName,
        stripePaymentMethodId: intent.paymentMethodId,
        cardBrand: intent.card?.brand ?? null,
        cardLast4: intent.card?.last4 ?? null,
        createdAt: now,
        updatedAt: now,
      });
    }
    if (row.holdExpiresAt !== null) {
      await insertAudit(tx, {
        id: deps.ids.next(),
        appointmentId: row.id,
        actor,
        action: intent ? 'appointment.card_saved' : 'appointment.test_booked',
        after: intent
          ? { card: `${intent.card?.brand} ${intent.card?.last4}` }
          : { testMode: true },
        at: now,
      });
      const letter = bookingReceived(deps.settings, changed);
      if (letter) await queueMessage(tx, { id: deps.ids.next(), createdAt: now, ...letter });
    }
    return changed;
  });
  if (kept) return kept;
  return giveUp(deps, actor, row, intent);
}

/** The hold ran out and somebody else has the window: keep nothing, and let go of the card (D13). */
async function giveUp(
  deps: Deps,
  actor: Actor,
  row: AppointmentRow,
  intent: SetupIntentView | null,
): Promise<never> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const cancelled = await updateIf(
      tx,
      row.id,
      { statuses: ['pending'] },
      { status: 'cancelled', cancelledAt: now, cancelReason: HOLD_RAN_OUT, updatedAt: now },
    );
    if (!cancelled) return;
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: row.id,
      actor,
      action: 'appointment.hold_lapsed',
      before: { status: row.status },
      after: { status: 'cancelled' },
      at: now,
    });
  });
  if (intent?.paymentMethodId) {
    await deps.payments.detachCard(intent.paymentMethodId).catch(() => {
      deps.log.warn('a card was not detached', { appointment: row.id });
    });
  }
  const current = await findAppointment(deps.db.orm, row.id);
  if (current?.cancelReason === HOLD_RAN_OUT) {
    throw new DomainError('slot_taken', SENTENCES.slotTaken, { field: 'time' });
  }
  throw new DomainError('conflict', 'This appointment was cancelled. Please book again.');
}
