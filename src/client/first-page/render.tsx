/**
 * Renders a page on the server (src/server/http/first-page.ts). `bun run build` bundles this file
 * separately, and the server loads it after its first answers.
 */
import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { getQueryKey } from '@trpc/react-query';
import { renderToString } from 'react-dom/server';
import { App } from '../app';
import { tabTitle } from '../lib/page-title';
import { createQueryClient } from '../lib/query-client';
import { type Outputs, trpc } from '../lib/trpc';
import { Route as rootRoute } from '../routes/__root';
import { Route as homeRoute } from '../routes/index';
import { Route as scheduleRoute } from '../routes/schedule';
import type { FirstPageState } from './state';

/** Only the screens the server renders. With all screens, it would need a third more memory. */
const routeTree = rootRoute.addChildren([
  // The type of `update` doesn't allow an id or a path, so routeTree.gen.ts casts them too.
  homeRoute.update({ id: '/', path: '/', getParentRoute: () => rootRoute } as never),
  scheduleRoute.update({
    id: '/schedule',
    path: '/schedule',
    getParentRoute: () => rootRoute,
  } as never),
]);

const TITLES = { '/': undefined, '/schedule': 'Schedule Delivery' };

/** Data that a page shows to everyone. */
type Facts = {
  slots: Outputs['slots']['window'];
  prices: Outputs['pricing']['current'];
  weather: Outputs['weather']['forecast'];
};
type FirstPage = Facts & {
  path: keyof typeof TITLES;
  /** False if the person may be signed in. Then the browser fetches their own data. */
  isVisitor: boolean;
  /** The server's clock (ms). */
  now: number;
};

/** Returns the page's markup, its tab title, and the state the browser needs to hydrate it. */
export async function render({ path, isVisitor, now, ...facts }: FirstPage) {
  const queryClient = createQueryClient();
  setAnswers(queryClient, facts, isVisitor);
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [path] }),
    isServer: true,
  });
  await router.load();
  const markup = renderToString(<App router={router} queryClient={queryClient} renderedAt={now} />);
  const state: FirstPageState = { renderedAt: now, answers: dehydrate(queryClient) };
  return { title: tabTitle(TITLES[path]), markup, state };
}

function setAnswers(queryClient: QueryClient, facts: Facts, isVisitor: boolean) {
  queryClient.setQueryData(getQueryKey(trpc.slots.window, undefined, 'query'), facts.slots);
  queryClient.setQueryData(getQueryKey(trpc.pricing.current, undefined, 'query'), facts.prices);
  queryClient.setQueryData(getQueryKey(trpc.weather.forecast, undefined, 'query'), facts.weather);
  if (!isVisitor) return;
  queryClient.setQueryData(getQueryKey(trpc.auth.me, undefined, 'query'), null);
  queryClient.setQueryData(getQueryKey(trpc.booking.list, undefined, 'query'), []);
}
