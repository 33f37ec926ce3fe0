import type { Queryable } from '@/db/client';
import type { CalendarDate } from '@/domain/dates';
import { type Actor, hasRole } from '@/domain/roles';
import type { Call } from '@/server/config/call';
import { advance } from '../../appointments/advance.usecases';
import { columnOf, selectEnRoute } from '../../appointments/appointments.repository';
import {
  ownContact,
  type StaffAppointment,
  WITHOUT_PAYMENT,
} from '../../appointments/appointments.view';
import { deliveryFacts } from '../../appointments/delivery-link';
import { selectDriver } from '../../drivers/drivers.repository';
import { message } from '../../messages/message';
import { isReachable } from '../../messages/reach';
import { orTellStaff, refuseMoved } from '../completion/refused-actions.usecases';
import { arrivalOf } from './arrival';
import { selectDocksOf } from './docks.repository';

type Departure = {
  id: string;
  actionKey?: string;
  pressedAt?: string;
  /** The delivery date that the device showed. */
  shownDate?: CalendarDate;
  /**
   * True if the driver has already ended the trip, so that the customer is only notified of its
   * end.
   */
  isOver?: boolean;
};

/**
 * Marks a delivery as en route and notifies the customer of the estimated arrival if we can reach
 * them. Sending the same `actionKey` again changes nothing, even after later actions.
 */
export async function markEnRoute(
  call: Call,
  input: Departure,
): Promise<{ appointment: StaffAppointment; customerNotified: boolean }> {
  const action = {
    id: input.id,
    actionKey: input.actionKey,
    text: 'on the way',
    kind: 'enRoute' as const,
    actualGallonsTenths: null,
    pressedAt: input.pressedAt ?? null,
  };
  return orTellStaff(call, action, () => setOut(call, input));
}

/** Removes the payment card from a staff view that is sent to a driver. */
export const withoutCardFor = (actor: Actor, appointment: StaffAppointment): StaffAppointment =>
  hasRole(actor, 'driver') ? { ...appointment, ...WITHOUT_PAYMENT } : appointment;

async function setOut(call: Call, input: Departure) {
  const now = call.deps.clock.now();
  const facts = (orm: Queryable) =>
    [
      selectDriver(orm, columnOf(input.id, 'driverId')),
      selectEnRoute(orm, columnOf(input.id, 'driverId')),
      selectDocksOf(orm, input.id),
    ] as const;
  const appointment = await advance(
    call,
    { ...input, to: 'en_route' },
    facts,
    (appointment, [[driver], enRoute, docks]) => {
      refuseMoved(appointment, input.shownDate);
      const arrivalAt = driver ? arrivalOf(appointment, { driver, enRoute, docks, now }) : null;
      const driverName = driver?.name ?? null;
      return {
        changes: { enRouteAt: now, arrivalAt },
        message: input.isOver
          ? null
          : message(call, 'en-route', {
              ...deliveryFacts(call.deps, appointment),
              driverName,
              arrivalAt,
            }),
      };
    },
  );
  return {
    appointment: withoutCardFor(call.actor, appointment),
    customerNotified: !input.isOver && (await isReachable(call.deps, ownContact(appointment))),
  };
}
