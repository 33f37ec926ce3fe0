import { useMe } from '@/client/lib/session';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { orderableGallons } from '@/domain/order/order';

/**
 * The last appointment, and the saved card that would pay for the next one. A house account has none,
 * because it pays by invoice.
 */
export type LastAppointment = Outputs['booking']['list'][number] & {
  savedCard: Outputs['account']['cards'][number] | undefined;
};

/**
 * Finds the last appointment that this customer, or this guest's browser, booked.
 * @returns null if there is none. Undefined until all of it has loaded, because a card that loads
 * later would move the buttons away from a finger
 */
export function useLastAppointment(): LastAppointment | null | undefined {
  const me = useMe();
  const coming = trpc.booking.list.useQuery();
  const done = trpc.booking.recentCompleted.useQuery(undefined, { enabled: Boolean(me) });
  const cards = trpc.account.cards.useQuery(undefined, { enabled: Boolean(me) });
  if (!coming.data || (me && (!done.data || cards.isPending))) return undefined;
  const booked = [...coming.data, ...(done.data ?? [])].filter(
    // An old delivery can't be repeated, because its link hides the dock.
    ({ holdExpiresAt, location }) => holdExpiresAt === null && location !== '',
  );
  const [last] = booked.toSorted((a, b) => b.createdAt - a.createdAt);
  if (!last) return null;
  const estimatedGallonsTenths = orderableGallons(last.estimatedGallonsTenths);
  return {
    ...last,
    estimatedGallonsTenths,
    savedCard: me && !me.billTo ? cards.data?.[0] : undefined,
  };
}
