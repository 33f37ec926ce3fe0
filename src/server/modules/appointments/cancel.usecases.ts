import { type ConditionalWrite, retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { assertTransition } from '@/domain/appointment/status';
import { hasRole } from '@/domain/roles';
import { worksIn } from '@/domain/staff/areas';
import type { Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import { message } from '../messages/message';
import { isReachable } from '../messages/reach';
import { selectSupport } from '../support/support.repository';
import { supportView } from '../support/support.usecases';
import { cancellableRow, roleOf } from './access';
import { changeUnchanged, selectAppointment } from './appointments.repository';
import { type CustomerAppointment, customerView } from './appointments.view';
import { deliveryFacts } from './delivery-link';
import { refuseChangedSince } from './edit-conflict';
import { releaseSetup } from './setup-release';

/**
 * Cancels an appointment and frees its spot immediately. Customers may cancel until a driver is on
 * the way, and a closed payment dialog cancels too. Cancelling twice is harmless.
 *
 * @throws `changed_meanwhile` if the caller's version is outdated
 */
export async function cancelAppointment(
  call: Call,
  input: Cancellation,
): Promise<CustomerAppointment> {
  return customerView(await cancelRow(call, input));
}

/** Cancels like `cancelAppointment`, and returns whether a message can reach the customer. */
export async function cancelForCustomer(
  call: Call,
  input: Cancellation,
): Promise<CustomerAppointment & { customerNotified: boolean }> {
  const row = await cancelRow(call, input);
  return { ...customerView(row), customerNotified: await isReachable(call.deps, row) };
}

type Cancellation = { id: string; reason?: string | undefined; version?: number | undefined };

async function cancelRow(call: Call, input: Cancellation): Promise<AppointmentRow> {
  const { deps, actor } = call;
  const { appointment, isNews } = await retryOnConflict(async () => {
    const [[row], [support]] = await deps.db.read((orm) => [
      selectAppointment(orm, input.id),
      selectSupport(orm),
    ]);
    const found = cancellableRow(actor, row ?? null);
    if (found.status === 'cancelled') return { appointment: found, isNews: false };
    await refuseChangedSince(call, found, input.version);
    // Drivers who booked for themselves cancel like any other customer.
    assertTransition(
      found.status,
      'cancelled',
      hasRole(actor, 'driver') ? 'customer' : roleOf(actor),
    );
    const told = isByOffice(call, found)
      ? message(call, 'cancelled', {
          ...deliveryFacts(deps, found),
          reason: input.reason || null,
          supportPhone: supportView(support).phone,
        })
      : null;
    const cancelled = await cancelUnchanged(call, found, input.reason || null, told);
    return { appointment: cancelled, isNews: true };
  });
  if (isNews) await releaseSetup(deps, appointment);
  return appointment;
}

/** True if staff cancel someone else's booking, so its customer must be notified. */
const isByOffice = ({ actor }: Call, { userId, holdExpiresAt }: AppointmentRow) =>
  worksIn('deliveries', actor) && actor.userId !== userId && holdExpiresAt === null;

/**
 * Cancels an appointment. Throws `LostRace` if it changed since it was read.
 *
 * @param told the message to its customer, if any, and other writes that belong to the change
 */
export async function cancelUnchanged(
  call: Call,
  read: AppointmentRow,
  cancelReason: string | null,
  told: ConditionalWrite | null | readonly (ConditionalWrite | null)[] = null,
): Promise<AppointmentRow> {
  const { db, clock } = call.deps;
  const now = clock.now();
  const written = await writeGuarded(db, {
    guard: changeUnchanged(db.orm, read, {
      status: 'cancelled',
      cancelledAt: now,
      cancelReason,
      updatedAt: now,
    }),
    audit: audit(call, {
      appointmentId: read.id,
      action: 'appointment.cancelled',
      before: { status: read.status },
      after: { status: 'cancelled', reason: cancelReason },
    }),
    also: [told].flat(),
  });
  return written.changed;
}
