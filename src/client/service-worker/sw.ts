/**
 * Opens pages without signal. Customer and driver pages share this code, with one worker each. It
 * only stores an empty page and the files of its part, never API answers or pages the server
 * rendered. The build inserts the part (scripts/worker-files.ts), so each build is a new worker
 * with its own cache.
 */

/** The part this worker serves. The build inserts its name, version, and file paths. */
declare const __PART__: {
  name: 'customer' | 'driver' | 'delivery';
  version: string;
  paths: string[];
};

/** The service worker globals we use. The page's types don't have them. */
type OfflineWorker = {
  addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
  addEventListener(
    type: 'pushsubscriptionchange',
    listener: (event: SubscriptionEvent) => void,
  ): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<Tab[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
};
type LifecycleEvent = { waitUntil(work: Promise<unknown>): void };
type Tab = { url: string; focus(): Promise<Tab>; postMessage(message: unknown): void };
type PushEvent = LifecycleEvent & { data: { json(): unknown } | null };
type SubscriptionEvent = LifecycleEvent & {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
};
type ClickEvent = LifecycleEvent & { notification: Notification };
/** A notification as the server sends it (domain/messages/push-texts.ts). */
type PushedText = { id: string; title: string; body: string; url: string; tag: string };
type RequestEvent = {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};

const worker = self as unknown as OfflineWorker;
const { version, paths } = __PART__;
const isDriver = __PART__.name === 'driver';
/**
 * The stored page. For customers it's the one without content, so it can't show outdated content.
 */
const SHELL = { customer: '/index.html', driver: '/driver', delivery: '/d/' }[__PART__.name];
const CUSTOMER_PAGE = /^\/(schedule|account|reset-password|confirm-email|d\/[^/]+)?$/;
const CACHES = `dockside-${__PART__.name}-`;
const ownCache = CACHES + version;
const storedPaths = new Set(paths);
/** After this long without an answer, we assume there's no connection. */
const SILENT_MS = 5000;

/** The office's registration only shows notifications. It stores nothing and answers no request. */
const isOffice = new URL(worker.registration.scope).pathname.startsWith('/admin');

worker.addEventListener('install', (event) => {
  if (!isOffice) event.waitUntil(storeFiles());
});

async function storeFiles() {
  const cache = await caches.open(ownCache);
  // The page has the same address in every build. So the browser's cache is skipped, because it may
  // have an old page.
  await cache.addAll([new Request(SHELL, { cache: 'reload' }), ...paths]);
}

worker.addEventListener('activate', (event) => {
  event.waitUntil(isOffice ? worker.clients.claim() : takeOver());
});

async function takeOver() {
  for (const other of await caches.keys()) {
    if (other.startsWith(CACHES) && other !== ownCache) await caches.delete(other);
  }
  // The browser requests the page while the worker starts, which saves time.
  if (!isDriver) await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

worker.addEventListener('fetch', (event) => {
  if (isOffice) return;
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const isPage = request.mode === 'navigate';
  if (isPage && isDriver && pathname === SHELL) event.respondWith(fromCache(SHELL, request));
  else if (isPage && !isDriver && CUSTOMER_PAGE.test(pathname)) event.respondWith(page(event));
  else if (!isPage && storedPaths.has(pathname)) event.respondWith(fromCache(pathname, request));
});

/** Returns the page from the server, or the stored one if the server doesn't answer. */
async function page({ request, preloadResponse }: RequestEvent): Promise<Response> {
  const rendered = (async () => (await preloadResponse) ?? fetch(request))();
  const silence = new Promise<null>((resolve) => setTimeout(resolve, SILENT_MS, null));
  const answer = await Promise.race([rendered.catch(() => null), silence]);
  return answer !== null && answer.status < 500 ? answer : fromCache(SHELL, request);
}

async function fromCache(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(ownCache);
  return (await cache.match(path)) ?? fetch(request);
}

// A new build waits until the driver presses Update or all pages are closed, so pages don't change
// during work, and old pages can still load their code.
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') void worker.skipWaiting();
});

worker.addEventListener('push', (event) => {
  event.waitUntil(show(event.data?.json() as PushedText));
});

async function show({ id, title, body, url, tag }: PushedText) {
  const { registration } = worker;
  const shown = await registration.getNotifications({ tag });
  // One that arrives a second time replaces the first one silently.
  const isRepeat = shown.some(({ data }) => data?.id === id);
  const options = { body, tag, icon: '/icons/dockside-192.png', data: { id, url } };
  await registration.showNotification(title, {
    ...options,
    renotify: !isRepeat,
    silent: isRepeat,
  } as NotificationOptions);
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data?.url ?? '/')));
});

/** Shows the page in an open tab of the same part if there is one, so that no typed text is lost. */
async function open(url: string) {
  const { origin } = location;
  const { pathname } = new URL(url, origin);
  const part = pathname.startsWith('/admin') ? '/admin' : pathname;
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find((one) => `${new URL(one.url).pathname}/`.startsWith(`${part}/`));
  if (!tab) {
    await worker.clients.openWindow(url);
    return;
  }
  // A browser may refuse to focus the tab, which shows the page anyway.
  const shown = await tab.focus().catch(() => tab);
  shown.postMessage({ open: url });
}

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event));
});

/**
 * Replaces a subscription that the browser ended. If someone else has signed in since, the server
 * refuses, and this browser gets no notifications anymore.
 */
async function renew({ oldSubscription, newSubscription }: SubscriptionEvent) {
  // Without the old one, the page offers to turn notifications on again.
  if (!oldSubscription) return;
  const { applicationServerKey } = oldSubscription.options;
  const subscription =
    newSubscription ??
    (await worker.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey,
    }));
  const { endpoint, keys } = subscription.toJSON();
  const json = { endpoint, ...keys, replaces: oldSubscription.endpoint };
  const answer = await fetch('/api/trpc/push.subscribe', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json }),
  });
  const said = answer.ok ? await answer.json() : null;
  if (said?.result?.data?.json?.isOn !== true) await subscription.unsubscribe();
}
