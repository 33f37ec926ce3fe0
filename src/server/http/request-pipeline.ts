import type { Deps, Settings } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { callerAddress, proxyCheck } from '@/server/modules/limits/addresses';
import { announcesBody, LongBodies, ORDINARY_BODY, readBody } from './body';
import type { bodyLimit } from './body-limits';
import { isQuicklyRead } from './json-shape';
import { type RequestMetrics, routeOf } from './request-metrics';
import { type InlineHashes, isCrossSite, isJsonOrEmpty, onlyReads, safetyHeaders } from './safety';
import { withTimeLimit } from './time-limit';
import { refusalAnswer, unavailableAnswer, unavailableMessage } from './unavailable';

/** One request on its way to a route. */
export type IncomingRequest = {
  request: Request;
  url: URL;
  requestId: string;
  /** The caller's IP address, as far as our own proxies tell. */
  address: string | null;
  /**
   * Sets a cookie (a whole `Set-Cookie` line) in the answer, also in a failure: a stranger whose first call
   * gets a 503 repeats the call as the same guest.
   */
  setCookie: (line: string) => void;
  /** Sets a header of the answer. */
  setHeader: (name: string, value: string) => void;
};

type Route = (incoming: IncomingRequest) => Response | Promise<Response>;

/** How long the body of a request may be, asked only for one that is longer than ordinary ones. */
type BodyLimit = (incoming: IncomingRequest) => Promise<ReturnType<typeof bodyLimit>>;

const MESSAGES = {
  tooLarge: 'That request is too large.',
  tooSlow: 'This took too long to reach us. Nothing was changed. Please try again.',
  // A device whose session has ended keeps what it has, and sends it after the next sign-in.
  signIn: 'Please sign in first.',
  invalid: 'That input is not valid.',
} as const;
const TOO_MUCH_SENT = 'Too much is being sent to us right now. Please try again in a few seconds.';

/** What Elysia hands a route. */
type RouteInput = { request: Request };

/** The IP address at the other end of a request's connection; null where there is none. */
export type AddressOf = (request: Request) => string | null;

/** What programs make as the id of a request; a phone number or an email address is none. */
const REQUEST_ID = /^[\w-]{16,64}$/;

/** The webhook checks Stripe's signature, and the sandbox stands for another company. */
const OWN_CHECKS = /^\/(api\/stripe\/webhook$|stripe-sandbox\/)/;

/**
 * The headers of every answer that does not set its own.
 *
 * @param inline the hashes of a style and a script that may stand in the page itself
 */
export function commonHeaders(
  { secureCookies, stripe, map }: Settings,
  inline?: InlineHashes,
): Record<string, string> {
  const { sandboxBase } = stripe;
  return {
    ...safetyHeaders({
      https: secureCookies,
      stripeOrigins: sandboxBase === null,
      sandboxOrigin: URL.canParse(sandboxBase ?? '') ? new URL(sandboxBase ?? '').origin : null,
      mapTiles: map?.tilesUrl ?? null,
      inline,
    }),
    'cache-control': 'no-store',
  };
}

/** A part of our paths: a name, an id, a date, a file, or a list of procedures. No token of a link. */
const OWN_PART =
  /^(?!\d{5}|[0-9A-Za-z]{22}$)(?:[\w-]{1,40}(?:\.\w{1,20})?|[a-zA-Z]+(?:[.,][a-zA-Z]+)*)?$/;

/** A path as the log tells it: without secrets, and without what only a stranger would put there. */
function pathForLog(pathname: string): string {
  // The file name of a feed is its key, and so is the path of a delivery's own page.
  const open = pathname.replace(/^(\/api\/calendar\/|\/d\/).*/i, '$1[secret]');
  const parts = open
    .split('/')
    .map((part) => (part === '[secret]' || OWN_PART.test(part) ? part : '…'));
  return parts.slice(0, 12).join('/');
}

/**
 * Every request passes here. The pipeline refuses what is unsafe or too large before any work is
 * done, adds the headers that every answer carries, writes one line to the log, and answers an
 * unforeseen failure without its details.
 */
export function createRequestPipeline(
  deps: Deps,
  metrics: RequestMetrics,
  addressOf: AddressOf,
  answerWithinMs?: number,
) {
  const { settings, log } = deps;
  const headers = Object.entries(commonHeaders(settings));
  const isProxy = proxyCheck(settings.trustedProxies ?? null);

  /** The answer that refuses a request, or null. */
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

  const longBodies = new LongBodies();

  async function admit(incoming: IncomingRequest, route: Route, limit?: BodyLimit) {
    const { request, url } = incoming;
    if (onlyReads(request.method)) {
      // No read has a body. One that's sent all the same is never read, and ends with the answer.
      if (announcesBody(request)) incoming.setHeader('connection', 'close');
      return withTimeLimit(route(incoming), answerWithinMs);
    }
    const { pathname } = url;
    const refused = refusal(request, pathname);
    if (refused) return refused;
    const place = { free: () => {} };
    try {
      const body = await readBody(request, () => mostBytes(incoming, place, limit));
      if (body === 'too_slow') return brokenOff(pathname);
      if (body === 'too_large') {
        return refusalAnswer(413, { message: MESSAGES.tooLarge, pathname });
      }
      // Only JSON.parse would tell what isn't JSON at all.
      const isJson = !OWN_CHECKS.test(pathname);
      if (isJson && !isQuicklyRead(new TextDecoder().decode(body), ORDINARY_BODY)) {
        return refusalAnswer(400, { message: MESSAGES.invalid, pathname });
      }
      return await withTimeLimit(
        route({ ...incoming, request: withBody(request, body) }),
        answerWithinMs,
      );
    } catch (error) {
      if (error instanceof Refusal) return error.answer;
      throw error;
    } finally {
      place.free();
    }
  }

  /** The most bytes of a long body. Takes a place for it, and throws a Refusal where there is none. */
  async function mostBytes(
    incoming: IncomingRequest,
    place: { free: () => void },
    limit: BodyLimit | undefined,
  ): Promise<number> {
    const { pathname } = incoming.url;
    const allowed = limit ? await withTimeLimit(limit(incoming), answerWithinMs) : 'ordinary';
    if (allowed === 'ordinary') return ORDINARY_BODY;
    if (allowed === 'unknown') {
      const signIn = { message: MESSAGES.signIn, reason: 'unauthenticated' } as const;
      throw new Refusal(refusalAnswer(413, { ...signIn, pathname }));
    }
    const free = longBodies.take(allowed.by);
    if (!free) throw new Refusal(unavailableAnswer(TOO_MUCH_SENT, pathname));
    place.free = free;
    return allowed.bytes;
  }

  /** A route behind these checks. Without a limit of their own, bodies are ordinary. */
  return function serve(answer: Route, limit?: BodyLimit) {
    return async ({ request }: RouteInput): Promise<Response> => {
      const started = performance.now();
      const url = new URL(request.url);
      const path = pathForLog(url.pathname);
      const socket = addressOf(request);
      const proxies = settings.trustProxy > 0 && isProxy(socket) ? settings.trustProxy : 0;
      const address = callerAddress(socket, request.headers.get('x-forwarded-for'), proxies);
      // Our proxy's own, so that its log and ours tell of one request under one id.
      const given = proxies > 0 ? request.headers.get('x-request-id') : null;
      const requestId = given && REQUEST_ID.test(given) ? given : crypto.randomUUID();
      const cookies: string[] = [];
      const setCookie = (line: string) => cookies.push(line);
      const own = new Headers();
      const setHeader = (name: string, value: string) => own.set(name, value);
      let response: Response;
      try {
        const incoming = { request, url, requestId, address, setCookie, setHeader };
        response = await admit(incoming, answer, limit);
      } catch (error) {
        log.error('a request failed', {
          request: requestId,
          path,
          ...errorFields(error),
        });
        const unavailable = unavailableMessage(error, request.method);
        response = unavailable
          ? unavailableAnswer(unavailable, url.pathname)
          : Response.json(
              { message: 'Something went wrong on our side. Please try again.' },
              { status: 500 },
            );
      }
      for (const [name, value] of headers) {
        if (!response.headers.has(name)) response.headers.set(name, value);
      }
      for (const [name, value] of own) response.headers.set(name, value);
      for (const line of cookies) response.headers.append('set-cookie', line);
      response.headers.set('x-request-id', requestId);
      const ms = performance.now() - started;
      const route = routeOf(url.pathname);
      metrics.record(route, response.status, ms);
      // Proxies and monitors ask many thousand times a day; one that went well is only counted.
      const isRoutine = route === 'health' && response.status < 400;
      log[isRoutine ? 'debug' : 'info']('request', {
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

/** A body that isn't read any further, and the answer that says why. */
class Refusal extends Error {
  constructor(readonly answer: Response) {
    super('the body is refused');
  }
}

/** The answer to a body that didn't arrive in time. Its connection ends, or it would go on arriving. */
function brokenOff(pathname: string): Response {
  const answer = refusalAnswer(408, { message: MESSAGES.tooSlow, pathname });
  answer.headers.set('connection', 'close');
  return answer;
}

/** The same request with the body that was read. */
function withBody({ url, method, headers }: Request, body: Uint8Array<ArrayBuffer>): Request {
  return new Request(url, { method, headers, body: body.byteLength === 0 ? null : body });
}
