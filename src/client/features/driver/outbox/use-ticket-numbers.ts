import { useEffect } from 'react';
import { getItem, setItem } from '@/client/lib/browser-storage';
import { useSignal } from '@/client/lib/connection';
import { newId } from '@/client/lib/new-id';
import type { CallContext } from '@/client/lib/person-link';
import { problemOf } from '@/client/lib/problem';
import { api } from '@/client/lib/trpc';
import { needsNumbers } from '@/domain/trucks/ticket';
import { addTicketRange, ticketRanges } from './device-storage';
import { CALL_WITHIN_MS } from './send-action';

/** Stores the ID of a request until it's answered, so that asking again gets the same numbers. */
const askedKey = (truckId: number) => `dockside-ticket-range-${truckId}`;

/**
 * Keeps enough ticket numbers of a truck on this device for a while without signal. If that fails,
 * the server numbers the tickets when they arrive.
 *
 * @param truckId the driver's truck, or null for none
 * @param queuedCount changes with each completion, which uses a number
 */
export function useTicketNumbers(truckId: number | null, userId: string, queuedCount: number) {
  const hasSignal = useSignal();
  useEffect(() => {
    if (truckId !== null && hasSignal) void reserve(truckId, userId).catch(() => {});
  }, [truckId, userId, hasSignal, queuedCount]);
}

async function reserve(truckId: number, userId: string) {
  const now = Date.now();
  if (!needsNumbers(await ticketRanges(), truckId, now)) return;
  const asked = askedKey(truckId);
  const id = getItem(asked) ?? newId();
  setItem(asked, id);
  const context: CallContext = { actsFor: userId };
  const options = { signal: AbortSignal.timeout(CALL_WITHIN_MS), context };
  try {
    const range = await api.driver.reserveTickets.mutate({ id, truckId }, options);
    const { series, first, last } = range;
    await addTicketRange({ id, series, next: first, last, usedAt: now });
    setItem(asked, null);
  } catch (error) {
    // The numbers of a refused request may be void, so the next request asks for others.
    if (problemOf(error).answered) setItem(asked, null);
  }
}
