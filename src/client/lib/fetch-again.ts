import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Fetches what is on the screen and begins with the key again. Resolves once it is answered. A query
 * without an answer so far is asked twice: what is under way may be older than the news, and is not
 * given up for another.
 */
export async function fetchAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const isFirst = queryClient.isFetching({
    queryKey,
    predicate: ({ state }) => state.data === undefined,
  });
  await queryClient.invalidateQueries({ queryKey });
  if (isFirst) await queryClient.invalidateQueries({ queryKey });
}
