import { DomainError } from '../errors';
import type { Role } from '../roles';

export const APPOINTMENT_STATUSES = [
  'pending',
  'confirmed',
  'scheduled',
  'en_route',
  'completed',
  'cancelled',
] as const;
export type AppointmentStatus = (typeof APPOINTMENT_STATUSES)[number];

/** Names for people. */
export const STATUS_LABELS: Record<AppointmentStatus, string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  scheduled: 'Scheduled',
  en_route: 'En Route',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** A status within a sentence: "en route". */
export function statusInText(status: AppointmentStatus): string {
  return STATUS_LABELS[status].toLowerCase();
}

/** Who may move an appointment; `customer` also stands for a guest, and for a person with the link. */
export type ActorRole = Role | 'system';

/**
 * The one transition table: from, to, and who may. `system` is the product itself, which
 * only ever cancels (an abandoned or expired hold). A driver cancels only what they have set out for
 * and could not deliver, with a reason, or tries again later that day. They take one back to scheduled for
 * as long as `canUndoEnRoute` says. Everything absent is refused.
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

/** True when the table lets `role` take an appointment from one status to the other. */
export function canTransition(
  from: AppointmentStatus,
  to: AppointmentStatus,
  role: ActorRole,
): boolean {
  return TRANSITIONS[from][to]?.includes(role) ?? false;
}

/** Every status from which `role` may reach `to`; what a guarded UPDATE accepts. */
export function statusesBefore(to: AppointmentStatus, role: ActorRole): AppointmentStatus[] {
  return APPOINTMENT_STATUSES.filter((from) => canTransition(from, to, role));
}

/** Throws `conflict` with an error message when the move is not in the table. */
export function assertTransition(
  from: AppointmentStatus,
  to: AppointmentStatus,
  role: ActorRole,
): void {
  if (canTransition(from, to, role)) return;
  throw new DomainError(
    'conflict',
    `This appointment is ${statusInText(from)} and cannot become ${statusInText(to)}.`,
    { details: { from, to } },
  );
}

/** For so long (ms) after setting out a driver may undo it, by the server's clock. */
export const UNDO_EN_ROUTE_MS = 2 * 60_000;

/**
 * Whether its driver may still undo having set out. A walk-up never waited to be set out for: it's made
 * where the driver is.
 *
 * @param now the instant (ms)
 */
export function canUndoEnRoute(
  {
    status,
    enRouteAt,
    bookedBy,
  }: { status: AppointmentStatus; enRouteAt: number | null; bookedBy: string | null },
  now: number,
): boolean {
  if (status !== 'en_route' || enRouteAt === null || bookedBy === 'driver') return false;
  return now < enRouteAt + UNDO_EN_ROUTE_MS;
}

/** Appointments that a customer may still change. */
export const MODIFIABLE_STATUSES: readonly AppointmentStatus[] = [
  'pending',
  'confirmed',
  'scheduled',
];

/** Edit Details is offered for every status but these. */
export const CLOSED_STATUSES: readonly AppointmentStatus[] = ['completed', 'cancelled'];

/** Appointments that are still to be delivered. */
export const OPEN_STATUSES: readonly AppointmentStatus[] = APPOINTMENT_STATUSES.filter(
  (status) => !CLOSED_STATUSES.includes(status),
);

/**
 * Whether staff may record that an appointment was delivered all the same: it is cancelled, or its
 * hold expired and nothing has cancelled it yet.
 *
 * @param now the instant (ms)
 */
export function isRecordable(
  { status, holdExpiresAt }: { status: AppointmentStatus; holdExpiresAt: number | null },
  now: number,
): boolean {
  if (status === 'cancelled') return true;
  return status === 'pending' && holdExpiresAt !== null && holdExpiresAt <= now;
}

/** The sections of the Appointments tab, in the order of the statuses. Cancelled is shown in a search only. */
export const STAFF_SECTIONS = [
  'pending',
  'confirmed',
  'scheduled',
  'completed',
  'cancelled',
] as const satisfies AppointmentStatus[];
export type StaffSection = (typeof STAFF_SECTIONS)[number];

/** The days up to today whose completed deliveries Board shows; older ones on demand. */
export const RECENT_DAYS = 7;

/** What a section lists: en route ones are among the scheduled. */
export function statusesOf(section: StaffSection): AppointmentStatus[] {
  return section === 'scheduled' ? ['scheduled', 'en_route'] : [section];
}
