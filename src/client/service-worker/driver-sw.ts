/**
 * Opens the driver's page without signal. It knows that page and the files it is made of, and
 * nothing else: no answer of the server is ever kept here, and no other page passes through it
 * (its scope is /driver). The list of files is filled in by the build (vite.config.ts), so every
 * build is another worker, with a store of its own.
 */

/** Paths of the files that the page is made of, and a name for exactly these. */
declare const __DRIVER_FILES__: { version: string; paths: string[] };

/** The parts of a service worker's globals that are used; the page's types do not know them. */
type OfflineWorker = {
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: AskEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
};
type LifeEvent = { waitUntil(work: Promise<unknown>): void };
type AskEvent = { request: Request; respondWith(answer: Promise<Response>): void };

const worker = self as unknown as OfflineWorker;
const { version, paths } = __DRIVER_FILES__;
const PAGE = '/driver';
const STORES = 'dockside-driver-';
const store = STORES + version;
const known = new Set(paths);

worker.addEventListener('install', (event) => {
  event.waitUntil(keepFiles());
});

async function keepFiles() {
  const cache = await caches.open(store);
  // The page's name stays the same from build to build; the browser's own copy may be the old one.
  await cache.addAll([new Request(PAGE, { cache: 'reload' }), ...paths]);
}

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => worker.clients.claim()));
});

async function forgetOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith(STORES) && name !== store) await caches.delete(name);
  }
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  const isPage = request.mode === 'navigate' && url.pathname === PAGE;
  if (isPage) event.respondWith(kept(PAGE, request));
  else if (known.has(url.pathname)) event.respondWith(kept(url.pathname, request));
});

async function kept(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(store);
  return (await cache.match(path)) ?? fetch(request);
}

// A new build waits until the driver lets it in: it must not change the page under their hands.
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') void worker.skipWaiting();
});
