import { matchQuery, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { forgetPerson } from './forget-person';
import { watchPerson } from './page-person';
import { api, type Outputs, trpc } from './trpc';

/** The signed-in user. */
export type Me = NonNullable<Outputs['auth']['me']>;

/** Returns the signed-in user, null for a visitor, or undefined until it's known. */
export function useMe(): Me | null | undefined {
  return trpc.auth.me.useQuery().data;
}

const meKey = () => getQueryKey(trpc.auth.me, undefined, 'query');

/** Returns the signed-in user from the cache, or undefined until it's known. */
export const meIn = (queryClient: QueryClient) => queryClient.getQueryData<Me | null>(meKey());

/** Waits until we know who is signed in, or that we can't. Never rejects. */
export async function whoIsThere(queryClient: QueryClient): Promise<void> {
  const queryFn = () => api.auth.me.query();
  await queryClient.ensureQueryData({ queryKey: meKey(), queryFn }).catch(() => {});
}

/**
 * Asks the server again who is signed in. Never rejects.
 *
 * @param patiently true to wait for a pending request instead of sending another
 */
export const askWhoIsThere = (queryClient: QueryClient, patiently = false): Promise<void> =>
  queryClient.refetchQueries({ queryKey: meKey() }, { cancelRefetch: !patiently });

/** Refetches the personal data of a server-rendered page. A visitor has none. */
export async function fetchOwnAgain(queryClient: QueryClient): Promise<void> {
  const list = queryClient.getQueryData<unknown[]>(
    getQueryKey(trpc.booking.list, undefined, 'query'),
  );
  if (!meIn(queryClient) && !list?.length) return;
  await queryClient.invalidateQueries({ predicate: (query) => isPrivate(query) || isMe(query) });
}

/**
 * Sets the signed-in user after a sign-in, or null after a sign-out. It deletes the previous user's
 * data.
 */
export function useSwitchUser(): (user: Me | null) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (user) => {
      const former = meIn(queryClient) ?? null;
      if (user === null || (former && former.id !== user.id)) forgetPerson(former, user);
      // An answer from before the change would replace the user.
      void queryClient.cancelQueries({ queryKey: meKey() });
      queryClient.setQueryData(meKey(), user);
    },
    [queryClient],
  );
}

/** Queries with the same answer for every user, and the one for the user. */
const PUBLIC_QUERIES = [trpc.slots, trpc.pricing, trpc.support, trpc.weather, trpc.auth.me].map(
  (part) => getQueryKey(part),
);

const isPrivate = (query: Query) =>
  !PUBLIC_QUERIES.some((queryKey) => matchQuery({ queryKey }, query));
const isMe = (query: Query) => matchQuery({ queryKey: meKey() }, query);

/** Drops all answers for the previous user, and fetches the queries on screen again. */
function forgetUser(queryClient: QueryClient) {
  queryClient.removeQueries({ type: 'inactive', predicate: isPrivate });
  void queryClient.resetQueries({ predicate: isPrivate });
  queryClient.getMutationCache().clear();
}

/** Clears the cache when the user changes after a sign-in, a sign-out, or an expired session. */
export function useForgetOnUserChange(): void {
  const queryClient = useQueryClient();
  const me = useMe();
  const previous = useRef<Me | null | undefined>(undefined);
  useEffect(() => {
    const before = previous.current;
    if (me === undefined) return;
    previous.current = me;
    if (before === undefined || (before?.id === me?.id && before?.role === me?.role)) return;
    if (before && me && before.id !== me.id) forgetPerson(before, me);
    forgetUser(queryClient);
    // A sign-in's answer has no house account.
    if (me) void askWhoIsThere(queryClient);
  }, [me, queryClient]);
  useEffect(() => watchPerson(() => askWhoIsThere(queryClient)), [queryClient]);
}
