import { serverNow } from '@/client/lib/server-clock';
import { trpc } from '@/client/lib/trpc';

/**
 * The shortest and the longest pause before the prices are read again because of a planned change.
 */
const [LEAST_MS, MOST_MS] = [5_000, 3_600_000];

/**
 * Reads the prices for new orders. Reads them again whenever they change and when a planned change
 * begins.
 */
export function usePrices() {
  return trpc.pricing.current.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const at = state.data?.nextChangeAt ?? null;
      return at === null ? false : Math.min(Math.max(at - serverNow(), LEAST_MS), MOST_MS);
    },
  });
}
