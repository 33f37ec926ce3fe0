import { keepPreviousData } from '@tanstack/react-query';
import type { Outputs } from '@/client/lib/trpc';

/** An entry of the waiting list, as staff see it. */
export type StaffEntry = Outputs['admin']['waiting'][number];

/** Query options that keep an open waiting list up to date. Without the live stream, it polls. */
export const LIVE_ENTRIES = {
  placeholderData: keepPreviousData,
  refetchInterval: 10_000,
  refetchOnWindowFocus: 'always',
  refetchOnMount: 'always',
} as const;

/** @returns the customer's name, or a description of a guest without one */
export const entryName = ({ customerName }: StaffEntry): string => customerName ?? 'Guest';

/** True if an entry belongs to this window: by its offer if it has one, or else by what it waits for. */
export const wantsWindow = ({ time, offeredTime }: StaffEntry, window: string): boolean =>
  (offeredTime ?? time ?? window) === window;

/** True if the entry is in line or has an offer, so staff can remove it. */
export const isInLine = ({ state }: StaffEntry): boolean =>
  state === 'waiting' || hasOffer({ state });

/** True if a spot is reserved for the entry now. */
export const hasOffer = ({ state }: Pick<StaffEntry, 'state'>): boolean =>
  state === 'offered' || state === 'accepted';

/**
 * Returns the state as text for staff.
 *
 * @param until when the offer ends, such as "2:40 PM"; null without an offer
 */
export function entryStateText({ state }: StaffEntry, until: string | null): string {
  const end = until === null ? '' : ` until ${until}`;
  const texts: Record<StaffEntry['state'], string> = {
    unconfirmed: 'Not confirmed yet',
    waiting: 'Waiting',
    offered: `Offered${end}`,
    accepted: until === null ? 'Accepted' : `Accepted, card needed by ${until}`,
    booked: 'Booked',
    missed: 'Offer missed',
    declined: 'Offer declined',
    left: 'Left the list',
    lapsed: 'Window past',
    refused: 'Order can’t be booked',
    removed: 'Removed by staff',
  };
  return texts[state];
}
