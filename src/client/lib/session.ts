import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { type Outputs, trpc } from './trpc';

/** The signed-in user as the browser knows them. */
export type Me = NonNullable<Outputs['auth']['me']>;

/** The signed-in user: null for a visitor, undefined while it is not known. */
export function useMe(): Me | null | undefined {
  return trpc.auth.me.useQuery().data;
}

/** Says that somebody else, or nobody, is signed in from now on. */
export function useSwitchUser(): (user: Me | null) => void {
  const utils = trpc.useUtils();
  return useCallback((user) => utils.auth.me.setData(undefined, user), [utils]);
}

/** What is the same for everybody, so that a change of user need not throw it away; and who it is. */
const KEPT = ['slots', 'pricing', 'support', 'weather', 'auth.me'];

/** Drops whatever was read as the user before; what is on screen is asked for again. */
function forgetUser(queryClient: QueryClient) {
  const isPrivate = ({ queryKey }: { queryKey: readonly unknown[] }) => {
    const [path] = queryKey;
    const name = Array.isArray(path) ? path.join('.') : '';
    return !KEPT.some((part) => name === part || name.startsWith(`${part}.`));
  };
  queryClient.removeQueries({ type: 'inactive', predicate: isPrivate });
  void queryClient.resetQueries({ predicate: isPrivate });
  queryClient.getMutationCache().clear();
}

/** Clears the cache whenever the user changes: signed in, signed out, or a session that ended. */
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
