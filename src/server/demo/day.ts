import type { BookAppointmentInput } from '@/domain/appointment/book-call.schema';
import { addDays, type CalendarDate, startOfMonth } from '@/domain/dates';
import { minus, toTenths } from '@/domain/money';
import { EMPTY_ORDER } from '@/domain/order/order';
import type { UserActor } from '@/domain/roles';
import { TIME_SLOTS } from '@/domain/slots/time-slots';
import { instantOf } from '@/domain/time';
import type { UserCall } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { bookAppointment } from '@/server/modules/appointments/book.usecases';
import { confirmAppointment } from '@/server/modules/appointments/confirm.usecases';
import { scheduleAppointment } from '@/server/modules/appointments/schedule.usecases';
import { addCustomer } from '@/server/modules/auth/add-customer.usecases';
import { addBoat } from '@/server/modules/boats/boats.usecases';
import { addDock } from '@/server/modules/boats/docks.usecases';
import { completeDelivery } from '@/server/modules/deliveries/completion/complete-delivery.usecases';
import { bookWalkUp } from '@/server/modules/deliveries/completion/walk-up.usecases';
import { setPosition } from '@/server/modules/deliveries/day/duty.usecases';
import { markEnRoute } from '@/server/modules/deliveries/day/en-route.usecases';
import { setLoad } from '@/server/modules/deliveries/loads/loads.usecases';
import { reportSpill } from '@/server/modules/deliveries/reports/spill-reports.usecases';
import { createDriver } from '@/server/modules/drivers/accounts.usecases';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { closeMonth } from '@/server/modules/reports/months.usecases';
import { setTimeSlotCapacity } from '@/server/modules/slots/calendar.usecases';
import { depsAt, sendInTheMorning } from './at-time';
import { type DemoCustomer, DOCK_CAPACITY, DRIVERS, NEIGHBOURS } from './people';
import { ADMIN, actorNamed } from './seed';
import { type SandboxForBrowser, saveTestCard } from './test-card';

type Scene = {
  deps: Deps;
  sandbox: SandboxForBrowser;
  staff: UserActor;
  /** True if the process is stopping. The demo then doesn't start its next step. */
  isOver: () => boolean;
};

/** A customer, with the order for their boat. */
type Neighbor = { actor: UserActor; facts: DemoCustomer; order: Partial<BookAppointmentInput> };

/**
 * Adds a day's work to the demo: 3 drivers with 12 deliveries to known boats and docks, one of them
 * with a declined card, an unpaid walk-up, a spill, and a closed month. All of it is created by the
 * use cases that real people use.
 */
export async function seedDay(given: Omit<Scene, 'staff'>): Promise<void> {
  // People who read the log look for actions by real people, so the demo's actions aren't logged.
  const silent = { info: () => {}, debug: () => {} };
  const deps = { ...given.deps, log: { ...given.deps.log, ...silent } };
  const scene = { ...given, deps, staff: await actorNamed(deps, ADMIN.username) };
  await addDrivers(scene);
  const neighbors: Neighbor[] = [];
  for (const facts of NEIGHBOURS) {
    if (scene.isOver()) return;
    neighbors.push(await moveIn(scene, facts));
  }
  await closeLastMonth(scene, neighbors[0]);
  await fillToday(scene, neighbors);
  if (!scene.isOver()) await meetAtTheDock(scene);
}

async function addDrivers({ deps, staff }: Scene) {
  const date = todayOf(deps);
  for (const { position, load, ...driver } of DRIVERS) {
    const driverId = await createDriver({ deps }, driver);
    await setLoad({ deps, actor: staff }, { driverId, date, ...load });
    await setPosition({ deps, actor: staff }, { driverId, ...position });
  }
}

/** Creates a customer with a boat and a dock. */
async function moveIn({ deps, staff }: Scene, facts: DemoCustomer): Promise<Neighbor> {
  const { fullName, phone, email, boat, dock, order } = facts;
  const { username } = await addCustomer({ deps, actor: staff }, { fullName, phone, email });
  const actor = await actorNamed(deps, username);
  const call: UserCall = { deps, actor };
  const [ownBoat] = await addBoat(call, boat);
  const [ownDock] = await addDock(call, dock);
  const where = { location: dock.label, slipNumber: dock.slip, canType: 'boat' as const };
  return {
    actor,
    facts,
    order: {
      ...where,
      fuelType: boat.fuelTaken,
      boatId: ownBoat?.id,
      dockId: ownDock?.id,
      ...order,
    },
  };
}

type Trip = {
  date: CalendarDate;
  slotIndex: number;
  driverId: number;
  until: 'scheduled' | 'en_route' | 'completed';
};

/** Books for a neighbor, and advances the delivery to its status. */
async function carry(scene: Scene, { actor, facts, order }: Neighbor, trip: Trip) {
  const { deps, sandbox, staff, isOver } = scene;
  if (isOver()) return;
  const { date, slotIndex, driverId, until } = trip;
  // The demo's bookings are dated early in the morning, so that a demo started in the evening still
  // shows a day.
  const early = Math.min(
    deps.clock.now(),
    instantOf({ date, minutes: 360 }, deps.settings.timeZone),
  );
  const then = depsAt(deps, early);
  const { appointment } = await bookAppointment(
    { deps: then, actor },
    { ...EMPTY_ORDER, location: '', ...order, date, time: TIME_SLOTS[slotIndex]?.label ?? '' },
    null,
  );
  const { id } = appointment;
  await saveTestCard(then, sandbox, actor, { appointmentId: id, number: facts.card });
  await confirmAppointment({ deps: then, actor: staff }, { id });
  await scheduleAppointment({ deps: then, actor: staff }, { id, driverId });
  if (until === 'en_route') await markEnRoute({ deps, actor: staff }, { id });
  if (until === 'completed') {
    const later = Math.min(deps.clock.now(), early + (1 + driverId) * 3_600_000);
    const done = depsAt(deps, later);
    await completeDelivery(
      { deps: done, actor: staff },
      {
        id,
        actualGallonsTenths: minus(appointment.estimatedGallonsTenths, toTenths(1.5)),
        position: facts.dock.position,
      },
    );
    await sendOutbox({ deps: done });
  }
  await sendInTheMorning(deps, date);
}

/** Adds one delivery of last month and closes that month. */
async function closeLastMonth(scene: Scene, neighbor: Neighbor | undefined) {
  const { deps, staff, isOver } = scene;
  if (!neighbor) return;
  const month = startOfMonth(addDays(startOfMonth(todayOf(deps)), -1));
  const trip = { slotIndex: 1, driverId: 1, until: 'completed' as const };
  await carry(scene, neighbor, { ...trip, date: addDays(month, 11) });
  if (!isOver()) await closeMonth({ deps, actor: staff }, { month });
}

/** Adds 3 stops for each neighbor, with drivers in turn. The morning's stops are completed. */
async function fillToday(scene: Scene, neighbors: readonly Neighbor[]) {
  const { deps, staff } = scene;
  const date = todayOf(deps);
  for (const { label } of TIME_SLOTS) {
    const slot = { date, time: label, capacity: DOCK_CAPACITY };
    await setTimeSlotCapacity({ deps, actor: staff }, slot);
  }
  for (const slotIndex of TIME_SLOTS.keys()) {
    for (const [i, neighbor] of neighbors.entries()) {
      const driverId = ((i + slotIndex) % 3) + 1;
      const isNext = slotIndex === 1 && i < 2;
      const until = slotIndex === 0 ? 'completed' : isNext ? 'en_route' : 'scheduled';
      await carry(scene, neighbor, { date, slotIndex, driverId, until });
    }
  }
}

/** Adds an unpaid walk-up and a spill. */
async function meetAtTheDock({ deps }: Scene) {
  const actor = await actorNamed(deps, DRIVERS[0].username);
  const call: UserCall = { deps, actor };
  const location = NEIGHBOURS[1].dock.label;
  const { id } = await bookWalkUp(call, {
    id: deps.ids.next(),
    location,
    boatName: 'Sea Breeze',
    fuelType: 'Regular',
    estimatedGallonsTenths: toTenths(12),
    smallIceBags: 1,
    largeIceBags: 0,
  });
  await completeDelivery(call, { id, actualGallonsTenths: toTenths(12) });
  await reportSpill(call, {
    actionKey: deps.ids.next(),
    place: location,
    substance: 'Regular',
    amount: 'cup',
    cause: 'overfilled',
    weather: 'calm',
    hotlineCalled: true,
  });
  await sendOutbox({ deps });
}
