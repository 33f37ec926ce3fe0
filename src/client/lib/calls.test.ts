import { describe, expect, test } from 'bun:test';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCUntypedClient } from '@trpc/client';
import { createTRPCReact, getQueryKey } from '@trpc/react-query';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { AppRouter } from '@/server/trpc';
import { createCallHooks } from './calls';

const client = createTRPCUntypedClient<AppRouter>({ links: [] });
const trpc = createCallHooks<AppRouter>(client);
/** tRPC's own hooks, as the measure. */
const theirs = createTRPCReact<AppRouter>();

const input = { id: 'a' };

/** Runs hooks on a page of its own and gives its cache. */
function onPage(hooks: () => ReactNode, cache = new QueryClient()): QueryClient {
  const Page = () => hooks();
  renderToString(createElement(QueryClientProvider, { client: cache }, createElement(Page)));
  return cache;
}

describe('the hooks of the calls', () => {
  test("keep answers under tRPC's own keys", () => {
    const cache = onPage(() => {
      trpc.booking.list.useQuery();
      trpc.booking.get.useQuery(input);
      return null;
    });
    const keys = cache
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey);
    expect(keys).toEqual([
      getQueryKey(theirs.booking.list, undefined, 'query'),
      getQueryKey(theirs.booking.get, input, 'query'),
    ]);
  });

  test('what is put into the cache is read from it, and made old by its name or a part of it', () => {
    const cache = onPage(() => {
      const utils = trpc.useUtils();
      utils.booking.get.setData(input, { id: 'a' } as never);
      utils.booking.list.setData(undefined, []);
      expect(utils.booking.get.getData(input)).toEqual({ id: 'a' } as never);
      expect(utils.booking.get.getData({ id: 'b' })).toBeUndefined();
      void utils.booking.get.invalidate({ id: 'b' });
      return null;
    });
    const old = () =>
      cache
        .getQueryCache()
        .getAll()
        .filter(({ state }) => state.isInvalidated).length;
    expect(old()).toBe(0);
    const invalidate = (name: 'get' | 'whole') =>
      onPage(() => {
        const { booking } = trpc.useUtils();
        void (name === 'get' ? booking.get.invalidate(input) : booking.invalidate());
        return null;
      }, cache);
    invalidate('get');
    expect(old()).toBe(1);
    invalidate('whole');
    expect(old()).toBe(2);
  });

  test('a kind of hook that we do not use says so', () => {
    // The types say it first.
    const list = trpc.booking.list as unknown as { useSuspenseQuery(): never };
    expect(() => onPage(() => list.useSuspenseQuery())).toThrow('there is no useSuspenseQuery');
  });
});
