import { useMe } from '@/client/lib/session';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { orderableGallons } from '@/domain/order/order';

/** An appointment that was booked before. */
export type LastAppointment = Outputs['booking']['list'][number];

/** What this customer, or this guest's browser, booked last; null where there is none, undefined until it is known. */
export function useLastAppointment(): LastAppointment | null | undefined {
  const me = useMe();
  const coming = trpc.booking.list.useQuery();
  const done = trpc.booking.recentCompleted.useQuery(undefined, { enabled: Boolean(me) });
  if (!coming.data || (me && !done.data)) return undefined;
  const booked = [...coming.data, ...(done.data ?? [])].filter(
    // A link alone does not tell the dock of a delivery of long ago.
    ({ holdExpiresAt, location }) => holdExpiresAt === null && location !== '',
  );
  const [last] = booked.toSorted((a, b) => b.createdAt - a.createdAt);
  if (!last) return null;
  return { ...last, estimatedGallonsTenths: orderableGallons(last.estimatedGallonsTenths) };
}
