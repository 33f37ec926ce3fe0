import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Fetches the queries on the screen whose keys begin with this key again. Resolves once they have answers.
 * A query without an answer so far goes out twice: the request under way may be older than the news, and a
 * fetch does not replace it.
 */
export async function fetchAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const isFirst = queryClient.isFetching({
    queryKey,
    predicate: ({ state }) => state.data === undefined,
  });
  await queryClient.invalidateQueries({ queryKey });
  if (isFirst) await queryClient.invalidateQueries({ queryKey });
}
