import { createTRPCClientProxy, createTRPCUntypedClient, httpBatchLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/trpc';
import { createCallHooks } from './calls';
import { watchedFetch } from './connection';
import { envelope } from './wire';

/** What the server takes in one request; a longer batch would be refused whole. */
const MAX_BATCH = 10;

const client = createTRPCUntypedClient<AppRouter>({
  links: [
    httpBatchLink({
      url: '/api/trpc',
      transformer: envelope,
      maxItems: MAX_BATCH,
      fetch: watchedFetch,
    }),
  ],
});

/** The hooks of every call: `trpc.booking.list.useQuery()`. */
export const trpc = createCallHooks<AppRouter>(client);

/** The same calls outside of a screen, past the cache. */
export const api = createTRPCClientProxy<AppRouter>(client);

export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;
