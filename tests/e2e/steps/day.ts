/** A day of deliveries for browser tests: guests' orders that staff book without the screen. */
import type { callsOf } from './driver';

export const TIME_SLOTS = [
  '10:00 AM - 12:00 PM',
  '12:00 PM - 2:00 PM',
  '2:00 PM - 4:00 PM',
] as const;

type Calls = ReturnType<typeof callsOf>;
export type Guest = { id: string; publicCode: string; customerName: string };
type Filled = { date: string; guests: Guest[] };

/**
 * Books a delivery of 20 gallons in each of these time slots (0 to 2), this many days from today.
 * Staff must be signed in.
 */
export async function fillDay(
  { ask, call }: Calls,
  inDays: number,
  timeSlots: readonly number[],
  over: Record<string, unknown> = {},
): Promise<Filled> {
  const { strip } = await ask('admin.day', {});
  const { date } = strip[inDays];
  const guests: Guest[] = [];
  for (const [index, timeSlot] of timeSlots.entries()) {
    const order = {
      id: crypto.randomUUID(),
      customerName: `Guest ${String.fromCharCode(65 + (index % 26))}${index}`,
      customerPhone: `269-555-${String(1000 + index)}`,
      customerEmail: `guest${index}@dockside.example`,
      date,
      time: TIME_SLOTS[timeSlot],
      location: 'Eagle Point Marina, north basin',
      slipNumber: `${index + 1}`,
      fuelType: 'Regular',
      canType: 'service',
      estimatedGallons: '20',
      smallIceBags: 0,
      largeIceBags: 0,
      overCapacityReason: 'A busy day',
      ...over,
    };
    const { id, publicCode } = await call('admin.bookForCustomer', order);
    guests.push({ id, publicCode, customerName: order.customerName });
  }
  return { date, guests };
}

/** Confirms deliveries without a card, so that they can be scheduled. */
export async function confirmAll({ call }: Calls, guests: readonly Guest[]): Promise<void> {
  for (const { id } of guests) await call('admin.confirm', { id, noCardReason: 'Pays cash' });
}

/**
 * Adds a driver who is on duty.
 * @returns their number
 */
export async function addDriver({ call }: Calls, name: string): Promise<number> {
  const username = name.toLowerCase().replaceAll(' ', '');
  const { id } = await call('admin.addDriver', { username, password: 'driver-password', name });
  return id;
}
