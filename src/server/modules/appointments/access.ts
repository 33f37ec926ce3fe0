import type { AppointmentRow } from '@/db/schema';
import { takesFirstCardByLink } from '@/domain/appointment/booked-by';
import { LINK_MESSAGES } from '@/domain/appointment/delivery-link';
import type { ActorRole } from '@/domain/appointment/status';
import { DomainError, MESSAGES } from '@/domain/errors';
import { type Actor, hasRole, linksOf, type VisitorLink } from '@/domain/roles';

/** The role of an actor in the transition table; a guest with a link counts as the customer. */
export function roleOf(actor: Actor): ActorRole {
  if (actor.kind === 'user') return actor.role;
  return actor.kind === 'system' ? 'system' : 'customer';
}

/**
 * The link by which an actor comes to an appointment that is not in their account; null where they
 * need none, and for another appointment.
 */
export function heldLink(actor: Actor, row: AppointmentRow): VisitorLink | null {
  if (actor.kind === 'user' && row.userId === actor.userId) return null;
  return linksOf(actor).find(({ appointmentId }) => appointmentId === row.id) ?? null;
}

/** True for the owner: the signed-in customer, or a person with this appointment's link. */
export function isOwner(actor: Actor, row: AppointmentRow): boolean {
  if (actor.kind === 'user' && row.userId === actor.userId) return true;
  return heldLink(actor, row) !== null;
}

/** The row, if the actor booked it; otherwise the same 404 as for an id that does not exist. */
export function ownRow(actor: Actor, row: AppointmentRow | null): AppointmentRow {
  if (row && (isOwner(actor, row) || actor.kind === 'system')) return row;
  throw new DomainError('not_found', MESSAGES.notFound);
}

/** The row, if the actor is its owner or an admin. */
export function ownOrStaffRow(actor: Actor, row: AppointmentRow | null): AppointmentRow {
  return row && hasRole(actor, 'admin') ? row : ownRow(actor, row);
}

/** Throws `prove_phone` for a person with the link alone, which only shows and pays. */
function requireProof(actor: Actor, row: AppointmentRow): void {
  const link = heldLink(actor, row);
  if (!link || link.provenBy) return;
  const details = { appointmentId: row.id };
  throw new DomainError('prove_phone', LINK_MESSAGES.provePhone, { details });
}

/**
 * The row, if the actor may change its order, card or link: by a link only once the phone is proven,
 * and never what belongs to an account.
 */
export function changeableRow(actor: Actor, row: AppointmentRow | null): AppointmentRow {
  const own = ownRow(actor, row);
  if (heldLink(actor, own) && own.userId !== null) {
    throw new DomainError('unauthenticated', LINK_MESSAGES.signIn);
  }
  requireProof(actor, own);
  return own;
}

/**
 * The row, if the actor may give it a card: as one may change it, or by the link alone for the first card
 * of what the business booked for a customer who stands before it.
 */
export function cardRow(actor: Actor, row: AppointmentRow | null): AppointmentRow {
  const own = row && takesFirstCardByLink(row) && row.userId === null ? ownRow(actor, row) : null;
  return own ?? changeableRow(actor, row);
}

/** The row, if the actor may cancel it: staff, its account, or a link once the phone is proven. */
export function cancellableRow(actor: Actor, row: AppointmentRow | null): AppointmentRow {
  const found = ownOrStaffRow(actor, row);
  if (!hasRole(actor, 'admin')) requireProof(actor, found);
  return found;
}

/** The row, if the actor is an admin or the driver it is assigned to. */
export function deliverableRow(actor: Actor, row: AppointmentRow | null): AppointmentRow {
  if (row && (hasRole(actor, 'admin') || actor.kind === 'system')) return row;
  if (row && hasRole(actor, 'driver') && row.driverId !== null && row.driverId === actor.driverId) {
    return row;
  }
  throw new DomainError('not_found', MESSAGES.notFound);
}
