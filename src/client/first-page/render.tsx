/**
 * Renders a page on the server (src/server/http/first-page.ts). `bun run build` bundles this file
 * separately, and the server loads it after its first answers.
 */
import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { getQueryKey } from '@trpc/react-query';
import { renderToString } from 'react-dom/server';
import { tabTitle } from '@/domain/company';
import { App } from '../app';
import { createQueryClient } from '../lib/query-client';
import { type Outputs, trpc } from '../lib/trpc';
import { Route as rootRoute } from '../routes/__root';
import { Route as accountRoute } from '../routes/account';
import { Route as homeRoute } from '../routes/index';
import { Route as scheduleRoute } from '../routes/schedule';
import type { FirstPageState } from './state';

export { renderFrame, renderParts } from '../delivery-page/view';

/** Only the screens the server renders. With all screens, it would need a third more memory. */
const routeTree = rootRoute.addChildren([
  // The type of `update` doesn't allow an ID or a path, so it's cast here, as in routeTree.gen.ts.
  homeRoute.update({ id: '/', path: '/', getParentRoute: () => rootRoute } as never),
  scheduleRoute.update({
    id: '/schedule',
    path: '/schedule',
    getParentRoute: () => rootRoute,
  } as never),
  accountRoute.update({
    id: '/account',
    path: '/account',
    getParentRoute: () => rootRoute,
  } as never),
]);

const TITLES = {
  '/': undefined,
  '/schedule': 'Schedule Delivery',
  '/account': 'Account Settings',
};

/** Data that a page shows to everyone. */
type Facts = {
  slots: Outputs['slots']['window'];
  prices: Outputs['pricing']['current'];
  weather: Outputs['weather']['forecast'];
  company: Outputs['support']['company'];
};
/** A person's own data, as far as the page shows it. A guest has no account. */
type OwnAnswers = {
  me: Outputs['auth']['me'];
  list?: Outputs['booking']['list'];
  account: {
    recentCompleted?: Outputs['booking']['recentCompleted'];
    leftFromGuests?: Outputs['booking']['leftFromGuests'];
    boats: Outputs['account']['boats'];
    docks: Outputs['account']['docks'];
    cards?: Outputs['account']['cards'];
  } | null;
};
type FirstPage = Facts & {
  path: keyof typeof TITLES;
  /** Null for a visitor. If it's unknown, the browser fetches it. */
  own: OwnAnswers | null | 'unknown';
  /** The server's clock (ms). */
  now: number;
};

/** Returns the page's markup, its tab title, and the state the browser needs to hydrate it. */
export async function render({ path, own, now, ...facts }: FirstPage) {
  const queryClient = createQueryClient();
  setAnswers(queryClient, path, facts);
  if (own !== 'unknown') setOwnAnswers(queryClient, own ?? VISITOR);
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [path] }),
    isServer: true,
  });
  await router.load();
  const markup = renderToString(<App router={router} queryClient={queryClient} renderedAt={now} />);
  const state: FirstPageState = { renderedAt: now, answers: dehydrate(queryClient) };
  return { title: tabTitle(facts.company.name, TITLES[path]), markup, state };
}

const VISITOR: OwnAnswers = { me: null, list: [], account: null };

function setAnswers(queryClient: QueryClient, path: FirstPage['path'], facts: Facts) {
  queryClient.setQueryData(getQueryKey(trpc.support.company, undefined, 'query'), facts.company);
  if (path === '/account') return;
  queryClient.setQueryData(getQueryKey(trpc.slots.window, undefined, 'query'), facts.slots);
  queryClient.setQueryData(getQueryKey(trpc.pricing.current, undefined, 'query'), facts.prices);
  queryClient.setQueryData(getQueryKey(trpc.weather.forecast, undefined, 'query'), facts.weather);
}

/** React Query stores nothing for an answer that's undefined, so the browser asks for it. */
function setOwnAnswers(queryClient: QueryClient, { me, list, account }: OwnAnswers) {
  queryClient.setQueryData(getQueryKey(trpc.auth.me, undefined, 'query'), me);
  queryClient.setQueryData(getQueryKey(trpc.booking.list, undefined, 'query'), list);
  if (!account) return;
  const { booking, account: owned } = trpc;
  const { recentCompleted, leftFromGuests, boats, docks, cards } = account;
  const completedKey = getQueryKey(booking.recentCompleted, undefined, 'query');
  queryClient.setQueryData(completedKey, recentCompleted);
  queryClient.setQueryData(getQueryKey(booking.leftFromGuests, undefined, 'query'), leftFromGuests);
  queryClient.setQueryData(getQueryKey(owned.boats, undefined, 'query'), boats);
  queryClient.setQueryData(getQueryKey(owned.docks, undefined, 'query'), docks);
  queryClient.setQueryData(getQueryKey(owned.cards, undefined, 'query'), cards);
}
