import type { AppointmentRow } from '@/db/schema';
import type { ActorRole } from '@/domain/appointment/status';
import { DomainError, MESSAGES } from '@/domain/errors';
import { type Actor, hasRole } from '@/domain/roles';

/** The role of an actor in the transition table; a guest with a link counts as the customer. */
export function roleOf(actor: Actor): ActorRole {
  if (actor.kind === 'user') return actor.role;
  return actor.kind === 'system' ? 'system' : 'customer';
}

/** True for the owner: the signed-in customer, or the guest with this appointment's link (D19). */
export function isOwner(actor: Actor, row: AppointmentRow): boolean {
  if (actor.kind === 'guest') return actor.appointmentId === row.id;
  if (actor.kind !== 'user') return false;
  // A user who opened a guest's link while signed in has both.
  return row.userId === null ? actor.guestOf === row.id : row.userId === actor.userId;
}

/** The row, if the actor booked it; otherwise the same 404 as for an id that does not exist (D35). */
export function ownRow(actor: Actor, row: AppointmentRow | null): AppointmentRow {
  if (row && (isOwner(actor, row) || actor.kind === 'system')) return row;
  throw new DomainError('not_found', MESSAGES.notFound);
}

/** The row, if the actor is its owner or an admin. */
export function ownOrStaffRow(actor: Actor, row: AppointmentRow | null): AppointmentRow {
  return row && hasRole(actor, 'admin') ? row : ownRow(actor, row);
}

/** The row, if the actor is an admin or the driver it is assigned to. */
export function deliverableRow(actor: Actor, row: AppointmentRow | null): AppointmentRow {
  if (row && (hasRole(actor, 'admin') || actor.kind === 'system')) return row;
  if (row && hasRole(actor, 'driver') && row.driverId !== null && row.driverId === actor.driverId) {
    return row;
  }
  throw new DomainError('not_found', MESSAGES.notFound);
}
