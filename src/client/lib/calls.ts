import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TRPCUntypedClient } from '@trpc/client';
import type { CreateTRPCReact, CreateTRPCReactBase } from '@trpc/react-query';
import type { AnyRouter } from '@trpc/server';
import { useMemo } from 'react';

type Verb = (...args: never[]) => unknown;

/** The calls, with none of their verbs but these. */
type Only<Calls, Name> = {
  [Key in keyof Calls as Calls[Key] extends Verb
    ? Extract<Key, Name>
    : Key]: Calls[Key] extends Verb ? Calls[Key] : Only<Calls[Key], Name>;
};

type Theirs<Router extends AnyRouter> = CreateTRPCReact<Router, unknown>;
type TheirCache<Router extends AnyRouter> = ReturnType<
  CreateTRPCReactBase<Router, unknown>['useUtils']
>;

/** The hooks of the calls, in the types and with the cache keys of tRPC's own. */
export type CallHooks<Router extends AnyRouter> = Only<
  Theirs<Router>,
  'useQuery' | 'useMutation'
> & {
  useUtils(): Only<TheirCache<Router>, 'invalidate' | 'setData' | 'getData' | 'fetch'>;
};

type Options = Record<string, unknown>;
type Use = (path: string[], args: unknown[]) => unknown;

/** What a part of the calls is kept under, or one call with its input: `[['booking','get'],{…}]`. */
function keyOf(path: string[], input: unknown, type?: 'query') {
  if (input === undefined && !type) return [path];
  return [path, { ...(input !== undefined && { input }), ...(type && { type }) }];
}

/**
 * `trpc.booking.list.useQuery()` and its kin over the client given. @trpc/react-query brings every
 * kind of query there is, and with them a twentieth of the first page; these are the ones we use.
 * Another one throws an error that names it.
 */
export function createCallHooks<Router extends AnyRouter>(
  client: TRPCUntypedClient<Router>,
): CallHooks<Router> {
  const query = (path: string[], input: unknown) => () => client.query(path.join('.'), input);

  const hooks: Record<string, Use> = {
    useQuery: (path, [input, options]) =>
      useQuery({
        ...(options as Options),
        queryKey: keyOf(path, input, 'query'),
        queryFn: query(path, input),
      }),
    useMutation: (path, [options]) =>
      useMutation({
        ...(options as Options),
        mutationKey: [path],
        mutationFn: (input: unknown) => client.mutation(path.join('.'), input),
      }),
    useUtils: () => {
      const queryClient = useQueryClient();
      return useMemo(() => chain(cacheOf(queryClient)), [queryClient]);
    },
  };

  const cacheOf = (cache: QueryClient): Record<string, Use> => ({
    invalidate: (path, [input]) => cache.invalidateQueries({ queryKey: keyOf(path, input) }),
    setData: (path, [input, data]) => cache.setQueryData(keyOf(path, input, 'query'), data),
    getData: (path, [input]) => cache.getQueryData(keyOf(path, input, 'query')),
    fetch: (path, [input, options]) =>
      cache.fetchQuery({
        ...(options as Options),
        queryKey: keyOf(path, input, 'query'),
        queryFn: query(path, input),
      }),
  });

  return chain(hooks) as unknown as CallHooks<Router>;
}

/** Whatever is asked for is a longer path; calling it runs the verb that the path ends with. */
function chain(verbs: Record<string, Use>, path: string[] = []): unknown {
  return new Proxy(() => {}, {
    get: (_, name) => chain(verbs, [...path, String(name)]),
    apply: (_, __, args) => {
      const verb = path.at(-1) ?? '';
      const use = verbs[verb];
      if (!use) throw new Error(`there is no ${verb} here: add it in calls.ts`);
      return use(path.slice(0, -1), args);
    },
  });
}
