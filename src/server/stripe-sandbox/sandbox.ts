import { findAdminAction } from './admin';
import { AUTHENTICATE_PATH } from './client-secret';
import { API_VERSION, type Context, newId } from './context';
import { ApiError, unauthorized } from './errors';
import { recordEvent } from './events';
import { expand, takeExpand } from './expand';
import { ConnectionLost, cutBody, type Fault, nextFault, parseFault, waitFor } from './faults';
import { canonicalForm, decodeForm, type FormHash } from './form-encoding';
import {
  claim,
  forgetKeys,
  KEY_LIFE_MS,
  type KeyedRequest,
  keyInUse,
  recall,
  record,
  release,
} from './idempotency';
import { publicView, readKey, secretKeyRequired } from './keys';
import { type Ledger, ledgerOf } from './ledger';
import { runDueTasks } from './refunds';
import { findRoute } from './router';
import { Store } from './store';
import { WebhookQueue, type WebhookTarget } from './webhooks';

export interface StripeSandboxOptions {
  /** The sandbox's own SQLite file, created when missing; `:memory:` for a throwaway. */
  dbPath: string;
  /** The clock, milliseconds since 1970. */
  now?: () => number;
  /** Addresses every event is delivered to, besides those registered through the API. */
  webhooks?: WebhookTarget[];
  /** How long after a refund its late outcome arrives, milliseconds (default 2000). */
  refundDelayMs?: number;
  log?: (line: string) => void;
}

export interface StripeSandbox {
  /** Answers Stripe's API and the sandbox's own calls. Accepts what `fetch` accepts; the host is ignored. */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
  /** The same for browsers: publishable keys only, and no call that changes how the sandbox behaves. */
  browserFetch(request: Request): Promise<Response>;
  /** Delivers every event that is due and resolves when none is left. */
  flushWebhooks(): Promise<void>;
  ledger(): Ledger;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  body: string;
  headers: Record<string, string>;
}

const MAX_BODY = 256 * 1024;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, stripe-version, x-sandbox-fault',
  'access-control-expose-headers': 'request-id, idempotent-replayed',
  'access-control-max-age': '300',
};

const errorBody = (error: ApiError) => ({ error: error.body });
const serverError = (status: number) =>
  new ApiError(
    status,
    {
      type: 'api_error',
      message:
        status === 503
          ? 'Stripe is temporarily unavailable. Please try again.'
          : 'An unknown error occurred',
    },
    status === 500,
  );

/** A local Stripe. Several may share one file, in one process or in many. */
export function createStripeSandbox(options: StripeSandboxOptions): StripeSandbox {
  const store = new Store(options.dbPath);
  const log = options.log ?? (() => {});
  const clock = options.now ?? Date.now;
  const nowMs = () => clock() + Number(store.setting('clock_offset') ?? '0');
  const webhooks = options.webhooks ?? [];
  const queue = new WebhookQueue(store, nowMs, webhooks, log);
  forgetKeys(store, nowMs() - KEY_LIFE_MS);

  function contextFor(
    requestId: string,
    idempotencyKey: string | null,
    publishable: boolean,
  ): Context {
    const at = nowMs();
    const base = {
      store,
      nowMs: at,
      now: Math.floor(at / 1000),
      requestId,
      idempotencyKey,
      publishable,
      refundDelayMs: options.refundDelayMs ?? 2000,
    };
    return {
      ...base,
      emit: (type, object, previous) => recordEvent(base, webhooks.length, type, object, previous),
    };
  }

  /** Late outcomes that fell due. In a write of its own, so that a refused request does not undo it. */
  function catchUp(): void {
    const due = store.db.query('SELECT 1 FROM tasks WHERE due <= ? LIMIT 1').get(nowMs());
    if (!due) return;
    store.write(() => runDueTasks(contextFor(newId('req', 14), null, false)));
    queue.wake();
  }

  function failure(
    error: unknown,
    requestId: string,
  ): { status: number; body: object; recorded: boolean } {
    if (error instanceof ApiError)
      return { status: error.status, body: errorBody(error), recorded: error.recorded };
    log(`${requestId} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    const broken = serverError(500);
    return { status: 500, body: errorBody(broken), recorded: false };
  }

  /** Effect, events and recorded answer in one write; a refusal keeps what it wrote, a crash keeps nothing. */
  function execute(call: {
    method: string;
    path: string;
    form: FormHash;
    publishable: boolean;
    keyed: KeyedRequest | null;
    requestId: string;
    claimed: boolean;
    fault: Fault | undefined;
  }): Answer {
    const { keyed, requestId } = call;
    const keyHeader: Record<string, string> = keyed ? { 'idempotency-key': keyed.key } : {};
    return store.write(() => {
      const context = contextFor(requestId, keyed?.key ?? null, call.publishable);
      let outcome: { status: number; body: object; recorded: boolean };
      try {
        if (keyed && !call.claimed) {
          const known = recall(store, keyed, context.nowMs);
          if (known) {
            return {
              status: known.status,
              body: known.body,
              headers: {
                ...keyHeader,
                'idempotent-replayed': 'true',
                'original-request': known.requestId,
                ...(known.status >= 500 ? { 'stripe-should-retry': 'false' } : {}),
              },
            };
          }
        }
        if (call.fault?.name === '500') throw serverError(500);
        const route = findRoute(call.method, call.path);
        if (!route)
          throw new ApiError(
            404,
            {
              type: 'invalid_request_error',
              message: `Unrecognized request URL (${call.method}: ${call.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
            },
            false,
          );
        if (call.publishable && !route.browser) throw secretKeyRequired();
        const form = { ...call.form };
        const paths = takeExpand(form);
        const body = expand(context, route.handle({ context, path: route.path, form }), paths);
        if (call.fault?.name === '500-after') throw serverError(500);
        outcome = { status: 200, body, recorded: true };
      } catch (error) {
        // Only Stripe's own refusals may keep what was written before them (a decline records its charge).
        if (!(error instanceof ApiError)) throw error;
        outcome = failure(error, requestId);
      }
      const body = JSON.stringify(
        call.publishable ? publicView(outcome.body) : outcome.body,
        null,
        2,
      );
      if (keyed && outcome.recorded)
        record(store, keyed, { status: outcome.status, body, requestId }, context.nowMs);
      else if (keyed && call.claimed) release(store, keyed.key);
      return {
        status: outcome.status,
        body,
        headers: {
          ...keyHeader,
          ...(outcome.status === 500 ? { 'stripe-should-retry': 'false' } : {}),
        },
      };
    });
  }

  function respond(answer: Answer, requestId: string, version: string): Response {
    return new Response(answer.body, {
      status: answer.status,
      headers: responseHeaders(answer, requestId, version),
    });
  }

  function responseHeaders(answer: Answer, requestId: string, version: string): Headers {
    return new Headers({
      ...CORS,
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'request-id': requestId,
      'stripe-version': version,
      ...answer.headers,
    });
  }

  function admin(
    method: string,
    path: string,
    body: string,
    requestId: string,
    publishable: boolean,
  ): Response {
    const action = findAdminAction(method, path);
    let status = 200;
    let answer: unknown;
    try {
      if (!action)
        throw new ApiError(404, {
          type: 'invalid_request_error',
          message: `The sandbox has no call ${method} ${path}`,
        });
      const parsed: unknown = body ? JSON.parse(body) : {};
      const input =
        typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
      answer = store.write(() => {
        const done = action(contextFor(requestId, null, publishable), input);
        return path === AUTHENTICATE_PATH ? publicView(done) : done;
      });
    } catch (error) {
      const failed =
        error instanceof SyntaxError
          ? failure(
              new ApiError(400, {
                type: 'invalid_request_error',
                message: 'The body must be JSON.',
              }),
              requestId,
            )
          : failure(error, requestId);
      status = failed.status;
      answer = failed.body;
    }
    queue.wake();
    return respond({ status, body: JSON.stringify(answer), headers: {} }, requestId, API_VERSION);
  }

  async function handle(request: Request, browserOnly: boolean): Promise<Response> {
    const url = new URL(request.url);
    const { method } = request;
    const path = url.pathname.length > 1 ? url.pathname.replace(/\/+$/, '') : url.pathname;
    const requestId = newId('req', 14);
    const version = request.headers.get('stripe-version') ?? API_VERSION;
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
    const body = method === 'GET' ? '' : await request.text();
    const plain = (error: unknown) => {
      const failed = failure(error, requestId);
      return respond(
        { status: failed.status, body: JSON.stringify(failed.body, null, 2), headers: {} },
        requestId,
        version,
      );
    };
    if (body.length > MAX_BODY)
      return plain(
        new ApiError(413, { type: 'invalid_request_error', message: 'Request body too large.' }),
      );
    catchUp();
    if (path.startsWith('/_sandbox/')) {
      if (browserOnly && path !== AUTHENTICATE_PATH)
        return plain(new ApiError(404, { type: 'invalid_request_error', message: 'Not found.' }));
      return admin(method, path, body, requestId, browserOnly);
    }
    try {
      const form: FormHash = { ...decodeForm(url.search.slice(1)), ...decodeForm(body) };
      const { publishable } = readKey(request.headers, form);
      if (browserOnly && !publishable)
        throw unauthorized('Only a publishable key may be used from a browser.');
      const header = browserOnly ? null : request.headers.get('x-sandbox-fault');
      const fault = header ? parseFault(header) : nextFault(store, method, path);
      const key = method === 'POST' ? request.headers.get('idempotency-key') : null;
      const keyed: KeyedRequest | null = key
        ? { key, endpoint: path, params: canonicalForm(form) }
        : null;
      return await underFault(fault, request, {
        method,
        path,
        form,
        publishable,
        keyed,
        requestId,
        version,
      });
    } catch (error) {
      if (error instanceof ConnectionLost || request.signal.aborted) throw error;
      return plain(error);
    }
  }

  /** Runs one API call with whatever is to go wrong with it going wrong. */
  async function underFault(
    fault: Fault | undefined,
    request: Request,
    call: {
      method: string;
      path: string;
      form: FormHash;
      publishable: boolean;
      keyed: KeyedRequest | null;
      requestId: string;
      version: string;
    },
  ): Promise<Response> {
    const { keyed, requestId, version } = call;
    if (fault?.name === 'lost-request') throw new ConnectionLost();
    if (fault?.name === '409')
      throw keyed
        ? keyInUse(keyed.key)
        : new ApiError(
            409,
            {
              type: 'invalid_request_error',
              code: 'lock_timeout',
              message:
                'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
            },
            false,
          );
    if (fault?.name === '429')
      throw new ApiError(
        429,
        {
          type: 'invalid_request_error',
          code: 'rate_limit',
          message:
            'Too many requests hit the API too quickly. We recommend an exponential backoff of your requests.',
        },
        false,
      );
    if (fault?.name === '503') throw serverError(503);
    let claimed = false;
    if (fault?.name === 'slow') {
      claimed =
        keyed !== null &&
        store.write(() => {
          if (recall(store, keyed, nowMs())) return false;
          claim(store, keyed, requestId, nowMs());
          return true;
        });
      // A client that gives up does not stop Stripe: the work goes on after the wait.
      await waitFor(fault.waitMs, new AbortController().signal);
    }
    const answer = execute({ ...call, claimed, fault });
    if (call.method !== 'GET') queue.wake();
    if (fault?.name === 'lost-reply') throw new ConnectionLost();
    if (fault?.name === 'hang') await waitFor(null, request.signal);
    if (fault?.name === 'cut-body')
      return cutBody(answer.body, answer.status, responseHeaders(answer, requestId, version));
    return respond(answer, requestId, version);
  }

  // Late outcomes must reach the app even when nobody calls.
  const ticker = setInterval(() => {
    try {
      catchUp();
    } catch (error) {
      log(`late outcomes: ${String(error)}`);
    }
  }, 1000);
  ticker.unref();

  return {
    fetch: (input, init) =>
      handle(
        input instanceof Request && init === undefined ? input : new Request(input, init),
        false,
      ),
    browserFetch: (request) => handle(request, true),
    flushWebhooks: () => {
      catchUp();
      return queue.flush();
    },
    ledger: () => ledgerOf(store),
    async close() {
      clearInterval(ticker);
      await queue.stop();
      store.close();
    },
  };
}
