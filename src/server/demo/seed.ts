import type { BookAppointmentInput } from '@/domain/appointment/book-call.schema';
import { addDays } from '@/domain/dates';
import { minus, toTenths } from '@/domain/money';
import { EMPTY_ORDER } from '@/domain/order/order';
import type { FuelType } from '@/domain/pricing/fuel';
import type { UserActor } from '@/domain/roles';
import { TIME_SLOTS } from '@/domain/slots/time-slots';
import { instantOf } from '@/domain/time';
import type { UserCall } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { bookAppointment } from '@/server/modules/appointments/book.usecases';
import { cancelAppointment } from '@/server/modules/appointments/cancel.usecases';
import { confirmAppointment } from '@/server/modules/appointments/confirm.usecases';
import { scheduleAppointment } from '@/server/modules/appointments/schedule.usecases';
import { actorOfUser } from '@/server/modules/auth/actor';
import { register } from '@/server/modules/auth/auth.usecases';
import { proveEmail } from '@/server/modules/auth/email-proof.usecases';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';
import { findUserByUsername } from '@/server/modules/auth/users.repository';
import { addBoat } from '@/server/modules/boats/boats.usecases';
import { addDock } from '@/server/modules/boats/docks.usecases';
import { completeDelivery } from '@/server/modules/deliveries/completion/complete-delivery.usecases';
import { setPosition } from '@/server/modules/deliveries/day/duty.usecases';
import { markEnRoute } from '@/server/modules/deliveries/day/en-route.usecases';
import { setLoad } from '@/server/modules/deliveries/loads/loads.usecases';
import { createDriver } from '@/server/modules/drivers/accounts.usecases';
import { selectDueMessages } from '@/server/modules/outbox/outbox.repository';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { importPlaces } from '@/server/modules/places/places.usecases';
import { depsAt, sendInTheMorning } from './at-time';
import { PLACES } from './places';
import { type SandboxForBrowser, saveTestCard, TEST_CARDS } from './test-card';

export const ADMIN = { username: 'admin', password: 'admin-demo', fullName: 'Alex Harbor' };
const DRIVER = { username: 'driver', password: 'driver-demo', name: 'Dana Rivers' };
const CUSTOMER = { username: 'customer', password: 'customer-demo' };

/** The driver's load for today, enough for several days. */
const LOAD = {
  regularGallonsTenths: toTenths(500),
  premiumGallonsTenths: toTenths(300),
  smallIceBags: 60,
  largeIceBags: 40,
};

const SIGN_INS = [
  `Customer  ${CUSTOMER.username} / ${CUSTOMER.password}`,
  `Admin     ${ADMIN.username} / ${ADMIN.password}  (at /admin-login)`,
  `Driver    ${DRIVER.username} / ${DRIVER.password}  (at /driver)`,
];

/**
 * Fills an empty database with a demo: an admin, a driver, and a customer with an appointment in
 * every status, all created by the use cases that real people use. Appointments need the sandbox,
 * because their cards are test cards. A database with users stays unchanged.
 *
 * @returns the sign-ins to print, and whether this call filled the database
 */
export async function seedDemo({
  deps,
  sandbox,
}: {
  deps: Deps;
  sandbox: SandboxForBrowser | null;
}): Promise<{ signIns: string[]; isNew: boolean }> {
  const filledBefore = { signIns: SIGN_INS, isNew: false };
  const exists = await findUserByUsername(deps.db.orm, CUSTOMER.username);
  if (exists) return filledBefore;
  // If several processes start together, only the one that creates the admin continues.
  if (!(await ensureAdmin({ deps }, ADMIN))) return filledBefore;

  await createDriver(
    { deps },
    { ...DRIVER, phone: '(269) 555-0142', vehicleInfo: 'Boston Whaler 21, hull MC 4821' },
  );
  const { user } = await register(
    { deps, device: { userAgent: null, address: null } },
    {
      ...CUSTOMER,
      email: 'sam@dockside.example',
      fullName: 'Sam Waters',
      phone: '(269) 555-0117',
      homeAddress: '58112 Lakeshore Drive, Dowagiac, MI',
      preferredFuelType: 'Regular',
    },
  );
  await openProofLink(deps);
  const staff = await actorNamed(deps, ADMIN.username);
  await setLoad({ deps, actor: staff }, { driverId: 1, date: todayOf(deps), ...LOAD });
  await importPlaces({ deps, actor: staff }, { text: PLACES });
  if (sandbox) {
    const customer = await actorNamed(deps, user.username);
    await seedAppointments(deps, sandbox, customer, staff);
  }
  return { signIns: SIGN_INS, isNew: true };
}

/** Verifies the customer's address with the link that the registration put in the outbox. */
async function openProofLink(deps: Deps): Promise<void> {
  const waiting = await selectDueMessages(deps.db.orm, {
    channel: 'mail',
    now: deps.clock.now(),
    limit: 20,
  });
  for (const { body } of waiting) {
    const [, token] = /confirm-email\?token=([\w-]+)/.exec(body) ?? [];
    if (token) await proveEmail({ deps, actor: { kind: 'visitor' } }, { token });
  }
}

/** The demo's appointments: how many days from today, their time window, and their status. */
const APPOINTMENTS: {
  day: number;
  slotIndex: number;
  until: 'pending' | 'confirmed' | 'scheduled' | 'en_route' | 'completed' | 'cancelled';
  order: Partial<BookAppointmentInput>;
}[] = [
  {
    day: -1,
    slotIndex: 1,
    until: 'completed',
    order: { estimatedGallonsTenths: toTenths(30), smallIceBags: 2 },
  },
  {
    day: 0,
    slotIndex: 2,
    until: 'en_route',
    order: { estimatedGallonsTenths: toTenths(25), fuelType: 'Premium', canType: 'boat' },
  },
  {
    day: 1,
    slotIndex: 0,
    until: 'scheduled',
    // The boat's tank holds 40 gallons, so this is the estimate of the fill-up.
    order: { fillUp: true, canType: 'boat' },
  },
  {
    day: 2,
    slotIndex: 1,
    until: 'confirmed',
    order: { estimatedGallonsTenths: toTenths(15), largeIceBags: 1 },
  },
  { day: 3, slotIndex: 1, until: 'pending', order: { smallIceBags: 4, largeIceBags: 2 } },
  { day: 5, slotIndex: 0, until: 'cancelled', order: { estimatedGallonsTenths: toTenths(20) } },
];

/** The invented positions of the driver and the dock, a few miles apart. */
const HARBOR = { latitude: 41.9886, longitude: -86.1186 };
const DOCK = { latitude: 41.9712, longitude: -86.0943 };

/** Adds a boat for each fuel, and one dock for both boats. */
async function seedBoatsAndDock(call: UserCall) {
  await addBoat(call, {
    name: 'Second Wind',
    type: 'Pontoon, blue canopy',
    length: 24,
    fuelCapacity: 40,
    fuelTaken: 'Regular',
    fillerSide: 'port',
    fillerPlace: 'Next to the ladder',
  });
  const boats = await addBoat(call, {
    name: 'Blue Heron',
    type: 'Sport boat',
    length: 21,
    fuelCapacity: 32,
    fuelTaken: 'Premium',
    fuelNever: 'Regular',
    fillerSide: 'starboard',
    fillerPlace: 'Under the rear seat',
  });
  const [dock] = await addDock(call, {
    label: 'Maple Island Marina',
    slip: 'Slip 12',
    gateCode: '2580',
    note: 'Third pier on the right',
    position: DOCK,
  });
  const boatFor = (fuel: FuelType) => boats.find(({ fuelTaken }) => fuelTaken === fuel)?.id;
  return { boatFor, dockId: dock?.id };
}

async function seedAppointments(
  deps: Deps,
  sandbox: SandboxForBrowser,
  customer: UserActor,
  staff: UserActor,
) {
  const { timeZone } = deps.settings;
  const today = todayOf(deps);
  const { boatFor, dockId } = await seedBoatsAndDock({ deps, actor: customer });
  for (const { day, slotIndex, until, order } of APPOINTMENTS) {
    const date = addDays(today, day);
    // The demo's bookings are dated early in the morning, so that a demo started in the evening
    // still shows a day.
    const early = Math.min(deps.clock.now(), instantOf({ date, minutes: 360 }, timeZone));
    const then = depsAt(deps, early);
    const { appointment } = await bookAppointment(
      { deps: then, actor: customer },
      {
        date,
        time: TIME_SLOTS[slotIndex]?.label ?? '',
        ...EMPTY_ORDER,
        location: 'Maple Island Marina',
        slipNumber: `Slip ${12 + slotIndex}`,
        boatId: boatFor(order.fuelType ?? EMPTY_ORDER.fuelType),
        dockId,
        ...order,
      },
      null,
    );
    const { id } = appointment;
    await saveTestCard(then, sandbox, customer, { appointmentId: id, number: TEST_CARDS.good });
    if (until === 'cancelled') await cancelAppointment({ deps: then, actor: customer }, { id });
    if (['confirmed', 'scheduled', 'en_route', 'completed'].includes(until)) {
      await confirmAppointment({ deps: then, actor: staff }, { id });
    }
    if (['scheduled', 'en_route', 'completed'].includes(until)) {
      await scheduleAppointment({ deps: then, actor: staff }, { id, driverId: 1 });
    }
    if (until === 'en_route') {
      // The position is set with the real clock, so that the estimated arrival makes sense.
      await setPosition({ deps, actor: staff }, { driverId: 1, ...HARBOR });
      await markEnRoute({ deps, actor: staff }, { id });
    }
    if (until === 'completed') {
      const actualGallonsTenths = minus(appointment.estimatedGallonsTenths, toTenths(1.5));
      const noon = depsAt(deps, early + 6 * 3_600_000);
      await completeDelivery(
        { deps: noon, actor: staff },
        { id, actualGallonsTenths, position: DOCK },
      );
      await sendOutbox({ deps: noon });
    }
    await sendInTheMorning(deps, date);
  }
}

/** Returns a demo user by name. Throws if the demo has none. */
export async function actorNamed(deps: Deps, username: string): Promise<UserActor> {
  const user = await findUserByUsername(deps.db.orm, username);
  if (!user) throw new Error(`the demo has no user ${username}`);
  return actorOfUser(user);
}
