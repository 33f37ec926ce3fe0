/** The people and appointments used by the calls. */
import { addDays } from '@/domain/dates';
import { TIME_SLOTS } from '@/domain/slots/time-slots';
import { book, type ORDER } from '../../tests/support/actors';
import { DATES } from '../requests';
import { bringPeople, type Where } from './people';

/** The admin and emergency access of a measured product. */
export const ADMIN = { username: 'bench', password: 'a long bench password' };
export const EMERGENCY_PASSWORD = 'break-the-glass';
/** A card that can be saved but declines all charges. */
const DECLINES = '4000000000000341';

export const [FIRST_SLOT, SECOND_SLOT] = TIME_SLOTS.map(({ label }) => label) as [string, string];
export const DATE = DATES[5] as string;
export const LATER = DATES[9] as string;

export type Scene = Awaited<ReturnType<typeof setScene>>;

/** Adds people to a product, with enough capacity for their bookings. */
export async function setScene(where: Omit<Where, 'admin'>) {
  const { client } = where;
  await client.execute({
    sql: 'insert into booking_settings (id, default_capacity, updated_at) values (1, ?, 0)',
    args: [1_000_000],
  });
  const people = await bringPeople({ ...where, admin: ADMIN });
  let number = 0;
  const next = () => {
    number += 1;
    return number;
  };
  return {
    ...people,
    ...appointmentsOf(people),
    client,
    /** A new number each time. */
    next,
    /** A new key for a device action or a request. */
    key: () => `bench-edge-key-${next()}`,
    /** A new date after the booking window each time. */
    farDay: () => addDays(DATE, 60 + next()),
  };
}

/** Creates Kim's appointments in each state that calls need. Each returns an ID. */
function appointmentsOf({ kim, staff, dana }: Awaited<ReturnType<typeof bringPeople>>) {
  const booked = (over: Partial<typeof ORDER> = {}, card?: string) =>
    book(kim, { date: DATE, time: FIRST_SLOT, ...over }, card);

  async function confirmed(card?: string): Promise<string> {
    const id = await booked({}, card);
    await staff.trpc.admin.confirm.mutate({ id });
    return id;
  }
  async function ready(card?: string): Promise<string> {
    const id = await confirmed(card);
    await staff.trpc.admin.schedule.mutate({ id, driverId: dana.driverId });
    return id;
  }
  async function underWay(): Promise<string> {
    const id = await ready();
    await dana.visitor.trpc.driver.enRoute.mutate({ id });
    return id;
  }
  async function delivered(card?: string): Promise<string> {
    const id = await ready(card);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    return id;
  }
  return {
    booked,
    confirmed: () => confirmed(),
    ready: () => ready(),
    underWay,
    delivered: () => delivered(),
    /** A delivery with a declined charge. */
    declined: () => delivered(DECLINES),
    /** A delivery of 10 times the gallons, recorded late by a device. Its charge is in review. */
    async held(): Promise<string> {
      const id = await underWay();
      const actionKey = `bench-edge-held-${id}`.slice(0, 64);
      await dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 284, actionKey });
      return id;
    },
    async openCalendar(): Promise<void> {
      const [first = ''] = DATES;
      await staff.trpc.admin.openDays.mutate({ from: first, to: addDays(first, 100) });
    },
  };
}
