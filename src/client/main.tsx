import './styles/customer.css';
import { hydrate } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { getQueryKey } from '@trpc/react-query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { NOBODY } from '@/domain/account/page-person';
import { App } from './app';
import { isBelowClosedDialog } from './components/dialog/dialog-history';
import type { InstallOffer } from './features/customer/appointments/install-hint';
import { repeatSteps, undoRestored } from './first-page/repeat-steps';
import { type FirstPageState, STATE_ID } from './first-page/state';
import { getItem, LATE_SIGN_OUT } from './lib/browser-storage';
import { fetchedCode } from './lib/fetched-code';
import { onPersonLeft } from './lib/forget-person';
import { noteAnswer } from './lib/page-person';
import { createQueryClient } from './lib/query-client';
import { fetchOwnAgain, meIn, whoIsThere } from './lib/session';
import { trpc } from './lib/trpc';
import { showZoneLine } from './lib/zone-line';
import { routeTree } from './routeTree.gen';

const stateElement = document.getElementById(STATE_ID);
const state = stateElement?.textContent;
// The state is removed, because it has the person's data, which must not stay in the document after
// a sign-out.
stateElement?.remove();
/**
 * True if the router restores a page's scroll position. For a page from the server, the browser has
 * already done so, and the person may have scrolled since then, or be about to press something.
 */
let routerScrolls = !state;

const router = createRouter({
  routeTree,
  // Fetches the code of a screen when the pointer or a finger reaches its link.
  defaultPreload: 'intent',
  scrollRestoration: ({ location }) => routerScrolls && !isBelowClosedDialog(location),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

const queryClient = createQueryClient();
const { company } = document.documentElement.dataset;
if (company)
  queryClient.setQueryData(
    getQueryKey(trpc.support.company, undefined, 'query'),
    JSON.parse(company),
  );

const fetchClearPeople = fetchedCode(
  () => import('./features/driver/outbox/device-storage'),
  (one) => one.clearPeople,
);
// A driver can sign out on a page that doesn't load the driver's code.
onPersonLeft(async (left, now) => {
  if (!left || left.role === 'customer') return;
  const clearPeople = await fetchClearPeople();
  await clearPeople?.(now?.id ?? null).catch(() => {});
});

/** Hydrates the page that the server rendered into the document. */
async function takeOver(root: HTMLElement, { renderedAt, answers }: FirstPageState) {
  hydrate(queryClient, answers);
  const me = meIn(queryClient);
  if (me !== undefined) noteAnswer(me?.id ?? NOBODY);
  // The router has no data of its own, so this makes it render the same page as the server.
  router.ssr = { manifest: undefined };
  await router.load();
  // Loading and hydrating are separate tasks, so that a press in between is handled.
  await new Promise((later) => setTimeout(later));
  undoRestored();
  hydrateRoot(
    root,
    <App
      router={router}
      queryClient={queryClient}
      renderedAt={renderedAt}
      onHydrated={() => {
        routerScrolls = true;
        requestAnimationFrame(() => document.documentElement.removeAttribute('data-booked'));
        void repeatSteps(() => whoIsThere(queryClient));
        // A delivery may have changed before the page started to listen for changes.
        void fetchOwnAgain(queryClient);
      }}
    />,
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const fetchReplacements = fetchedCode(
  () => import('./lib/replacements'),
  (one) => one.replaceMissing,
);
const fetchLateSignOut = fetchedCode(
  () => import('./features/driver/outbox/late-sign-out'),
  (one) => one.endLateSession,
);

/** Waits for code that only a few browsers need before the page starts. */
async function prepare(): Promise<void> {
  const onArrays = ['toSorted', 'toReversed', 'toSpliced'];
  const lacksNone =
    onArrays.every((name) => name in Array.prototype) &&
    'groupBy' in Map &&
    'timeout' in AbortSignal;
  if (!lacksNone) (await fetchReplacements())?.();
  if (getItem(LATE_SIGN_OUT) !== null) await (await fetchLateSignOut())?.();
}

showZoneLine();

// The browser offers the installation only once, long before the confirmation of a booking suggests
// it.
addEventListener('beforeinstallprompt', (offer) => {
  window.installOffer = offer as InstallOffer;
});

void prepare().then(() => {
  if (state) void takeOver(root, JSON.parse(state));
  else createRoot(root).render(<App router={router} queryClient={queryClient} />);
});
