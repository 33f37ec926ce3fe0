import { useMe } from '@/client/lib/session';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { orderableGallons } from '@/domain/order/order';

/** An appointment that was booked before, and the saved card that would pay the next one. */
export type LastAppointment = Outputs['booking']['list'][number] & {
  savedCard: Outputs['account']['cards'][number] | undefined;
};

/**
 * What this customer, or this guest's browser, booked last; null where there is none, undefined until all
 * of it is known: a card that came later would move the buttons away under the finger.
 */
export function useLastAppointment(): LastAppointment | null | undefined {
  const me = useMe();
  const coming = trpc.booking.list.useQuery();
  const done = trpc.booking.recentCompleted.useQuery(undefined, { enabled: Boolean(me) });
  const cards = trpc.account.cards.useQuery(undefined, { enabled: Boolean(me) });
  if (!coming.data || (me && (!done.data || cards.isPending))) return undefined;
  const booked = [...coming.data, ...(done.data ?? [])].filter(
    // A link alone does not tell the dock of a delivery of long ago.
    ({ holdExpiresAt, location }) => holdExpiresAt === null && location !== '',
  );
  const [last] = booked.toSorted((a, b) => b.createdAt - a.createdAt);
  if (!last) return null;
  const estimatedGallonsTenths = orderableGallons(last.estimatedGallonsTenths);
  return { ...last, estimatedGallonsTenths, savedCard: me ? cards.data?.[0] : undefined };
}
