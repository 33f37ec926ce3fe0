import { type Answer, serverError } from './answers';
import { publicView, secretKeyRequired } from './api-keys';
import { type Context, newId } from './context';
import { ApiError } from './errors';
import { recordEvent } from './events';
import { expand, takeExpand } from './expand';
import type { FaultName } from './faults';
import type { FormHash } from './form-encoding';
import { type KeyedRequest, recall, record, release } from './idempotency';
import { findRoute } from './router';
import type { Store } from './store';

/** The parts that all requests of a sandbox share. */
export interface SandboxCore {
  store: Store;
  nowMs: () => number;
  /** The number of webhook addresses in the sandbox's options. */
  configuredWebhooks: number;
  refundDelayMs: number;
  log: (line: string) => void;
}

/** An API call with a valid key. */
export interface ApiCall {
  method: string;
  path: string;
  form: FormHash;
  publishable: boolean;
  /** The idempotency key with its request. Null if there is none. */
  keyed: KeyedRequest | null;
  requestId: string;
}

/**
 * Creates the context of a call at the current time. Without arguments, it's a call by the sandbox
 * itself, which has no key.
 */
export function contextFor(
  core: SandboxCore,
  call: { requestId?: string; keyed?: KeyedRequest | null; publishable?: boolean } = {},
): Context {
  const nowMs = core.nowMs();
  const base = {
    store: core.store,
    nowMs,
    now: Math.floor(nowMs / 1000),
    requestId: call.requestId ?? newId('req', 14),
    idempotencyKey: call.keyed?.key ?? null,
    publishable: call.publishable ?? false,
    refundDelayMs: core.refundDelayMs,
  };
  return {
    ...base,
    emit: (type, object, previous) =>
      recordEvent(base, core.configuredWebhooks, type, object, previous),
  };
}

function unknownUrl(call: ApiCall): ApiError {
  const message = `Unrecognized request URL (${call.method}: ${call.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
  return new ApiError(404, { type: 'invalid_request_error', message }, false);
}

interface Outcome {
  status: number;
  body: object;
  /** True if the idempotency key stores the answer. */
  recorded: boolean;
}

function perform(call: ApiCall, context: Context, fault: FaultName | undefined): Outcome {
  try {
    if (fault === '500') throw serverError(500);
    const route = findRoute(call.method, call.path);
    if (!route) throw unknownUrl(call);
    if (call.publishable && !route.browser) throw secretKeyRequired();
    const form = { ...call.form };
    const paths = takeExpand(form);
    const body = expand(context, route.handle({ context, path: route.path, form }), paths);
    if (fault === '500-after') throw serverError(500);
    return { status: 200, body, recorded: true };
  } catch (error) {
    // After an ApiError, earlier writes are kept, because a decline also records its charge.
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, body: { error: error.body }, recorded: error.recorded };
  }
}

/**
 * Runs an API call. Its effect, its events, and its stored answer are one write. If the call has
 * `claimed` its key before waiting, it doesn't look for a stored answer. @throws Stripe's errors
 * about the key
 */
export function execute(
  core: SandboxCore,
  call: ApiCall,
  how: { claimed: boolean; fault: FaultName | undefined },
): Answer {
  const { store } = core;
  const { keyed, requestId } = call;
  return store.write(() => {
    const context = contextFor(core, call);
    const headers: Record<string, string> = keyed ? { 'idempotency-key': keyed.key } : {};
    const known = keyed && !how.claimed ? recall(store, keyed, context.nowMs) : null;
    if (known) {
      headers['idempotent-replayed'] = 'true';
      headers['original-request'] = known.requestId;
      if (known.status === 500) headers['stripe-should-retry'] = 'false';
      return { status: known.status, body: known.body, headers };
    }
    const outcome = perform(call, context, how.fault);
    const shown = call.publishable ? publicView(outcome.body) : outcome.body;
    const body = JSON.stringify(shown, null, 2);
    const { status } = outcome;
    if (keyed && outcome.recorded) record(store, keyed, { status, body, requestId }, context.nowMs);
    else if (keyed && how.claimed) release(store, keyed.key);
    if (status === 500) headers['stripe-should-retry'] = 'false';
    return { status, body, headers };
  });
}
