import { DomainError } from '../errors';
import type { DeliveryRole } from '../staff/areas';

export const APPOINTMENT_STATUSES = [
  'pending',
  'confirmed',
  'scheduled',
  'en_route',
  'completed',
  'cancelled',
] as const;
export type AppointmentStatus = (typeof APPOINTMENT_STATUSES)[number];

/** Labels for people. */
export const STATUS_LABELS: Record<AppointmentStatus, string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  scheduled: 'Scheduled',
  en_route: 'En Route',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** Returns a status for use within a sentence: "en route". */
export function statusInText(status: AppointmentStatus): string {
  return STATUS_LABELS[status].toLowerCase();
}

/**
 * The role that changes a status. `admin` includes dispatchers, and `customer` includes guests and
 * anyone with the delivery link.
 */
export type ActorRole = DeliveryRole | 'system';

/**
 * The transition table: current status, new status, and the roles that may make the change.
 * `system` is the product itself, which only cancels an abandoned or expired hold. A driver who set
 * out but couldn't deliver may cancel with a reason, or try again later that day. A driver may also
 * return to scheduled as long as `canUndoEnRoute` allows. Everything else is refused.
 */
const TRANSITIONS: Record<
  AppointmentStatus,
  Partial<Record<AppointmentStatus, readonly ActorRole[]>>
> = {
  pending: {
    confirmed: ['admin'],
    en_route: ['admin', 'driver'],
    cancelled: ['admin', 'customer', 'system'],
  },
  confirmed: {
    scheduled: ['admin'],
    en_route: ['driver'],
    cancelled: ['admin', 'customer'],
  },
  scheduled: {
    en_route: ['admin', 'driver'],
    completed: ['admin'],
    cancelled: ['admin', 'customer'],
  },
  en_route: {
    scheduled: ['admin', 'driver'],
    completed: ['admin', 'driver'],
    cancelled: ['admin', 'driver'],
  },
  completed: {},
  cancelled: {},
};

/** True if the table lets `role` make the change. */
export function canTransition(
  from: AppointmentStatus,
  to: AppointmentStatus,
  role: ActorRole,
): boolean {
  return TRANSITIONS[from][to]?.includes(role) ?? false;
}

/** Returns the statuses from which `role` may reach `to`, for the condition of a guarded UPDATE. */
export function statusesBefore(to: AppointmentStatus, role: ActorRole): AppointmentStatus[] {
  return APPOINTMENT_STATUSES.filter((from) => canTransition(from, to, role));
}

/** Throws `conflict` with a readable message unless the table allows the change. */
export function assertTransition(
  from: AppointmentStatus,
  to: AppointmentStatus,
  role: ActorRole,
): void {
  if (canTransition(from, to, role)) return;
  throw new DomainError(
    'conflict',
    `This appointment is ${statusInText(from)} and can’t be changed to ${statusInText(to)}.`,
    { details: { from, to } },
  );
}

/** How long (ms) after setting out a driver may undo it, by the server's clock. */
export const UNDO_EN_ROUTE_MS = 2 * 60_000;

/** How late (ms) an undo that was pressed without signal may arrive. */
const UNDO_SENT_WITHIN_MS = 60 * 60_000;

/**
 * True if the driver may still undo setting out. A walk-up is created where the driver already is,
 * so there is nothing to undo.
 *
 * @param now the current instant (ms)
 * @param ageMs how long ago the driver pressed the button (ms). At most an hour counts, because only
 * the device knows.
 */
export function canUndoEnRoute(
  {
    status,
    enRouteAt,
    bookedBy,
  }: { status: AppointmentStatus; enRouteAt: number | null; bookedBy: string | null },
  now: number,
  ageMs = 0,
): boolean {
  if (status !== 'en_route' || enRouteAt === null || bookedBy === 'driver') return false;
  const pressedAt = ageMs <= UNDO_SENT_WITHIN_MS ? now - ageMs : now;
  return pressedAt < enRouteAt + UNDO_EN_ROUTE_MS;
}

/** Appointments that a customer may still change. */
export const MODIFIABLE_STATUSES: readonly AppointmentStatus[] = [
  'pending',
  'confirmed',
  'scheduled',
];

/** Statuses without Edit Details. */
export const CLOSED_STATUSES: readonly AppointmentStatus[] = ['completed', 'cancelled'];

/** Appointments that are still to be delivered. */
export const OPEN_STATUSES: readonly AppointmentStatus[] = APPOINTMENT_STATUSES.filter(
  (status) => !CLOSED_STATUSES.includes(status),
);

/**
 * True if staff may record that an appointment was delivered anyway: it's cancelled, or its hold
 * has expired without being cancelled yet.
 *
 * @param now the current instant (ms)
 */
export function isRecordable(
  { status, holdExpiresAt }: { status: AppointmentStatus; holdExpiresAt: number | null },
  now: number,
): boolean {
  if (status === 'cancelled') return true;
  return status === 'pending' && holdExpiresAt !== null && holdExpiresAt <= now;
}

/** The sections of the Appointments tab, in status order. Cancelled shows up only in a search. */
export const STAFF_SECTIONS = [
  'pending',
  'confirmed',
  'scheduled',
  'completed',
  'cancelled',
] as const satisfies AppointmentStatus[];
export type StaffSection = (typeof STAFF_SECTIONS)[number];

/**
 * The board shows completed deliveries of this many days, including today. Older ones load on
 * demand.
 */
export const RECENT_DAYS = 7;

/** Returns the statuses in a section. En route appointments are listed under Scheduled. */
export function statusesOf(section: StaffSection): AppointmentStatus[] {
  return section === 'scheduled' ? ['scheduled', 'en_route'] : [section];
}
