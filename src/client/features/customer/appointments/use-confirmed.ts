import { useEffect } from 'react';
import { noteBooked, useJustBooked } from '@/client/lib/just-booked';
import { trpc } from '@/client/lib/trpc';
import type { OwnAppointment } from './appointment-text';

/** The statuses with a confirmation. Once the driver is on the way, it has nothing more to say. */
const CONFIRMED_UNTIL = new Set<OwnAppointment['status']>(['pending', 'confirmed', 'scheduled']);

/**
 * Returns the delivery that this tab just booked, until the person books another one or the driver
 * is on the way.
 *
 * @returns null without one. `booked` is null until the list has it
 */
export function useConfirmed(): { booked: OwnAppointment | null } | null {
  const id = useJustBooked();
  const { data, isFetching } = trpc.booking.list.useQuery();
  const listed = data?.find((one) => one.id === id);
  const isIn = listed && listed.holdExpiresAt === null && CONFIRMED_UNTIL.has(listed.status);
  const isOver = id !== null && !isFetching && !isIn;
  useEffect(() => {
    if (isOver) noteBooked(null);
  }, [isOver]);
  if (id === null || !(isIn || isFetching)) return null;
  return { booked: isIn ? listed : null };
}
