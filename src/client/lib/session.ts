import { matchQuery, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { forgetPerson } from './forget-person';
import { watchPerson } from './page-person';
import { api, type Outputs, trpc } from './trpc';

/** The signed-in user. */
export type Me = NonNullable<Outputs['auth']['me']>;

/** The signed-in user: null for a visitor, undefined while it is not known. */
export function useMe(): Me | null | undefined {
  return trpc.auth.me.useQuery().data;
}

const meKey = () => getQueryKey(trpc.auth.me, undefined, 'query');

/** The signed-in user as the page shows it now; undefined while it is not known. */
export const meIn = (queryClient: QueryClient) => queryClient.getQueryData<Me | null>(meKey());

/** Waits until it is known who is signed in, or cannot be known; resolves in every case. */
export async function whoIsThere(queryClient: QueryClient): Promise<void> {
  const queryFn = () => api.auth.me.query();
  await queryClient.ensureQueryData({ queryKey: meKey(), queryFn }).catch(() => {});
}

/**
 * Asks the server again who is signed in; resolves in every case.
 *
 * @param patiently a question under way is answer enough
 */
export const askWhoIsThere = (queryClient: QueryClient, patiently = false): Promise<void> =>
  queryClient.refetchQueries({ queryKey: meKey() }, { cancelRefetch: !patiently });

/** Sets the signed-in user after a sign-in, or null after a sign-out, which leaves nothing of the former one. */
export function useSwitchUser(): (user: Me | null) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (user) => {
      const former = meIn(queryClient) ?? null;
      if (user === null || (former && former.id !== user.id)) forgetPerson(former, user);
      queryClient.setQueryData(meKey(), user);
    },
    [queryClient],
  );
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
  const known = useRef<Me | null | undefined>(undefined);
  useEffect(() => {
    const before = known.current;
    if (me === undefined) return;
    known.current = me;
    if (before === undefined || (before?.id === me?.id && before?.role === me?.role)) return;
    if (before && me && before.id !== me.id) forgetPerson(before, me);
    forgetUser(queryClient);
  }, [me, queryClient]);
  useEffect(() => watchPerson(() => askWhoIsThere(queryClient)), [queryClient]);
}
