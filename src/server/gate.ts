import type { Deps, Settings } from './deps';
import { errorFields } from './log';
import { type RequestMetrics, routeOf } from './metrics';
import { callerAddress } from './modules/limits/addresses';
import {
  bodyLimit,
  isCrossSite,
  isJsonOrEmpty,
  onlyReads,
  safetyHeaders,
  withinLimit,
} from './safety';

/** One request on its way to a route. */
export type Call = {
  request: Request;
  url: URL;
  requestId: string;
  /** Where it comes from, as far as our own proxies tell. */
  address: string | null;
  params: Record<string, string>;
};

/** What Elysia hands a route. */
type Arrival = {
  request: Request;
  params?: Record<string, string>;
};

/** The address at the other end of a request's connection; null where there is none. */
export type AddressOf = (request: Request) => string | null;

/** Answers that carry a signature of their own, or belong to another company, know their caller. */
const OWN_CHECKS = /^\/(api\/stripe\/webhook$|stripe-sandbox\/)/;

/** What every answer carries, unless it says otherwise. */
export function commonHeaders({ secureCookies, stripe, map }: Settings): Record<string, string> {
  const { sandboxBase } = stripe;
  return {
    ...safetyHeaders({
      https: secureCookies,
      stripeOrigins: sandboxBase === null,
      sandboxOrigin: URL.canParse(sandboxBase ?? '') ? new URL(sandboxBase ?? '').origin : null,
      mapTiles: map?.tilesUrl ?? null,
    }),
    'cache-control': 'no-store',
  };
}

/**
 * The one door of the product: what is refused before any work is done, the headers that every
 * answer carries, one line in the log, and silence about failures that nobody foresaw.
 */
export function createGate(deps: Deps, metrics: RequestMetrics, addressOf: AddressOf) {
  const { settings, log } = deps;
  const headers = Object.entries(commonHeaders(settings));

  /** A sentence that refuses the call, or null. */
  function refusal(request: Request, pathname: string): Response | null {
    if (OWN_CHECKS.test(pathname)) return null;
    if (isCrossSite(request, settings.appUrl)) {
      return Response.json({ message: 'Requests from other sites are refused.' }, { status: 403 });
    }
    if (!isJsonOrEmpty(request)) {
      return Response.json({ message: 'Please send JSON (application/json).' }, { status: 415 });
    }
    return null;
  }

  async function admit(call: Call, route: (call: Call) => Response | Promise<Response>) {
    if (onlyReads(call.request.method)) return route(call);
    const refused = refusal(call.request, call.url.pathname);
    if (refused) return refused;
    const request = await withinLimit(call.request, bodyLimit(call.url.pathname));
    return request
      ? route({ ...call, request })
      : Response.json({ message: 'That request is too large.' }, { status: 413 });
  }

  /** A route behind the door. */
  return function serve(route: (call: Call) => Response | Promise<Response>) {
    return async ({ request, params }: Arrival): Promise<Response> => {
      const started = performance.now();
      const requestId = crypto.randomUUID();
      const url = new URL(request.url);
      // The name of a calendar's file is its key.
      const path = url.pathname.replace(/^(\/api\/calendar\/).*/, '$1[secret]');
      const address = callerAddress(
        addressOf(request),
        request.headers.get('x-forwarded-for'),
        settings.trustProxy,
      );
      let response: Response;
      try {
        response = await admit({ request, url, requestId, address, params: params ?? {} }, route);
      } catch (error) {
        log.error('a request failed', {
          request: requestId,
          path,
          ...errorFields(error),
        });
        response = Response.json(
          { message: 'Something went wrong on our side. Please try again.' },
          { status: 500 },
        );
      }
      for (const [name, value] of headers) {
        if (!response.headers.has(name)) response.headers.set(name, value);
      }
      response.headers.set('x-request-id', requestId);
      const ms = performance.now() - started;
      metrics.record(routeOf(url.pathname), response.status, ms);
      log.info('request', {
        request: requestId,
        method: request.method,
        path,
        status: response.status,
        ms: Math.round(ms * 10) / 10,
      });
      return response;
    };
  };
}
