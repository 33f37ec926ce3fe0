import { Elysia } from 'elysia';
import type { Deps } from '@/server/config/deps';
import { lazy } from '@/server/config/lazy';
import { errorFields } from '@/server/config/log';
import { isFromOwnNetwork } from '@/server/modules/limits/addresses';
import type { LocalMailbox } from '@/server/ports/mail/local';
import type { LocalPushes } from '@/server/ports/push/local';
import type { LocalTexts } from '@/server/ports/texts/local';
import { announcesBody } from './body';
import { createCompanyReader } from './company-reader';
import { createDeliveryPages } from './delivery-page';
import { createFirstPageRoute } from './first-page';
import type { FirstPageBuild } from './first-page/pages';
import { isForwarded } from './forwarded';
import { createHomePhotoRoute } from './home-photo';
import { createHotReads, type HotReads } from './hot-reads';
import { emailForm, mailboxPage, replyFromMailbox } from './pages/mailbox';
import type { Build } from './process-metrics';
import { createDatabaseCheck, createReadiness } from './readiness';
import { RequestMetrics } from './request-metrics';
import { commonHeaders, createRequestPipeline, type IncomingRequest } from './request-pipeline';
import { isScreen } from './screens';
import type { StaticFiles } from './static';
import { withTimeLimit } from './time-limit';

/**
 * How many seconds a connection may be idle. Proxies close theirs sooner (Caddy after 120 seconds,
 * nginx after 60): if we closed first, a proxy could send a request on a closed connection.
 */
export const IDLE_SECONDS = 150;
/** Elysia searches for the path from this index of the address on. */
const ELYSIA_FINDS_PATH_FROM = 11;

/**
 * A delivery page's address contains its key, so caches, search engines, and other sites must not
 * see it.
 */
const LINK_PAGE = [
  ['cache-control', 'no-store'],
  ['referrer-policy', 'no-referrer'],
  ['x-robots-tag', 'noindex, nofollow'],
] as const;

const UNKNOWN_BUILD: Build = { version: 'unknown', sources: 'unknown' };

export type AppParts = {
  deps: Deps;
  /** The built client. Null if it isn't built, or if Vite serves it. */
  files: StaticFiles | null;
  /** Loads what renders the first pages. Null if all pages start empty. */
  firstPage?: (() => Promise<FirstPageBuild>) | null;
  /** The emails of a machine without an email server, for /dev/mailbox. Null in production. */
  mailbox?: LocalMailbox | null;
  /** The texts of a machine without a provider, for the same page. Null in production. */
  localTexts?: LocalTexts | null;
  localPushes?: LocalPushes | null;
  /** Serves the sandbox inside the app to the browser. Null if there is none. */
  sandbox: ((request: Request) => Promise<Response>) | null;
  /** The version and sources of the running program, for /metrics. */
  build?: Promise<Build>;
  /** Work that /readyz waits for, in addition to the API and the database. */
  prepare?: () => Promise<unknown>;
  /** How long a call may take, in ms. Default: as long as people and proxies wait. */
  answerWithinMs?: number;
};

/** The product as a request handler. It only listens after a call to `listen`. */
export type App = {
  handle(request: Request): Response | Promise<Response>;
  listen(options: { hostname?: string; port: number; maxRequestBodySize: number }): void;
  /** Loads the parts that no request has needed yet. */
  load(): Promise<unknown>;
  /**
   * Makes proxies switch to another process, with `/readyz` and by closing connections, while this
   * process keeps serving.
   */
  drain(): void;
  /** Accepts no new requests, and waits for those in progress. */
  stop(): Promise<void>;
};

/** Creates the whole product as one request handler. */
export function createApp(parts: AppParts): App {
  const { deps, files, mailbox, localTexts, localPushes, sandbox, prepare, answerWithinMs } = parts;
  const metrics = new RequestMetrics();
  let server: Bun.Server<undefined> | null = null;
  let isDraining = false;
  const pipeline = createRequestPipeline(
    deps,
    metrics,
    (request) => server?.requestIP(request)?.address ?? null,
    answerWithinMs,
  );
  /** The original of each request that the router gets with a longer host. */
  const received = new WeakMap<Request, Request>();
  const serve: typeof pipeline = (...route) => {
    const answer = pipeline(...route);
    return ({ request }) => answer({ request: received.get(request) ?? request });
  };
  const { settings } = deps;

  const readCompany = createCompanyReader(deps);
  const api = lazy(async () => (await import('./api')).createApi(deps));
  /** Creates a route into the API. The API is loaded with the first request that needs it. */
  const via = (name: 'trpc' | 'rest' | 'description' | 'docs') =>
    serve(
      async (incoming) => (await api())[name](incoming),
      async (incoming) => (await api()).bodyLimit(incoming),
    );

  const metricsPage = lazy(async () => {
    const { createMetricsPage } = await import('./pages/metrics');
    return createMetricsPage(deps, metrics, (await parts.build) ?? UNKNOWN_BUILD);
  });

  const firstPage = parts.firstPage ? createFirstPageRoute(deps, parts.firstPage) : null;

  const deliveryPages = parts.firstPage ? createDeliveryPages(deps, parts.firstPage) : null;

  const load = () => Promise.all([api(), prepare?.()]);
  const checkDatabase = createDatabaseCheck(deps);
  const ready = createReadiness(deps, {
    load: () => Promise.all([load(), deps.db.checkHealth()]),
    isDraining: () => isDraining,
  });

  /**
   * Messages contain links that open accounts, so only this machine's own network can read them, and
   * never through a tunnel.
   */
  function mailboxOf({ request, address, url }: IncomingRequest): Response | Promise<Response> {
    if (
      !(mailbox || localTexts || localPushes) ||
      !isFromOwnNetwork(address) ||
      isForwarded(settings, request)
    ) {
      return new Response('Not found', { status: 404 });
    }
    if (request.method === 'POST') return replyFromMailbox(deps, { localTexts }, request);
    const [, form] = /^\/dev\/mailbox\/([\w-]+)$/.exec(url.pathname) ?? [];
    if (form && mailbox) return emailForm(mailbox, form);
    return mailboxPage({ mailbox, localTexts, localPushes }, settings.appUrl);
  }

  async function page(incoming: IncomingRequest): Promise<Response> {
    const {
      request,
      url: { pathname },
    } = incoming;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return Response.json({ message: 'Not found.' }, { status: 404 });
    }
    const encoding = request.headers.get('accept-encoding');
    const isLink = pathname.startsWith('/d/');
    const delivery = isLink ? await deliveryPage(incoming) : null;
    if (delivery) return withHeaders(delivery, LINK_PAGE);
    const isFile = !isLink && /\.\w+$/.test(pathname);
    const file = isLink ? null : await files?.(pathname, encoding, readCompany);
    if (file) return file;
    const shell = isFile ? null : await files?.('/', encoding, readCompany);
    if (!shell) return new Response('Not found', { status: 404 });
    if (isLink || pathname.startsWith('/w/')) withHeaders(shell, LINK_PAGE);
    // The client shows its own page for an unknown path.
    return isScreen(pathname)
      ? shell
      : new Response(shell.body, { headers: shell.headers, status: 404 });
  }

  /** Returns a delivery's page, or null if the app shows it, which it also does if the page fails. */
  async function deliveryPage(incoming: IncomingRequest): Promise<Response | null> {
    if (!deliveryPages) return null;
    try {
      return await deliveryPages(incoming, readCompany);
    } catch (error) {
      if (/^\/d\/[^/]+$/.test(incoming.url.pathname)) {
        deps.log.error("a delivery page couldn't be rendered", errorFields(error));
        return null;
      }
      throw error;
    }
  }

  const hotRead = createHotReads(deps, commonHeaders(settings));

  /**
   * Answers the reads that every page repeats, and the first pages. These aren't logged, because a
   * log line would cost more than the answer.
   */
  function fromMemory(request: Request): Response | Promise<Response> | null {
    const failed = (error: unknown) => serve(() => Promise.reject(error))({ request });
    return (
      answered('slots', request, hotRead, failed) ??
      // If the page is late or fails, an empty one is sent.
      (firstPage && answered('page', request, firstPage, () => app.handle(request)))
    );
  }

  function answered(
    name: string,
    request: Request,
    read: HotReads,
    failed: (error: unknown) => Promise<Response>,
  ): Response | Promise<Response> | null {
    const started = performance.now();
    const done = (response: Response) => {
      metrics.record(name, response.status, performance.now() - started);
      return response;
    };
    try {
      const found = read(request);
      if (found === null) return null;
      return found instanceof Promise
        ? withTimeLimit(found, answerWithinMs).then(done, failed)
        : done(found);
    } catch {
      // The ordinary route will fail in the same way and report the failure.
      return null;
    }
  }

  // Turns off parsing, because tRPC, REST, and the webhook read the body themselves. `type` does
  // the same for routes that aren't compiled.
  const raw = { parse: 'none', type: 'none' } as const;
  // Compiling the routes ahead of time would take 35 of the 87 ms of a start
  // (docs/decisions/2026-11-22-speed.md).
  const app = new Elysia({ name: 'dockside', aot: false })
    .all('/api/trpc/*', via('trpc'), raw)
    .all('/api/*', via('rest'), raw)
    .all('/*', serve(page), raw);
  const reads = {
    '/healthz': serve(() => Response.json({ ok: true })),
    '/healthz/database': serve(checkDatabase),
    '/readyz': serve(ready),
    '/metrics': serve(async (incoming) => (await metricsPage())(incoming)),
    '/api/openapi.json': via('description'),
    '/api/docs': via('docs'),
    '/dev/mailbox': serve(mailboxOf),
    '/dev/mailbox/:name': serve(mailboxOf),
    '/photos/:file': serve(createHomePhotoRoute(deps)),
  };
  // The server omits the body of an answer to HEAD.
  for (const [path, route] of Object.entries(reads)) app.get(path, route).head(path, route);
  app.post('/dev/mailbox', serve(mailboxOf), raw);
  if (sandbox)
    app.all(
      '/stripe-sandbox/*',
      serve(({ request }) => sandbox(withoutPrefix(request))),
      raw,
    );

  /** Passes a request to the router, with a longer host if its own is too short for the router. */
  function routed(request: Request): Response | Promise<Response> {
    const { url, method, headers } = request;
    const path = url.indexOf('/', url.indexOf('//') + 2);
    if (path >= ELYSIA_FINDS_PATH_FROM) return app.handle(request);
    const findable = new Request(`http://localhost${url.slice(path)}`, { method, headers });
    received.set(findable, request);
    return app.handle(findable);
  }

  // This check runs before the router, because finding a route takes longer than this answer.
  function handle(request: Request): Response | Promise<Response> {
    const answer = (announcesBody(request) ? null : fromMemory(request)) ?? routed(request);
    return isDraining ? Promise.resolve(answer).then(closingConnection) : answer;
  }

  return {
    handle,
    listen(options) {
      server = Bun.serve({
        ...options,
        idleTimeout: IDLE_SECONDS,
        fetch: handle,
        // Without this handler, the runtime would print the whole error.
        error(error) {
          deps.log.error('a request failed', errorFields(error));
          return new Response('Something went wrong on our side. Please try again.', {
            status: 500,
          });
        },
      });
    },
    load,
    drain() {
      isDraining = true;
    },
    async stop() {
      await server?.stop();
    },
  };
}

function withHeaders(response: Response, headers: readonly (readonly [string, string])[]) {
  for (const [name, value] of headers) response.headers.set(name, value);
  return response;
}

function closingConnection(response: Response): Response {
  response.headers.set('connection', 'close');
  return response;
}

/**
 * Removes the sandbox's prefix, because the sandbox doesn't know the path at which it's mounted.
 */
function withoutPrefix(request: Request): Request {
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/^\/stripe-sandbox/, '');
  return new Request(url, request);
}
