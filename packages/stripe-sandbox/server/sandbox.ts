import { CORS, type RequestMark, refusal, respond, responseHeaders, serverError } from './answers';
import { publicView, readKey } from './api-keys';
import { AUTHENTICATE_PATH } from './client-secret';
import { API_VERSION, newId } from './context';
import { findControlCall } from './control-calls';
import { ApiError, unauthorized } from './errors';
import { type ApiCall, contextFor, execute, type SandboxCore } from './execution';
import {
  ConnectionLost,
  cutBody,
  type Fault,
  nextFault,
  parseFault,
  REQUEST_REFUSALS,
  waitFor,
} from './faults';
import { canonicalForm, decodeForm, type FormHash } from './form-encoding';
import { claim, forgetKeys, KEY_LIFE_MS, keyInUse, recall } from './idempotency';
import { type Ledger, ledgerOf } from './ledger';
import { runDueTasks } from './refunds';
import { Store } from './store';
import { WebhookQueue, type WebhookTarget } from './webhooks';

export interface StripeSandboxOptions {
  /** The sandbox's own SQLite file. It's created if it's missing. `:memory:` for temporary data. */
  dbPath: string;
  /** The clock, in milliseconds since 1970. */
  now?: () => number;
  /**
   * Addresses that receive every event, in addition to the endpoints registered through the API.
   */
  webhooks?: WebhookTarget[];
  /** How long after a refund its late outcome arrives, in ms (default 2000). */
  refundDelayMs?: number;
  log?: (line: string) => void;
}

export interface StripeSandbox {
  /**
   * Answers Stripe's API and the sandbox's own calls. Accepts what `fetch` accepts and ignores the
   * host. Rejects if a fault cuts the connection.
   */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
  /**
   * Like `fetch`, but for browsers: it only accepts publishable keys, and authentication is the
   * only control call.
   */
  browserFetch(request: Request): Promise<Response>;
  /** Delivers every event that's due, and resolves when none is left. */
  flushWebhooks(): Promise<void>;
  ledger(): Ledger;
  close(): Promise<void>;
}

const MAX_BODY = 256 * 1024;
const invalid = (status: number, message: string) =>
  new ApiError(status, { type: 'invalid_request_error', message }, false);

/** Throws the faults that occur before execution. */
function failBeforeExecution(fault: Fault | undefined, key: string | undefined): void {
  switch (fault?.name) {
    case 'lost-request':
      throw new ConnectionLost();
    case '400':
    case '401':
    case '403':
    case '404':
      throw new ApiError(
        Number(fault.name),
        { type: 'invalid_request_error', message: REQUEST_REFUSALS[fault.name] },
        false,
      );
    case '409':
      throw keyInUse(key ?? '(none)');
    case '429':
      throw new ApiError(
        429,
        {
          type: 'invalid_request_error',
          code: 'rate_limit',
          message: 'Too many requests hit the API too quickly. Please slow down.',
        },
        false,
      );
    case '503':
      throw serverError(503);
  }
}

/** Creates a local Stripe. Several can share a file, in one process or many. */
export function createStripeSandbox(options: StripeSandboxOptions): StripeSandbox {
  const store = new Store(options.dbPath);
  const log = options.log ?? (() => {});
  const clock = options.now ?? Date.now;
  const nowMs = () => clock() + Number(store.setting('clock_offset') ?? '0');
  const webhooks = options.webhooks ?? [];
  const refundDelayMs = options.refundDelayMs ?? 2000;
  const core: SandboxCore = {
    store,
    nowMs,
    configuredWebhooks: webhooks.length,
    refundDelayMs,
    log,
  };
  const queue = new WebhookQueue(store, nowMs, webhooks, log);
  forgetKeys(store, nowMs() - KEY_LIFE_MS);

  /**
   * Runs the late outcomes that are due in a separate write, so that a refused request doesn't undo
   * them.
   */
  function runLateOutcomes(): void {
    const due = store.db.query('SELECT 1 FROM tasks WHERE due <= ? LIMIT 1').get(nowMs());
    if (!due) return;
    store.write(() => runDueTasks(contextFor(core)));
    queue.wake();
  }

  function admin(request: Request, path: string, body: string, mark: RequestMark): Response {
    const action = findControlCall(request.method, path);
    if (!action) throw invalid(404, `The sandbox has no call ${request.method} ${path}`);
    let input: unknown = {};
    try {
      input = body ? JSON.parse(body) : {};
    } catch {
      throw invalid(400, 'The body must be JSON.');
    }
    const fields = typeof input === 'object' && input !== null ? { ...input } : {};
    const done = store.write(() => action(contextFor(core, mark), fields));
    queue.wake();
    const shown = path === AUTHENTICATE_PATH ? publicView(done) : done;
    return respond({ status: 200, body: JSON.stringify(shown), headers: {} }, mark);
  }

  function readCall(request: Request, url: URL, path: string, body: string, mark: RequestMark) {
    const form: FormHash = { ...decodeForm(url.search.slice(1)), ...decodeForm(body) };
    const { publishable } = readKey(request.headers, form);
    const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null;
    const keyed = key ? { key, endpoint: path, params: canonicalForm(form) } : null;
    const { requestId } = mark;
    return { method: request.method, path, form, publishable, keyed, requestId };
  }

  /** Waits while the idempotency key is in use. @returns whether this request claimed the key */
  async function waitHoldingKey(call: ApiCall, waitMs: number): Promise<boolean> {
    const { keyed } = call;
    const claimed =
      keyed !== null &&
      store.write(() => {
        if (recall(store, keyed, nowMs())) return false;
        claim(store, keyed, call.requestId, nowMs());
        return true;
      });
    // Stripe continues a request even after its client gives up, so no signal ends this wait.
    await waitFor(waitMs, new AbortController().signal);
    return claimed;
  }

  /** Runs an API call, with its fault if it has one. */
  async function executeWithFault(
    fault: Fault | undefined,
    request: Request,
    call: ApiCall,
    mark: RequestMark,
  ): Promise<Response> {
    failBeforeExecution(fault, call.keyed?.key);
    const claimed = fault?.name === 'slow' ? await waitHoldingKey(call, fault.waitMs) : false;
    const answer = execute(core, call, { claimed, fault: fault?.name });
    if (call.method !== 'GET') queue.wake();
    if (fault?.name === 'lost-reply') throw new ConnectionLost();
    if (fault?.name === 'hang') await waitFor(null, request.signal);
    if (fault?.name === 'cut-body') {
      return cutBody(answer.body, answer.status, responseHeaders(answer, mark));
    }
    return respond(answer, mark);
  }

  async function answerTo(request: Request, browserOnly: boolean, mark: RequestMark) {
    const url = new URL(request.url);
    const path = url.pathname.length > 1 ? url.pathname.replace(/\/+$/, '') : url.pathname;
    const body = request.method === 'GET' ? '' : await request.text();
    if (body.length > MAX_BODY) throw invalid(413, 'Request body too large.');
    runLateOutcomes();
    if (path.startsWith('/_sandbox/')) {
      if (browserOnly && path !== AUTHENTICATE_PATH) throw invalid(404, 'Not found.');
      return admin(request, path, body, mark);
    }
    const call = readCall(request, url, path, body, mark);
    if (browserOnly && !call.publishable) {
      throw unauthorized('Only a publishable key may be used from a browser.');
    }
    const header = browserOnly ? null : request.headers.get('x-sandbox-fault');
    const fault = header ? parseFault(header) : nextFault(store, call.method, path);
    return executeWithFault(fault, request, call, mark);
  }

  async function handle(request: Request, browserOnly: boolean): Promise<Response> {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
    const version = request.headers.get('stripe-version') ?? API_VERSION;
    const mark: RequestMark = { requestId: newId('req', 14), version };
    try {
      return await answerTo(request, browserOnly, mark);
    } catch (error) {
      if (error instanceof ConnectionLost || request.signal.aborted) throw error;
      return respond(refusal(error, mark, log), mark);
    }
  }

  // Late outcomes must reach the app even if it makes no call.
  const ticker = setInterval(() => {
    try {
      runLateOutcomes();
    } catch (error) {
      log(`late outcomes: ${String(error)}`);
    }
  }, 1000);
  ticker.unref();

  return {
    fetch: (input, init) =>
      handle(input instanceof Request && !init ? input : new Request(input, init), false),
    browserFetch: (request) => handle(request, true),
    flushWebhooks: () => {
      runLateOutcomes();
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
