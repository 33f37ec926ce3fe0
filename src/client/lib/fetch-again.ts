import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Fetches the queries on screen whose keys start with this key again. Resolves once they have
 * answers. If a query has no answer yet, it's sent a second time. Its pending request may be older
 * than the change, and a refetch doesn't replace it.
 */
export async function fetchAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const isFirst = queryClient.isFetching({
    queryKey,
    predicate: ({ state }) => state.data === undefined,
  });
  await queryClient.invalidateQueries({ queryKey });
  if (isFirst) await queryClient.invalidateQueries({ queryKey });
}
