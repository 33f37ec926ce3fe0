import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { problemOf } from './problem';
import { trpc } from './trpc';

/**
 * Creates the cache of the calls. A query is fetched again only if its options say so, or when a
 * lost connection returns.
 */
export function createQueryClient(): QueryClient {
  const readUserAgain = (error: unknown) => {
    // The session ended, or the role changed.
    if (!['unauthenticated', 'forbidden'].includes(problemOf(error).reason ?? '')) return;
    void queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.auth.me) });
  };
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: readUserAgain }),
    mutationCache: new MutationCache({ onError: readUserAgain }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Without a connection, a query fails, so that the screen shows an error instead of
        // waiting.
        networkMode: 'always',
        refetchOnReconnect: 'always',
      },
      mutations: {
        retry: false,
        // A mutation isn't stored for later, so that it can't book after the customer has left.
        networkMode: 'always',
      },
    },
  });
  return queryClient;
}
