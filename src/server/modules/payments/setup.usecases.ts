import { DomainError, SENTENCES } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import type { SetupIntentView } from '@/server/ports/payments/port';
import { ownRow } from '../appointments/access';
import {
  type AppointmentRow,
  findAppointment,
  updateIf,
} from '../appointments/appointments.repository';
import { type CustomerAppointment, customerView } from '../appointments/appointments.view';
import { keepBooking } from './keep-booking.usecases';
import { customerOf } from './stripe-customer';

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
 * Opens the saving of a card for a held booking, or of another card for a booking that has one; an
 * open one is reused (D17). A test booking needs none and is kept at once (D28).
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

/**
 * Records the saved card and ends the hold (D13, D14); on a booking that has a card, the new one
 * takes its place. Stripe is asked; ids from the browser only
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
  if (!row.setupIntentId) throw new DomainError('not_found', SENTENCES.notFound);
  const intent = known ?? (await deps.payments.retrieveSetupIntent(row.setupIntentId));
  const ours = intent.appointmentId === row.id && intent.customerId === row.stripeCustomerId;
  if (!ours) throw new DomainError('not_found', SENTENCES.notFound);
  if (intent.status !== 'succeeded' || !intent.paymentMethodId) {
    throw new DomainError('payment_failed', intent.refusal?.message ?? 'Payment setup failed');
  }
  const isKept = row.paymentMethodStored && row.holdExpiresAt === null;
  if (isKept && row.stripePaymentMethodId === intent.paymentMethodId) return row;
  return keepBooking(deps, actor, row, {
    paymentMethodId: intent.paymentMethodId,
    brand: intent.card?.brand ?? null,
    last4: intent.card?.last4 ?? null,
    savedId: null,
  });
}
