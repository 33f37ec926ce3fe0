import { Elysia } from 'elysia';
import type { Calls } from './calls';
import type { Deps } from './deps';
import { type Call, commonHeaders, createGate } from './gate';
import { createHotReads } from './hot-reads';
import { once } from './late';
import { RequestMetrics } from './metrics';
import { isFromOwnNetwork } from './modules/limits/addresses';
import { mailboxPage } from './pages/mailbox';
import { metricsPage } from './pages/metrics';
import type { LocalMailbox } from './ports/mail/local';
import type { StaticFiles } from './static';

/** How long a connection may be silent; the streams send a sign of life more often. */
const IDLE_SECONDS = 30;

export type AppParts = {
  deps: Deps;
  /** The built client; null where it is not built, or when Vite serves it. */
  files: StaticFiles | null;
  /** Messages on a machine without a mail server, for /dev/mailbox; none in production. */
  mailbox?: LocalMailbox | null;
  /** The sandbox inside the app, for the browser; null when there is none. */
  sandbox: ((request: Request) => Promise<Response>) | null;
  /** What /readyz waits for beside the calls and the database. */
  prepare?: () => Promise<unknown>;
};

/** The product as it answers requests; it listens only where it is told to. */
export type App = {
  handle(request: Request): Response | Promise<Response>;
  listen(options: { port: number; maxRequestBodySize: number }): void;
  /** Loads what no request has asked for yet. */
  load(): Promise<unknown>;
  /** Takes no more requests, and waits for those under way. */
  stop(): Promise<void>;
};

/** The whole product as one request handler. Does not listen. */
export function createApp({ deps, files, mailbox, sandbox, prepare }: AppParts): App {
  const metrics = new RequestMetrics();
  let server: Bun.Server<undefined> | null = null;
  const serve = createGate(deps, metrics, (request) => server?.requestIP(request)?.address ?? null);
  const { settings } = deps;

  const calls = once(async () => (await import('./calls')).createCalls(deps));
  /** A route into what is loaded with its first call. */
  const via = (name: keyof Calls) => serve(async (call) => (await calls())[name](call));

  const load = () => Promise.all([calls(), prepare?.()]);

  async function ready(): Promise<Response> {
    await Promise.all([load(), deps.db.client.execute('select 1')]);
    return Response.json({ ok: true });
  }

  /** Messages open accounts, so only this machine's own network reads them, and no tunnel into it. */
  function mails({ request, address }: Call): Response | Promise<Response> {
    const isForwarded = settings.trustProxy === 0 && request.headers.has('x-forwarded-for');
    if (!mailbox || !isFromOwnNetwork(address) || isForwarded) {
      return new Response('Not found', { status: 404 });
    }
    return mailboxPage(mailbox, settings.appUrl);
  }

  function page({ request, url: { pathname } }: Call): Response {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return Response.json({ message: 'Not found.' }, { status: 404 });
    }
    const encoding = request.headers.get('accept-encoding');
    // Every other path is a screen of the client, which also knows its own 404 page.
    const isFile = /\.\w+$/.test(pathname);
    const found = files?.(pathname, encoding) ?? (isFile ? null : files?.('/', encoding));
    return found ?? new Response('Not found', { status: 404 });
  }

  const hotRead = createHotReads(deps, commonHeaders(settings));

  /** Reads that every page repeats, from memory; a line in the log for each would cost more. */
  function fromMemory(request: Request): Response | Promise<Response> | null {
    const started = performance.now();
    const done = (response: Response) => {
      metrics.record('slots', response.status, performance.now() - started);
      return response;
    };
    try {
      const found = hotRead(request);
      if (found === null) return null;
      return found instanceof Promise ? found.then(done) : done(found);
    } catch {
      // The ordinary way finds out for itself what is wrong, and says so.
      return null;
    }
  }

  // Parsing stays off everywhere: tRPC, the REST calls and the webhook read the body themselves.
  // `type` is the same for routes that are not compiled.
  const raw = { parse: 'none', type: 'none' } as const;
  // Compiled ahead of the first request, the routes would take 50 ms of it, and gain nothing here.
  const app = new Elysia({ name: 'dockside', aot: false })
    .get(
      '/healthz',
      serve(() => Response.json({ ok: true })),
    )
    .get('/readyz', serve(ready))
    .get(
      '/metrics',
      serve((call) => metricsPage(deps, metrics, call)),
    )
    .all('/api/trpc/*', via('trpc'), raw)
    .post('/api/stripe/webhook', via('webhook'), raw)
    .get('/api/photos/:photoId', via('outside'))
    .get('/api/admin/export/:export', via('outside'))
    .get('/api/openapi.json', via('description'))
    .get('/api/docs', via('docs'))
    .get('/api/calendar/:file', via('calendar'))
    .all('/api/*', via('outside'), raw)
    .get('/dev/mailbox', serve(mails))
    .all('/*', serve(page), raw);
  if (sandbox)
    app.all(
      '/stripe-sandbox/*',
      serve(({ request }) => sandbox(request)),
      raw,
    );

  // Before the router: finding the route takes longer than the answer.
  const handle = (request: Request) => fromMemory(request) ?? app.handle(request);
  return {
    handle,
    listen(options) {
      server = Bun.serve({ ...options, idleTimeout: IDLE_SECONDS, fetch: handle });
    },
    load,
    async stop() {
      await server?.stop();
    },
  };
}
