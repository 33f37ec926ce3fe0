/**
 * Opens pages without signal: one program for the customer's pages and for the driver's. It stores a
 * page without content and the files of its part, and nothing else: no answer of a call, and no page
 * as the server drew it. The build writes the part into it (scripts/worker-files.ts), so every build
 * is another worker with its own cache.
 */

/** The part that this worker serves: its name, its version, and the paths of its files. */
declare const __PART__: { name: 'customer' | 'driver'; version: string; paths: string[] };

/** The used globals of a service worker, which the types of the page do not have. */
type OfflineWorker = {
  addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: ServiceWorkerRegistration;
};
type LifecycleEvent = { waitUntil(work: Promise<unknown>): void };
type RequestEvent = {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};

const worker = self as unknown as OfflineWorker;
const { version, paths } = __PART__;
const isDriver = __PART__.name === 'driver';
/** The page that is stored. For the customer it is the one that holds no content, never a dated one. */
const SHELL = isDriver ? '/driver' : '/index.html';
const CUSTOMER_PAGE = /^\/(schedule|account|reset-password|confirm-email|d\/[^/]+)?$/;
const CACHES = `dockside-${__PART__.name}-`;
const ownCache = CACHES + version;
const known = new Set(paths);
/** A line that is silent for so long counts as none. */
const SILENT_MS = 5000;

worker.addEventListener('install', (event) => {
  event.waitUntil(storeFiles());
});

async function storeFiles() {
  const cache = await caches.open(ownCache);
  // The page has the same address in every build, so the browser's own cache may hold an old one.
  await cache.addAll([new Request(SHELL, { cache: 'reload' }), ...paths]);
}

worker.addEventListener('activate', (event) => {
  event.waitUntil(begin());
});

async function begin() {
  for (const other of await caches.keys()) {
    if (other.startsWith(CACHES) && other !== ownCache) await caches.delete(other);
  }
  // The browser asks for the page while it starts the worker, and so loses no time.
  if (!isDriver) await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const isPage = request.mode === 'navigate';
  if (isPage && isDriver && pathname === SHELL) event.respondWith(fromCache(SHELL, request));
  else if (isPage && !isDriver && CUSTOMER_PAGE.test(pathname)) event.respondWith(page(event));
  else if (!isPage && known.has(pathname)) event.respondWith(fromCache(pathname, request));
});

/** The page as the server draws it now; the stored one without a server. */
async function page({ request, preloadResponse }: RequestEvent): Promise<Response> {
  const drawn = (async () => (await preloadResponse) ?? fetch(request))();
  const silence = new Promise<null>((resolve) => setTimeout(resolve, SILENT_MS, null));
  const answer = await Promise.race([drawn.catch(() => null), silence]);
  return answer !== null && answer.status < 500 ? answer : fromCache(SHELL, request);
}

async function fromCache(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(ownCache);
  return (await cache.match(path)) ?? fetch(request);
}

// A new build waits until the driver presses Update, or until no page is open, so that no page changes
// during work and an old one still finds its code.
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') void worker.skipWaiting();
});
