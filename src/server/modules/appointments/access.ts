import type { AppointmentRow } from '@/db/schema';
import { takesFirstCardByLink } from '@/domain/appointment/booked-by';
import { LINK_MESSAGES } from '@/domain/appointment/delivery-link';
import type { ActorRole } from '@/domain/appointment/status';
import { DomainError, MESSAGES } from '@/domain/errors';
import { type Actor, hasRole, linksOf, type VisitorLink } from '@/domain/roles';
import { deliveryRoleOf, worksIn } from '@/domain/staff/areas';

/** Returns an actor's role in the transition table. A guest with a link counts as the customer. */
export function roleOf(actor: Actor): ActorRole {
  if (actor.kind === 'user') return deliveryRoleOf(actor.role);
  return actor.kind === 'system' ? 'system' : 'customer';
}

/**
 * Returns the link that an actor uses for an appointment outside their account. Returns null if
 * they don't need one, or if their links are for other appointments.
 */
export function visitorLinkOf(actor: Actor, row: AppointmentRow): VisitorLink | null {
  if (actor.kind === 'user' && row.userId === actor.userId) return null;
  return linksOf(actor).find(({ appointmentId }) => appointmentId === row.id) ?? null;
}

/** True for the owner: the signed-in customer, or anyone with this appointment's link. */
export function isOwner(actor: Actor, row: AppointmentRow): boolean {
  if (actor.kind === 'user' && row.userId === actor.userId) return true;
  return visitorLinkOf(actor, row) !== null;
}

/** Returns the row if the actor booked it. Otherwise throws the same 404 as for an unknown ID. */
export function ownRow(actor: Actor, row: AppointmentRow | null): AppointmentRow {
  if (row && (isOwner(actor, row) || actor.kind === 'system')) return row;
  throw new DomainError('not_found', MESSAGES.notFound);
}

/** Returns the row if the actor is its owner or works with deliveries. */
export function ownOrStaffRow(actor: Actor, row: AppointmentRow | null): AppointmentRow {
  return row && worksIn('deliveries', actor) ? row : ownRow(actor, row);
}

/** Throws `prove_phone` if the actor has only the link, which allows viewing and paying. */
function requireProof(actor: Actor, row: AppointmentRow): void {
  const link = visitorLinkOf(actor, row);
  if (!link || link.provenBy) return;
  const details = { appointmentId: row.id };
  throw new DomainError('prove_phone', LINK_MESSAGES.provePhone, { details });
}

/**
 * Returns the row if the actor may change its order, card, or link. A link allows this only after
 * the phone number was verified, and never for an appointment in an account.
 */
export function changeableRow(actor: Actor, row: AppointmentRow | null): AppointmentRow {
  const own = ownRow(actor, row);
  if (visitorLinkOf(actor, own) && own.userId !== null) {
    throw new DomainError('unauthenticated', LINK_MESSAGES.signIn);
  }
  requireProof(actor, own);
  return own;
}

/**
 * Returns the row if the actor may add a card to it. A link alone is enough for the first card of
 * an appointment that staff or a driver booked.
 */
export function cardRow(actor: Actor, row: AppointmentRow | null): AppointmentRow {
  const own = row && takesFirstCardByLink(row) && row.userId === null ? ownRow(actor, row) : null;
  return own ?? changeableRow(actor, row);
}

/**
 * Returns the row if the actor may cancel it: staff, its account, or a link with a verified phone.
 */
export function cancellableRow(actor: Actor, row: AppointmentRow | null): AppointmentRow {
  const found = ownOrStaffRow(actor, row);
  if (!worksIn('deliveries', actor)) requireProof(actor, found);
  return found;
}

/** Returns the row if the actor works with deliveries or is its assigned driver. */
export function deliverableRow(actor: Actor, row: AppointmentRow | null): AppointmentRow {
  if (row && (worksIn('deliveries', actor) || actor.kind === 'system')) return row;
  if (row && hasRole(actor, 'driver') && row.driverId !== null && row.driverId === actor.driverId) {
    return row;
  }
  throw new DomainError('not_found', MESSAGES.notFound);
}
