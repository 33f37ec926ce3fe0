import { createTRPCReact, httpBatchLink } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/trpc';
import { watchedFetch } from './connection';
import { envelope } from './wire';

/** The hooks of every call: `trpc.booking.list.useQuery()`. */
export const trpc = createTRPCReact<AppRouter>();

export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

/** What the server takes in one request; a longer batch would be refused whole. */
const MAX_BATCH = 10;

export function createApiClient() {
  return trpc.createClient({
    links: [
      httpBatchLink({
        url: '/api/trpc',
        transformer: envelope,
        maxItems: MAX_BATCH,
        fetch: watchedFetch,
      }),
    ],
  });
}
