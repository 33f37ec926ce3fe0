import { type Answer, serverError } from './answers';
import { type Context, newId } from './context';
import { ApiError } from './errors';
import { recordEvent } from './events';
import { expand, takeExpand } from './expand';
import type { FaultName } from './faults';
import type { FormHash } from './form-encoding';
import { type KeyedRequest, recall, record, release } from './idempotency';
import { publicView, secretKeyRequired } from './keys';
import { findRoute } from './router';
import type { Store } from './store';

/** What all requests of one sandbox share. */
export interface Machine {
  store: Store;
  nowMs: () => number;
  /** How many webhook addresses this process was given. */
  configuredWebhooks: number;
  refundDelayMs: number;
  log: (line: string) => void;
}

/** One API call, read and let in. */
export interface ApiCall {
  method: string;
  path: string;
  form: FormHash;
  publishable: boolean;
  /** The idempotency key and what it stands for; null without one. */
  keyed: KeyedRequest | null;
  requestId: string;
}

export function contextFor(
  machine: Machine,
  call: { requestId?: string; keyed?: KeyedRequest | null; publishable?: boolean } = {},
): Context {
  const nowMs = machine.nowMs();
  const base = {
    store: machine.store,
    nowMs,
    now: Math.floor(nowMs / 1000),
    requestId: call.requestId ?? newId('req', 14),
    idempotencyKey: call.keyed?.key ?? null,
    publishable: call.publishable ?? false,
    refundDelayMs: machine.refundDelayMs,
  };
  return {
    ...base,
    emit: (type, object, previous) =>
      recordEvent(base, machine.configuredWebhooks, type, object, previous),
  };
}

function unknownUrl(call: ApiCall): ApiError {
  const message = `Unrecognized request URL (${call.method}: ${call.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
  return new ApiError(404, { type: 'invalid_request_error', message }, false);
}

interface Outcome {
  status: number;
  body: object;
  /** Kept under the idempotency key. */
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
    // Only Stripe's own refusals keep what was written before them: a decline records its charge.
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, body: { error: error.body }, recorded: error.recorded };
  }
}

/**
 * Runs one API call: its effect, its events and its recorded answer in one write. A call whose key
 * was `claimed` beforehand (because it waited) does not look for an earlier answer. Throws the
 * refusals of the key itself.
 */
export function execute(
  machine: Machine,
  call: ApiCall,
  how: { claimed: boolean; fault: FaultName | undefined },
): Answer {
  const { store } = machine;
  const { keyed, requestId } = call;
  return store.write(() => {
    const context = contextFor(machine, call);
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
