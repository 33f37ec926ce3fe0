/**
 * One round of the outbox test: a full outbox with every kind of device action, and the expected
 * result of each.
 */
import { randomUUID } from 'node:crypto';
import type { Chance } from '../../faults/seed';
import type { callsOf } from './driver';
import { actionsOf, type SentAction } from './outbox';
import { DEMO } from './staff';

type Calls = ReturnType<typeof callsOf>;

/** Staff's view at the end. */
export type Facts = {
  /** An appointment's history, photos, and open items, by its ID. */
  appointments: Map<
    string,
    { actions: string[]; photos: number; told: number; toldPhotos: number }
  >;
  reports: { text: string; photoId: string | null }[];
};

/** A device action, and how often it took effect. Once is correct. */
export type Promised = { kind: string; times: (facts: Facts) => number };

export type Round = {
  actions: SentAction[];
  promised: Promised[];
  /** An appointment's actions that must be in this order in its history. */
  inOrder: { id: string; actions: string[] }[];
};

type Stop = { id: string; publicCode: string };

/** Two orders with a card and two of guests, all assigned to the driver for today. */
export async function giveAppointments(
  { staff, customer, cardId }: { staff: Calls; customer: Calls; cardId: string },
  time: string,
): Promise<Stop[]> {
  const { today: date } = await staff.ask('slots.window');
  const order = {
    ...{ date, time, location: 'Eagle Point, dock C', slipNumber: '7' },
    ...{
      fuelType: 'Regular',
      canType: 'boat',
      estimatedGallons: 10,
      smallIceBags: 2,
      largeIceBags: 0,
    },
  };
  const given: Stop[] = [];
  for (let i = 0; i < 2; i += 1) {
    const { appointment } = await customer.call('booking.create', order);
    const { id: appointmentId } = appointment;
    await customer.call('booking.useSavedCard', { appointmentId, paymentMethodId: cardId });
    await staff.call('admin.confirm', { id: appointmentId });
    given.push(appointment);
  }
  for (let i = 0; i < 2; i += 1) {
    const guest = { id: randomUUID(), customerName: 'Gina Guest', customerPhone: '269-555-0188' };
    const appointment = await staff.call('admin.bookForCustomer', { ...order, ...guest });
    await staff.call('admin.confirm', { id: appointment.id, noCardReason: 'Pays cash' });
    given.push(appointment);
  }
  for (const { id } of given) await staff.call('admin.schedule', { id, driverId: 1 });
  return given;
}

type RoundFacts = {
  userId: string;
  date: string;
  /** The device's clock, in ISO format. */
  pressedAt: string;
  stops: Stop[];
  photo: string;
  /** True to store the actions like the page's first version, without later fields. */
  isOld: boolean;
  dice: Chance;
};

/** Every kind of device action, in a random order that keeps each appointment's own. */
export function roundOf({ userId, date, pressedAt, stops, photo, isOld, dice }: RoundFacts): Round {
  const [delivered, partly, undelivered, cancelled] = stops;
  if (!delivered || !partly || !undelivered || !cancelled) throw new Error('four stops are needed');
  const mark = randomUUID();
  const walkUp: Stop = { id: randomUUID(), publicCode: 'Walk-up' };
  const about = (publicCode: string | null = null) => ({ userId, pressedAt, publicCode });
  const seen = isOld ? {} : { shownDate: date };
  const setOut = (stop: Stop) =>
    actionsOf(about(stop.publicCode), { kind: 'enRoute', id: stop.id, ...seen });
  const complete = (stop: Stop, over: object = {}, taken?: string) =>
    actionsOf(
      about(stop.publicCode),
      {
        ...{ kind: 'complete', id: stop.id, actualGallons: '9', notes: null, position: null },
        ...{ ...seen, ...over },
      },
      taken,
    );
  const late = actionsOf(about(partly.publicCode), {
    ...{ kind: 'completePhoto', id: partly.id, photo },
  });
  const driver = { driverId: 1 };
  const load = { regularGallons: '400', premiumGallons: '', smallIceBags: 30, largeIceBags: 5 };
  const threads: SentAction[][] = [
    [...setOut(delivered), ...complete(delivered, { notes: `Left with Joe ${mark}` }, photo)],
    [
      ...setOut(partly),
      ...complete(partly, isOld ? {} : { smallIceBags: 3, largeIceBags: 0 }),
      ...late,
    ],
    [
      ...setOut(undelivered),
      ...actionsOf(about(undelivered.publicCode), {
        ...{
          kind: 'notDelivered',
          id: undelivered.id,
          reason: 'nobody_there',
          note: 'No answer',
          ...seen,
        },
      }),
    ],
    [...setOut(cancelled), ...complete(cancelled, {}, photo)],
    [
      ...actionsOf(about(), {
        ...{ kind: 'walkUp', ...driver, id: walkUp.id, shownDate: date, location: 'Pier 4' },
        ...{ slipNumber: null, fuelType: 'Regular', estimatedGallons: '12', smallIceBags: 1 },
        ...{ largeIceBags: 0, customerPhone: null, boatName: 'Sea Breeze' },
        ...{ unitPriceCents: 410, confirmAboveCents: 60_000 },
      }),
      ...complete(walkUp),
    ],
    actionsOf(
      about(),
      { kind: 'report', ...driver, id: null, text: `The pump leaks ${mark}` },
      photo,
    ),
    actionsOf(
      about(),
      {
        ...{ kind: 'spill', ...driver, id: null, place: `Pier ${mark}`, position: null },
        ...{ substance: 'Oil', amount: 'cup', cause: 'hose', weather: 'calm', hotlineCalled: true },
      },
      photo,
    ),
    actionsOf(about(), { kind: 'load', ...driver, date, ...load }),
    actionsOf(about(), { kind: 'order', ...driver, date, stopIds: stops.map(({ id }) => id) }),
    actionsOf(about(), { kind: 'duty', ...driver, status: 'available' }),
    actionsOf(about(), { kind: 'position', position: { latitude: 41.98, longitude: -86.11 } }),
  ];
  return {
    actions: shuffledTogether(threads, dice),
    promised: [
      ...[delivered, partly, undelivered, walkUp].flatMap((stop) =>
        ofStop(stop, walkUp, undelivered),
      ),
      once('charge', delivered.id, 'charge.succeeded'),
      once('charge', partly.id, 'charge.succeeded'),
      { kind: 'photo', times: ({ appointments }) => photosOf(appointments, delivered.id) },
      { kind: 'late photo', times: ({ appointments }) => photosOf(appointments, partly.id) },
      {
        kind: 'too late, with staff',
        times: ({ appointments }) => appointments.get(cancelled.id)?.told ?? 0,
      },
      {
        kind: 'photo, with staff',
        times: ({ appointments }) => appointments.get(cancelled.id)?.toldPhotos ?? 0,
      },
      ...['report', 'spill'].flatMap((kind): Promised[] => [
        { kind, times: ({ reports }) => reportsOf(reports, kind, mark).length },
        {
          kind: `photo of a ${kind}`,
          times: ({ reports }) =>
            reportsOf(reports, kind, mark).filter(({ photoId }) => photoId !== null).length,
        },
      ]),
    ],
    inOrder: [
      ...[delivered, partly].map(({ id }) => ({
        ...{
          id,
          actions: ['appointment.en_route', 'appointment.completed', 'appointment.photo_added'],
        },
      })),
      { id: undelivered.id, actions: ['appointment.en_route', 'appointment.not_delivered'] },
      { id: walkUp.id, actions: ['appointment.walk_up', 'appointment.completed'] },
    ],
  };
}

function ofStop(stop: Stop, walkUp: Stop, undelivered: Stop): Promised[] {
  const isWalkUp = stop === walkUp;
  const isUndelivered = stop === undelivered;
  return [
    isWalkUp
      ? once('walk-up', stop.id, 'appointment.walk_up')
      : once('setting out', stop.id, 'appointment.en_route'),
    isUndelivered
      ? once('not delivered', stop.id, 'appointment.not_delivered')
      : once(isWalkUp ? 'delivery of a walk-up' : 'delivery', stop.id, 'appointment.completed'),
  ];
}

const once = (kind: string, id: string, action: string): Promised => ({
  kind,
  times: ({ appointments }) =>
    appointments.get(id)?.actions.filter((one) => one === action).length ?? 0,
});

const photosOf = (appointments: Facts['appointments'], id: string) =>
  appointments.get(id)?.photos ?? 0;

const reportsOf = (reports: Facts['reports'], kind: string, mark: string) =>
  reports.filter(
    ({ text }) => text.includes(mark) && text.startsWith('Spill') === (kind === 'spill'),
  );

function shuffledTogether(threads: readonly SentAction[][], dice: Chance): SentAction[] {
  const turns = dice.shuffled(threads.flatMap((thread, which) => thread.map(() => which)));
  const left = threads.map((thread) => [...thread]);
  return turns.flatMap((which) => left[which]?.shift() ?? []);
}

/** Staff's view of a round at its end. */
export async function factsOf(staff: Calls, { actions }: Round): Promise<Facts> {
  const ids = new Set(
    actions.flatMap(({ action }) => (typeof action.id === 'string' ? [action.id] : [])),
  );
  const appointments: Facts['appointments'] = new Map();
  for (const id of ids) {
    const { history, photos } = await staff.ask('admin.appointment', { id });
    // After many rounds, the queue has several pages. The items of one delivery come first.
    const { open } = await staff.ask('admin.reviewQueue', { deliveryId: id });
    const told = open.filter(
      (item: { kind: string; delivery: { id: string } | null }) =>
        item.kind === 'refused_action' && item.delivery?.id === id,
    );
    appointments.set(id, {
      // The history starts with the latest entry.
      actions: history.map(({ action }: { action: string }) => action).toReversed(),
      photos: photos.length,
      told: told.length,
      toldPhotos: told.filter((item: { press: { photo: boolean } }) => item.press.photo).length,
    });
  }
  const { reports } = await staff.ask('admin.driverReports', { open: false });
  return { appointments, reports };
}

/**
 * Returns the kinds of actions that were lost or done twice, and the appointments whose order was
 * broken.
 */
export function outcomeOf({ promised, inOrder }: Round, facts: Facts) {
  const kindsWhere = (is: (times: number) => boolean) =>
    promised.filter(({ times }) => is(times(facts))).map(({ kind }) => kind);
  const disordered = inOrder.filter(({ id, actions }) => {
    const found = facts.appointments.get(id)?.actions ?? [];
    const places = actions.map((action) => found.indexOf(action));
    return places.some((place, i) => place < (places[i - 1] ?? 0));
  });
  return {
    lost: kindsWhere((times) => times === 0),
    twice: kindsWhere((times) => times > 1),
    disordered,
  };
}

/**
 * Signs in the office and a demo customer.
 * @returns the customer's card
 */
export async function signInBoth(staff: Calls, customer: Calls): Promise<string> {
  await staff.call('auth.adminLogin', DEMO.admin);
  await staff.call('admin.setDefaultCapacity', { capacity: 50 });
  await customer.call('auth.login', DEMO.customer);
  const [card] = await customer.ask('account.cards');
  return card.id;
}
