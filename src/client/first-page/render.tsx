/**
 * Renders a page on the server (src/server/http/first-page.ts). `bun run build` bundles this file apart
 * from the server's program, which loads it after the first answers.
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

/** Only the screens that the server renders: with every screen its memory would grow by a third. */
const routeTree = rootRoute.addChildren([
  // `update` takes neither an id nor a path: routeTree.gen.ts casts them too.
  homeRoute.update({ id: '/', path: '/', getParentRoute: () => rootRoute } as never),
  scheduleRoute.update({
    id: '/schedule',
    path: '/schedule',
    getParentRoute: () => rootRoute,
  } as never),
]);

const TITLES = { '/': undefined, '/schedule': 'Schedule Delivery' };

/** What a page shows to everyone. */
type Facts = {
  slots: Outputs['slots']['window'];
  prices: Outputs['pricing']['current'];
  weather: Outputs['weather']['forecast'];
};
type FirstPage = Facts & {
  path: keyof typeof TITLES;
  /** False where the person may be known: their own parts are left for the browser to ask for. */
  isVisitor: boolean;
  /** The server's clock (ms). */
  now: number;
};

/** The page as markup, with the title of its tab and what the browser needs to take it over. */
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
