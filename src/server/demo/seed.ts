import type { BookingInput } from '@/domain/booking/schemas';
import { addDays } from '@/domain/calendar';
import type { UserActor } from '@/domain/roles';
import { TIME_WINDOWS } from '@/domain/slots/windows';
import { instantOf, localMoment } from '@/domain/time';
import type { Deps } from '@/server/deps';
import { createBooking } from '@/server/modules/appointments/booking.usecases';
import { cancelBooking } from '@/server/modules/appointments/booking-changes.usecases';
import { completeDelivery } from '@/server/modules/appointments/completion.usecases';
import {
  confirmAppointment,
  markEnRoute,
  scheduleAppointment,
} from '@/server/modules/appointments/staff.usecases';
import { register } from '@/server/modules/auth/auth.usecases';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';
import { findUserByUsername } from '@/server/modules/auth/users.repository';
import { createDriver } from '@/server/modules/drivers/accounts.usecases';
import { setPosition } from '@/server/modules/drivers/duty.usecases';
import { listCards, useSavedCard } from '@/server/modules/payments/cards.usecases';
import {
  confirmPaymentSetup,
  createPaymentAuthorization,
} from '@/server/modules/payments/setup.usecases';
import type { StripeSandbox } from '../stripe-sandbox/sandbox';

const ADMIN = { username: 'admin', password: 'admin-demo', fullName: 'Alex Harbor' };
const DRIVER = { username: 'driver', password: 'driver-demo', name: 'Dana Rivers' };
const CUSTOMER = { username: 'customer', password: 'customer-demo' };

const SIGN_INS = [
  `Customer  ${CUSTOMER.username} / ${CUSTOMER.password}`,
  `Admin     ${ADMIN.username} / ${ADMIN.password}  (at /admin-login)`,
  `Driver    ${DRIVER.username} / ${DRIVER.password}  (at /driver)`,
];

/**
 * Fills an empty database with a demo (D56): an admin, a driver, and a customer with a booking in
 * every state, all made through the same use cases as real ones. Bookings need the sandbox, because
 * their cards are test cards. Returns the sign-ins to print; nothing is changed where people exist.
 */
export async function seedDemo({
  deps,
  sandbox,
}: {
  deps: Deps;
  sandbox: StripeSandbox | null;
}): Promise<string[]> {
  const exists = await findUserByUsername(deps.db.orm, CUSTOMER.username);
  if (exists) return SIGN_INS;
  // Of several processes that start together, the one that makes the admin goes on.
  if (!(await ensureAdmin({ deps }, ADMIN))) return SIGN_INS;

  await createDriver(
    { deps },
    { ...DRIVER, phone: '(269) 555-0142', vehicleInfo: 'Boston Whaler 21, hull MC 4821' },
  );
  const { user } = await register(
    { deps, userAgent: null },
    {
      ...CUSTOMER,
      email: 'sam@dockside.example',
      fullName: 'Sam Waters',
      phone: '(269) 555-0117',
      homeAddress: '58112 Lakeshore Drive, Dowagiac, MI',
      preferredFuelType: 'Regular',
    },
  );
  if (sandbox) {
    const customer = await actorNamed(deps, user.username);
    const staff = await actorNamed(deps, ADMIN.username);
    await seedBookings(deps, sandbox, customer, staff);
  }
  return SIGN_INS;
}

/** What each demo booking is, and how far it has come. */
const BOOKINGS: {
  day: number;
  window: number;
  until: 'held' | 'pending' | 'confirmed' | 'scheduled' | 'en_route' | 'completed' | 'cancelled';
  order: Partial<BookingInput>;
}[] = [
  { day: -1, window: 1, until: 'completed', order: { estimatedGallons: 30, smallIceBags: 2 } },
  {
    day: 0,
    window: 2,
    until: 'en_route',
    order: { estimatedGallons: 25, fuelType: 'Premium', canType: 'boat' },
  },
  { day: 1, window: 0, until: 'scheduled', order: { estimatedGallons: 40, canType: 'boat' } },
  { day: 2, window: 1, until: 'confirmed', order: { estimatedGallons: 15, largeIceBags: 1 } },
  { day: 3, window: 1, until: 'pending', order: { smallIceBags: 4, largeIceBags: 2 } },
  { day: 5, window: 0, until: 'cancelled', order: { estimatedGallons: 20 } },
];

/** Where the boat lies and where the deliveries go: made up, and a few miles apart. */
const HARBOR = { latitude: 41.9886, longitude: -86.1186 };
const DOCK = { latitude: 41.9712, longitude: -86.0943 };

async function seedBookings(
  deps: Deps,
  sandbox: StripeSandbox,
  customer: UserActor,
  staff: UserActor,
) {
  const { timeZone } = deps.settings;
  const today = localMoment(deps.clock.now(), timeZone).date;
  for (const { day, window, until, order } of BOOKINGS) {
    const date = addDays(today, day);
    // Booked as if early that morning, so that a demo started in the evening has a day to show.
    const early = Math.min(deps.clock.now(), instantOf({ date, minutes: 360 }, timeZone));
    const then: Deps = { ...deps, clock: { now: () => early } };
    const { appointment } = await createBooking(
      { deps: then, actor: customer },
      {
        date,
        time: TIME_WINDOWS[window]?.label ?? '',
        location: 'Maple Island Marina',
        slipNumber: `Slip ${12 + window}`,
        fuelType: 'Regular',
        estimatedGallons: 0,
        canType: 'service',
        smallIceBags: 0,
        mediumIceBags: 0,
        largeIceBags: 0,
        ...order,
      },
    );
    const { id } = appointment;
    await saveTestCard(then, sandbox, customer, id);
    if (until === 'cancelled') await cancelBooking({ deps: then, actor: customer }, { id });
    if (['confirmed', 'scheduled', 'en_route', 'completed'].includes(until)) {
      await confirmAppointment({ deps: then, actor: staff }, { id });
    }
    if (['scheduled', 'en_route', 'completed'].includes(until)) {
      await scheduleAppointment({ deps: then, actor: staff }, { id, driverId: 1 });
    }
    if (until === 'en_route') {
      // Now, so that the time of arrival means something.
      await setPosition({ deps, actor: staff }, { driverId: 1, ...HARBOR });
      await markEnRoute({ deps, actor: staff }, { id });
    }
    if (until === 'completed') {
      const gallons = appointment.estimatedGallonsTenths - 15;
      const noon = { ...deps, clock: { now: () => early + 6 * 3_600_000 } };
      await completeDelivery(
        { deps: noon, actor: staff },
        { id, actualGallons: gallons, position: DOCK },
      );
    }
  }
}

/**
 * Saves a test card as the customer's browser would: at the sandbox, with the client secret. From
 * the second booking on the saved one is chosen.
 */
async function saveTestCard(
  deps: Deps,
  sandbox: StripeSandbox,
  actor: UserActor,
  appointmentId: string,
) {
  const call = { deps, actor };
  const [saved] = await listCards(call);
  if (saved) return useSavedCard(call, { appointmentId, paymentMethodId: saved.id });
  const { clientSecret, setupIntentId, stripe } = await createPaymentAuthorization(call, {
    appointmentId,
  });
  if (!clientSecret || !setupIntentId) return;
  await sandbox.browserFetch(
    new Request(`http://sandbox/v1/setup_intents/${setupIntentId}/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        key: stripe.publishableKey,
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '40',
        'payment_method_data[card][cvc]': '123',
        'payment_method_data[billing_details][address][postal_code]': deps.settings.zip,
      }),
    }),
  );
  await confirmPaymentSetup(call, { appointmentId, setupIntentId });
}

async function actorNamed(deps: Deps, username: string): Promise<UserActor> {
  const user = await findUserByUsername(deps.db.orm, username);
  if (!user) throw new Error(`the demo has no ${username}`);
  return {
    kind: 'user',
    userId: user.id,
    role: user.role,
    name: user.fullName ?? user.username,
    driverId: user.driverId,
  };
}
