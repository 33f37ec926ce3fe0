import type { Transaction } from '@/db/client';
import type { AppointmentRow } from '@/db/schema';
import type { AuditAction } from '@/domain/audit/actions';
import { DomainError, MESSAGES } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/config/deps';
import { findAppointment, updateIf } from '../appointments/appointments.repository';
import { keepsCapacity } from '../appointments/holds.repository';
import { ownerLink } from '../appointments/manage-link';
import { audit } from '../audit/audit';
import { message } from '../messages/message';
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
 * new one takes its place. Repeating it changes nothing. Throws `slot_taken` when the hold ran out and
 * the window is gone, `not_found` for a typed card when the saving of another one was begun since
 * `found` was read.
 */
export async function finalizeAppointment(
  deps: Deps,
  actor: Actor,
  found: AppointmentRow,
  card: KeptCard | null,
): Promise<AppointmentRow> {
  const now = deps.clock.now();
  const { before, kept, after } = await deps.db.transaction(async (tx) => {
    // Read again: the card may have been recorded, or the delivery moved, since it was found.
    const row = await findAppointment(tx, found.id);
    if (!row) throw new DomainError('not_found', MESSAGES.notFound);
    if (card && isKeptWith(row, card.paymentMethodId))
      return { before: row, kept: row, after: row };
    if (card?.savedId === null && row.setupIntentId !== found.setupIntentId) {
      throw new DomainError('not_found', MESSAGES.notFound);
    }
    // Somebody may be removing it from their account at this moment.
    if (card?.savedId && !(await findCard(tx, card.savedId))) throw unknownCard();
    const changed = await keep(tx, row, card, now);
    if (changed) await tellKept(deps, tx, actor, { row, kept: changed, card, now });
    return {
      before: row,
      kept: changed,
      after: changed ?? (await expireHold(deps, tx, actor, row, now)),
    };
  });
  if (!kept) {
    // One that was in the account before stays there.
    if (card && !card.savedId) await forgetCard(deps, after.id, card.paymentMethodId);
    throw notKept(after);
  }
  const replaced = card && before.stripePaymentMethodId;
  // A guest has no account to keep the old card in.
  if (replaced && replaced !== card.paymentMethodId && !before.userId) {
    await forgetCard(deps, before.id, replaced);
  }
  return kept;
}

/** The booking has its place for good, and this is the card it is charged with. */
export const isKeptWith = (row: AppointmentRow, paymentMethodId: string | null) =>
  row.paymentMethodStored &&
  row.holdExpiresAt === null &&
  row.stripePaymentMethodId === paymentMethodId;

/** Null when the booking is closed, or its hold ran out and the window is gone. */
function keep(tx: Transaction, row: AppointmentRow, card: KeptCard | null, now: number) {
  return updateIf(
    tx,
    row.id,
    {
      statuses: ['pending', 'confirmed', 'scheduled', 'en_route'],
      also: keepsCapacity(row, now),
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
      // A typed card that is heard of later was given up for this one.
      ...(card?.savedId && { setupIntentId: null }),
    },
  );
}

type Kept = {
  row: AppointmentRow;
  kept: AppointmentRow;
  card: KeptCard | null;
  now: number;
};

/** The card in the account, the audit entry and the message of an appointment that is kept. */
async function tellKept(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { row, kept, card, now }: Kept,
): Promise<void> {
  if (card && kept.userId) {
    await savePaymentMethod(tx, {
      id: deps.ids.next(),
      userId: kept.userId,
      name: kept.customerName,
      stripePaymentMethodId: card.paymentMethodId,
      cardBrand: card.brand,
      cardLast4: card.last4,
      createdAt: now,
      updatedAt: now,
    });
  }
  const wasHeld = row.holdExpiresAt !== null;
  if (wasHeld || card) {
    await audit(
      { deps, actor },
      {
        appointmentId: row.id,
        action: actionOf(row, card),
        before: row.cardLast4 ? { card: `${row.cardBrand} ${row.cardLast4}` } : undefined,
        after: card ? { card: `${card.brand} ${card.last4}` } : { testMode: true },
      },
    ).write(tx);
  }
  if (!wasHeld) return;
  const facts = { appointment: kept, ownerLink: ownerLink(deps, kept) };
  await message({ deps }, 'booked', facts)?.(tx);
}

function actionOf(row: AppointmentRow, card: KeptCard | null): AuditAction {
  if (!card) return 'appointment.test_booked';
  return row.paymentMethodStored ? 'appointment.card_replaced' : 'appointment.card_saved';
}

/** The hold ran out and somebody else has the window: nothing is kept (D13). The row afterwards. */
async function expireHold(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  row: AppointmentRow,
  now: number,
): Promise<AppointmentRow> {
  const cancelled = await updateIf(
    tx,
    row.id,
    { statuses: ['pending'] },
    { status: 'cancelled', cancelledAt: now, cancelReason: HOLD_RAN_OUT, updatedAt: now },
  );
  if (!cancelled) return row;
  await audit(
    { deps, actor },
    {
      appointmentId: row.id,
      action: 'appointment.hold_expired',
      before: { status: row.status },
      after: { status: 'cancelled' },
    },
  ).write(tx);
  return cancelled;
}

const notKept = (row: AppointmentRow) =>
  row.cancelReason === HOLD_RAN_OUT
    ? new DomainError('slot_taken', MESSAGES.slotTaken, { field: 'time' })
    : new DomainError('conflict', 'This appointment was cancelled. Please book again.');

/** A failure costs nothing: nothing refers to the card any more. */
async function forgetCard(deps: Deps, appointmentId: string, paymentMethodId: string) {
  await deps.payments.detachCard(paymentMethodId).catch(() => {
    deps.log.warn('a card was not detached', { appointment: appointmentId });
  });
}
