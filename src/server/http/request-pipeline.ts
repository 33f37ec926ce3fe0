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

/** A request on its way to a route. */
export type IncomingRequest = {
  request: Request;
  url: URL;
  requestId: string;
  /** The caller's IP address, as reported by trusted proxies. */
  address: string | null;
  /**
   * Sets a cookie (a whole `Set-Cookie` line) in the answer, even if the call fails. So if a new
   * visitor's first call gets a 503, the repeated call comes from the same guest.
   */
  setCookie: (line: string) => void;
  /** Sets a header of the answer. */
  setHeader: (name: string, value: string) => void;
};

type Route = (incoming: IncomingRequest) => Response | Promise<Response>;

/** Returns how long a request's body may be. Only called for bodies longer than ordinary ones. */
type BodyLimit = (incoming: IncomingRequest) => Promise<ReturnType<typeof bodyLimit>>;

const MESSAGES = {
  tooLarge: 'That request is too large.',
  tooSlow: 'This took too long to reach us. Nothing was changed. Try again.',
  // If a device gets this response because its session ended, it keeps its data and sends it after
  // the next sign-in.
  signIn: 'Please sign in first.',
  invalid: 'That input isn’t valid.',
} as const;
const TOO_MUCH_SENT =
  'We’re receiving too much at once. Your change wasn’t saved. Try again in a few seconds.';

/** The parts of Elysia's context that a route gets. */
type RouteInput = { request: Request };

/** Returns the IP address at the other end of the connection. Null if there is none. */
export type AddressOf = (request: Request) => string | null;

/**
 * The form of request IDs that programs create. Phone numbers and email addresses don't match it.
 */
const REQUEST_ID = /^[\w-]{16,64}$/;

/**
 * Stripe and Twilio sign their calls, and the sandbox acts as another company, so these paths have
 * their own checks.
 */
const OWN_CHECKS = /^\/(api\/(stripe\/webhook|texts\/(status|inbound))$|stripe-sandbox\/)/;
/** The only page that may send a form, from our own site: replies in the local mailbox. */
const IS_FORM = /^\/dev\/mailbox$/;

/**
 * The headers of every answer that doesn't set its own.
 *
 * @param inline the hashes of a style and a script that the page itself may contain
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

/**
 * Matches a part of our paths: a name, an ID, a date, a file, or a list of procedures. Tokens in
 * links don't match.
 */
const OWN_PART =
  /^(?!\d{5}|[0-9A-Za-z]{22}$)(?:[\w-]{1,40}(?:\.\w{1,20})?|[a-zA-Z]+(?:[.,][a-zA-Z]+)*)?$/;

/**
 * Prepares a path for the log: it removes secrets and parts that aren't ours, which may contain
 * anything.
 */
function pathForLog(pathname: string): string {
  // The rest of these paths is a secret key, or part of one: of a feed, a delivery, or a place in
  // line.
  const open = pathname.replace(/^(\/+(?:api\/calendar|d|w)\/).*/i, '$1[secret]');
  const parts = open
    .split('/')
    .map((part) => (part === '[secret]' || OWN_PART.test(part) ? part : '…'));
  return parts.slice(0, 12).join('/');
}

/**
 * Wraps every route. The pipeline refuses unsafe or oversized requests before any work is done,
 * adds the common headers, logs one line per request, and hides the details of unexpected errors.
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

  /** Returns the answer that refuses a request, or null. */
  function refusal(request: Request, pathname: string): Response | null {
    if (OWN_CHECKS.test(pathname)) return null;
    if (isCrossSite(request, settings.appUrl)) {
      return Response.json({ message: 'Requests from other sites are refused.' }, { status: 403 });
    }
    if (!isJsonOrEmpty(request) && !IS_FORM.test(pathname)) {
      return Response.json({ message: 'Please send JSON (application/json).' }, { status: 415 });
    }
    return null;
  }

  const longBodies = new LongBodies();

  async function admit(incoming: IncomingRequest, route: Route, limit?: BodyLimit) {
    const { request, url } = incoming;
    if (onlyReads(request.method)) {
      // Reads have no body. If a body is sent anyway, it's never read, and the connection ends with
      // the answer.
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
      // Whether a text is JSON at all is left to JSON.parse.
      const isJson = !OWN_CHECKS.test(pathname) && !IS_FORM.test(pathname);
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

  /**
   * Reserves a place for a long body and returns its limit in bytes. @throws Refusal if there is no
   * place
   */
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

  /**
   * Returns a route behind these checks. Without its own limit, only ordinary bodies are accepted.
   */
  return function serve(answer: Route, limit?: BodyLimit) {
    return async ({ request }: RouteInput): Promise<Response> => {
      const started = performance.now();
      const url = new URL(request.url);
      const path = pathForLog(url.pathname);
      const socket = addressOf(request);
      const proxies = settings.trustProxy > 0 && isProxy(socket) ? settings.trustProxy : 0;
      const address = callerAddress(socket, request.headers.get('x-forwarded-for'), proxies);
      // We use our proxy's ID, so that its log and ours have the same ID for a request.
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
      // Proxies and monitors send thousands of checks a day, so successful ones are only counted.
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

/** Thrown to stop reading a body. It contains the answer with the reason. */
class Refusal extends Error {
  constructor(readonly answer: Response) {
    super('the body is refused');
  }
}

/**
 * Answers a request whose body didn't arrive in time. The connection ends, because otherwise the
 * body would keep arriving.
 */
function brokenOff(pathname: string): Response {
  const answer = refusalAnswer(408, { message: MESSAGES.tooSlow, pathname });
  answer.headers.set('connection', 'close');
  return answer;
}

/** Copies a request, with the body that was read. */
function withBody({ url, method, headers }: Request, body: Uint8Array<ArrayBuffer>): Request {
  return new Request(url, { method, headers, body: body.byteLength === 0 ? null : body });
}
