import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  type Operation,
  splitLink,
} from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import superjson from 'superjson';
import { PAGE_OF, PAGE_OF_PARAM } from '@/domain/account/page-person';
import { bringsPhoto } from '@/domain/photos';
import type { AppRouter } from '@/server/trpc';
import { questionLink } from './ask-and-retry';
import { watchedFetch } from './connection';
import { pageOf } from './page-person';
import { type CallContext, personLink } from './person-link';

/** The maximum number of calls in one request. The server refuses a longer batch. */
const MAX_BATCH = 10;

const server = { url: '/api/trpc', transformer: superjson };
const calls = { ...server, fetch: watchedFetch };

function headersOf({ context }: Operation): Record<string, string> {
  const person = (context as CallContext).pageOf;
  return { ...linkHeader(), ...(person !== undefined && { [PAGE_OF]: person }) };
}

/**
 * True for calls that aren't batched. A batch has the smallest size limit of its calls, and belongs
 * to one person.
 */
const goesAlone = ({ input, context }: Operation) => bringsPhoto(input) || 'actsFor' in context;

/** Makes calls without the cache, for code outside components. */
export const api = createTRPCClient<AppRouter>({
  links: [
    personLink,
    questionLink,
    splitLink({
      condition: ({ type }) => type === 'subscription',
      true: httpSubscriptionLink({
        ...server,
        // The browser can't add our headers to a stream, so these are sent as parameters.
        connectionParams: () => {
          const person = pageOf();
          return person === undefined ? null : { [PAGE_OF_PARAM]: person };
        },
      }),
      false: splitLink({
        condition: goesAlone,
        true: httpLink({ ...calls, headers: ({ op }) => headersOf(op) }),
        false: httpBatchLink({
          ...calls,
          headers: ({ opList: [op] }) => headersOf(op),
          maxItems: MAX_BATCH,
        }),
      }),
    }),
  ],
});

/** Has a hook for every call, such as `trpc.booking.list.useQuery()`. */
export const trpc = createTRPCReact<AppRouter>();

export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

/**
 * Returns the header with the delivery link that opened this page, so that two tabs can show two
 * deliveries. It's empty on other pages.
 */
function linkHeader(): Record<string, string> {
  const [, token] = /^\/d\/([^/]+)\/?$/i.exec(window.location.pathname) ?? [];
  return token ? { 'x-delivery-link': token } : {};
}
