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

worker.addEventListener('install', (event) => {
  event.waitUntil(storeFiles());
});

async function storeFiles() {
  const cache = await caches.open(ownCache);
  // The page has the same address in every build. So the browser's cache is skipped, because it may
  // have an old page.
  await cache.addAll([new Request(SHELL, { cache: 'reload' }), ...paths]);
}

worker.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
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
