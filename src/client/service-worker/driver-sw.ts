/**
 * Opens the driver's page without signal. It stores that page and its files, and nothing else: no
 * answer of a call, and no other page (its scope is /driver). The build writes the list of files into
 * it (scripts/driver-files.ts), so every build is another worker with its own cache.
 */

/** The paths of the page's files, and the name of their version. */
declare const __DRIVER_FILES__: { version: string; paths: string[] };

/** The used globals of a service worker, which the types of the page do not have. */
type OfflineWorker = {
  addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
};
type LifecycleEvent = { waitUntil(work: Promise<unknown>): void };
type RequestEvent = { request: Request; respondWith(answer: Promise<Response>): void };

const worker = self as unknown as OfflineWorker;
const { version, paths } = __DRIVER_FILES__;
const PAGE = '/driver';
const CACHES = 'dockside-driver-';
const ownCache = CACHES + version;
const known = new Set(paths);

worker.addEventListener('install', (event) => {
  event.waitUntil(storeFiles());
});

async function storeFiles() {
  const cache = await caches.open(ownCache);
  // The page has the same address in every build, so the browser's own cache may hold an old one.
  await cache.addAll([new Request(PAGE, { cache: 'reload' }), ...paths]);
}

worker.addEventListener('activate', (event) => {
  event.waitUntil(deleteOtherCaches().then(() => worker.clients.claim()));
});

async function deleteOtherCaches() {
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHES) && name !== ownCache) await caches.delete(name);
  }
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  const isPage = request.mode === 'navigate' && url.pathname === PAGE;
  if (isPage) event.respondWith(fromCache(PAGE, request));
  else if (known.has(url.pathname)) event.respondWith(fromCache(url.pathname, request));
});

async function fromCache(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(ownCache);
  return (await cache.match(path)) ?? fetch(request);
}

// A new build waits until the driver presses Update, so that the page does not change during work.
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') void worker.skipWaiting();
});
