import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { Elysia } from 'elysia';
import { createContext } from './context';
import type { Deps } from './deps';
import { errorFields } from './log';
import { photo, webhook } from './rest/raw';
import { createRest } from './rest/rest';
import { bodyLimit, isCrossSite, isJsonOrEmpty, safetyHeaders } from './safety';
import type { StaticFiles } from './static';
import { appRouter } from './trpc';

/** Calls in one tRPC batch; a page asks for a handful. */
const MAX_BATCH = 12;
const TRPC = '/api/trpc';
const WEBHOOK = '/api/stripe/webhook';

/** One request on its way to a route. */
type Call = { request: Request; url: URL; requestId: string; params: Record<string, string> };

export type AppParts = {
  deps: Deps;
  /** The built client; null while developing, when Vite serves it. */
  files: StaticFiles | null;
  /** The sandbox inside the app, for the browser; null when there is none. */
  sandbox: ((request: Request) => Promise<Response>) | null;
};

/** The whole product as one request handler. Does not listen. */
export function createApp({ deps, files, sandbox }: AppParts) {
  const { settings, log } = deps;
  const common = Object.entries({
    ...safetyHeaders({
      https: settings.secureCookies,
      stripeOrigins: settings.stripe.sandboxBase === null,
      sandboxOrigin: URL.canParse(settings.stripe.sandboxBase ?? '')
        ? new URL(settings.stripe.sandboxBase ?? '').origin
        : null,
    }),
    'cache-control': 'no-store',
  });
  const rest = createRest();

  function trpc({ request, requestId }: Call): Promise<Response> {
    return fetchRequestHandler({
      endpoint: TRPC,
      req: request,
      router: appRouter,
      maxBatchSize: MAX_BATCH,
      createContext: ({ resHeaders }) => createContext(deps, request, requestId, resHeaders),
    });
  }

  async function outside({ request, url, requestId, params }: Call): Promise<Response> {
    const headers = new Headers();
    const context = await createContext(deps, request, requestId, headers);
    if (params.photoId) return photo(context, params.photoId);
    const answer = await rest(request, url, context);
    for (const cookie of headers.getSetCookie()) answer.headers.append('set-cookie', cookie);
    return answer;
  }

  async function ready(): Promise<Response> {
    await deps.db.client.execute('select 1');
    return Response.json({ ok: true });
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

  function refusal(request: Request, pathname: string): Response | null {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') {
      return null;
    }
    const size = Number(request.headers.get('content-length') ?? 0);
    if (size > bodyLimit(pathname)) {
      return Response.json({ message: 'That request is too large.' }, { status: 413 });
    }
    if (pathname === WEBHOOK || pathname.startsWith('/stripe-sandbox/')) return null;
    if (isCrossSite(request, settings.appUrl)) {
      return Response.json({ message: 'Requests from other sites are refused.' }, { status: 403 });
    }
    if (!isJsonOrEmpty(request)) {
      return Response.json({ message: 'Please send JSON (application/json).' }, { status: 415 });
    }
    return null;
  }

  /** A route: refused early or served, with the common headers and a line in the log. */
  function serve(route: (call: Call) => Response | Promise<Response>) {
    return async ({ request, params }: { request: Request; params?: Record<string, string> }) => {
      const started = performance.now();
      const requestId = crypto.randomUUID();
      const url = new URL(request.url);
      let response: Response;
      try {
        response =
          refusal(request, url.pathname) ??
          (await route({ request, url, requestId, params: params ?? {} }));
      } catch (error) {
        log.error('a request failed', {
          request: requestId,
          path: url.pathname,
          ...errorFields(error),
        });
        response = Response.json(
          { message: 'Something went wrong on our side. Please try again.' },
          { status: 500 },
        );
      }
      for (const [name, value] of common) {
        if (!response.headers.has(name)) response.headers.set(name, value);
      }
      response.headers.set('x-request-id', requestId);
      log.info('request', {
        request: requestId,
        method: request.method,
        path: url.pathname,
        status: response.status,
        ms: Math.round((performance.now() - started) * 10) / 10,
      });
      return response;
    };
  }

  // Parsing stays off everywhere: tRPC, the REST calls and the webhook read the body themselves.
  const raw = { parse: 'none' } as const;
  const app = new Elysia({ name: 'dockside' })
    .get(
      '/healthz',
      serve(() => Response.json({ ok: true })),
    )
    .get('/readyz', serve(ready))
    .all(`${TRPC}/*`, serve(trpc), raw)
    .post(
      WEBHOOK,
      serve(({ request }) => webhook(deps, request)),
      raw,
    )
    .get('/api/photos/:photoId', serve(outside))
    .all('/api/*', serve(outside), raw)
    .all('/*', serve(page), raw);
  if (sandbox)
    app.all(
      '/stripe-sandbox/*',
      serve(({ request }) => sandbox(request)),
      raw,
    );
  return app;
}
