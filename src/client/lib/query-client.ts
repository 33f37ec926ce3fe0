import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { problemOf } from './problem';

/**
 * The cache of what was asked. Nothing is asked again by itself (customer section 7), except what
 * says otherwise where it is used, and everything on screen once a lost connection is back.
 */
export function createQueryClient(): QueryClient {
  const askWhoWeAre = (error: unknown) => {
    if (problemOf(error).reason !== 'unauthenticated') return;
    void queryClient.invalidateQueries({ queryKey: [['auth', 'me']] });
  };
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: askWhoWeAre }),
    mutationCache: new MutationCache({ onError: askWhoWeAre }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Offline is an error like any other, which a screen can show; not a wait without an end.
        networkMode: 'always',
        refetchOnReconnect: 'always',
      },
      mutations: {
        retry: false,
        // Never kept for later: a booking must not be sent when its customer has long gone.
        networkMode: 'always',
      },
    },
  });
  return queryClient;
}
