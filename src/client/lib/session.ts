import { matchQuery, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { api, type Outputs, trpc } from './trpc';

/** The signed-in user. */
export type Me = NonNullable<Outputs['auth']['me']>;

/** The signed-in user: null for a visitor, undefined while it is not known. */
export function useMe(): Me | null | undefined {
  return trpc.auth.me.useQuery().data;
}

/** Waits until it is known who is signed in, or cannot be known; resolves in every case. */
export async function whoIsThere(queryClient: QueryClient): Promise<void> {
  const queryKey = getQueryKey(trpc.auth.me, undefined, 'query');
  const queryFn = () => api.auth.me.query();
  await queryClient.ensureQueryData({ queryKey, queryFn }).catch(() => {});
}

/** Sets the signed-in user after a sign-in, or null after a sign-out. */
export function useSwitchUser(): (user: Me | null) => void {
  const utils = trpc.useUtils();
  return useCallback((user) => utils.auth.me.setData(undefined, user), [utils]);
}

/** The queries whose answers are the same for every user, and the one that tells who the user is. */
const PUBLIC_QUERIES = [trpc.slots, trpc.pricing, trpc.support, trpc.weather, trpc.auth.me].map(
  (part) => getQueryKey(part),
);

/** Drops all answers for the previous user, and fetches the queries on the screen again. */
function forgetUser(queryClient: QueryClient) {
  const isPrivate = (query: Query) =>
    !PUBLIC_QUERIES.some((queryKey) => matchQuery({ queryKey }, query));
  queryClient.removeQueries({ type: 'inactive', predicate: isPrivate });
  void queryClient.resetQueries({ predicate: isPrivate });
  queryClient.getMutationCache().clear();
}

/** Clears the cache when the user changes: after a sign-in, a sign-out or the end of a session. */
export function useForgetOnUserChange(): void {
  const queryClient = useQueryClient();
  const me = useMe();
  const known = useRef<string | null | undefined>(undefined);
  const id = me === undefined ? undefined : (me?.id ?? null);
  useEffect(() => {
    if (id === undefined) return;
    if (known.current !== undefined && known.current !== id) forgetUser(queryClient);
    known.current = id;
  }, [id, queryClient]);
}
