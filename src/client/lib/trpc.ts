import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  splitLink,
} from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import superjson from 'superjson';
import { bringsPhoto } from '@/domain/photos';
import type { AppRouter } from '@/server/trpc';
import { watchedFetch } from './connection';
import { linkHeader } from './link-header';
import { questionLink } from './questions';

/** The most calls in one request; the server refuses a longer batch as a whole. */
const MAX_BATCH = 10;

const server = { url: '/api/trpc', transformer: superjson };
const calls = { ...server, headers: linkHeader, fetch: watchedFetch };

/** The calls without the cache, for code outside of components. */
export const api = createTRPCClient<AppRouter>({
  links: [
    questionLink,
    splitLink({
      condition: ({ type }) => type === 'subscription',
      true: httpSubscriptionLink(server),
      false: splitLink({
        // A batch may be no longer than the shortest of its calls.
        condition: ({ input }) => bringsPhoto(input),
        true: httpLink(calls),
        false: httpBatchLink({ ...calls, maxItems: MAX_BATCH }),
      }),
    }),
  ],
});

/** The hooks of every call: `trpc.booking.list.useQuery()`. */
export const trpc = createTRPCReact<AppRouter>();

export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;
