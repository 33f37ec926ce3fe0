import { DomainError, SENTENCES } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import {
  type AppointmentRow,
  findAppointment,
  holdsOrCanRetake,
  updateIf,
} from '../appointments/appointments.repository';
import { manageLink } from '../appointments/manage-link';
import { insertAudit } from '../audit/audit.repository';
import { bookingReceived } from '../messages/letters';
import { queueMessage } from '../messages/outbox.repository';
import { findCard, savePaymentMethod } from './payment-methods.repository';

const HOLD_RAN_OUT = 'The hold ran out.';

/** A card that a booking is to be charged with. */
export type KeptCard = {
  paymentMethodId: string;
  brand: string | null;
  last4: string | null;
  /** Its row in the customer's account; null for one that was just typed in. */
  savedId: string | null;
  /** Whose card it is, where the booking may not say so yet. */
  customerId?: string;
};

export const unknownCard = () =>
  new DomainError('not_found', 'We could not find that card.', { field: 'paymentMethodId' });

/**
 * Ends the hold for good, with a card or without one in test mode; on a booking that has a card, the
 * new one takes its place. Throws `slot_taken` when the hold ran out and the window is gone.
 */
export async function keepBooking(
  deps: Deps,
  actor: Actor,
  row: AppointmentRow,
  card: KeptCard | null,
): Promise<AppointmentRow> {
  const now = deps.clock.now();
  // Signed before the write: nothing else may be waited for inside it.
  const guestLink = await manageLink(deps, row.id);
  const kept = await deps.db.transaction(async (tx) => {
    // Somebody may be removing it from their account at this moment.
    if (card?.savedId && !(await findCard(tx, card.savedId))) throw unknownCard();
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
        ...(card && {
          paymentMethodStored: true,
          stripePaymentMethodId: card.paymentMethodId,
          ...(card.customerId && { stripeCustomerId: card.customerId }),
          cardBrand: card.brand,
          cardLast4: card.last4,
        }),
      },
    );
    if (!changed) return null;
    if (card && changed.userId) {
      await savePaymentMethod(tx, {
        id: deps.ids.next(),
        userId: changed.userId,
        name: changed.customerName,
        stripePaymentMethodId: card.paymentMethodId,
        cardBrand: card.brand,
        cardLast4: card.last4,
        createdAt: now,
        updatedAt: now,
      });
    }
    const wasHeld = row.holdExpiresAt !== null;
    if (wasHeld || card) {
      await insertAudit(tx, {
        id: deps.ids.next(),
        appointmentId: row.id,
        actor,
        action: actionOf(row, card),
        before: row.cardLast4 ? { card: `${row.cardBrand} ${row.cardLast4}` } : undefined,
        after: card ? { card: `${card.brand} ${card.last4}` } : { testMode: true },
        at: now,
      });
    }
    if (wasHeld) {
      const letter = bookingReceived(deps.settings, changed, guestLink);
      if (letter) await queueMessage(tx, { id: deps.ids.next(), createdAt: now, ...letter });
    }
    return changed;
  });
  if (!kept) return giveUp(deps, actor, row, card);
  const replaced = card && row.stripePaymentMethodId;
  // A guest has no account to keep the old card in.
  if (replaced && replaced !== card.paymentMethodId && !row.userId) {
    await forgetCard(deps, row.id, replaced);
  }
  return kept;
}

function actionOf(row: AppointmentRow, card: KeptCard | null): string {
  if (!card) return 'appointment.test_booked';
  return row.paymentMethodStored ? 'appointment.card_replaced' : 'appointment.card_saved';
}

/** The hold ran out and somebody else has the window: keep nothing, and let go of the card (D13). */
async function giveUp(
  deps: Deps,
  actor: Actor,
  row: AppointmentRow,
  card: KeptCard | null,
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
  // One that was in the account before stays there.
  if (card && !card.savedId) await forgetCard(deps, row.id, card.paymentMethodId);
  const current = await findAppointment(deps.db.orm, row.id);
  if (current?.cancelReason === HOLD_RAN_OUT) {
    throw new DomainError('slot_taken', SENTENCES.slotTaken, { field: 'time' });
  }
  throw new DomainError('conflict', 'This appointment was cancelled. Please book again.');
}

/** A failure costs nothing: nothing refers to the card any more. */
async function forgetCard(deps: Deps, appointmentId: string, paymentMethodId: string) {
  await deps.payments.detachCard(paymentMethodId).catch(() => {
    deps.log.warn('a card was not detached', { appointment: appointmentId });
  });
}
