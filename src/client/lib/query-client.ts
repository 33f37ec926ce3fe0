import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { problemOf } from './problem';
import { trpc } from './trpc';

/**
 * The cache of the calls. A query is not fetched again by itself, unless its
 * options say so. When a lost connection is back, all queries on the screen are fetched again.
 */
export function createQueryClient(): QueryClient {
  const readUserAgain = (error: unknown) => {
    // The session has ended, or the role is another one by now.
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
        // Without a connection a query fails, so that the screen shows an error and does not wait.
        networkMode: 'always',
        refetchOnReconnect: 'always',
      },
      mutations: {
        retry: false,
        // A mutation is not kept for later: it must not book an appointment after its customer has left.
        networkMode: 'always',
      },
    },
  });
  return queryClient;
}
