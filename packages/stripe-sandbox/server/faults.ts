import { seededFraction } from './seeded-random';
import type { Store } from './store';

/** Stripe's messages for refused requests, by status. */
export const REQUEST_REFUSALS = {
  '400': 'Received unknown parameter: sandbox_fault',
  '401': 'Invalid API Key provided: sk_test_********0000',
  '403': 'The provided key does not have the required permissions for this endpoint.',
  '404': 'No such object: the sandbox is set to miss it.',
} as const;

/**
 * The faults of a request.
 * - `lost-request`: the connection breaks before the request is executed.
 * - `lost-reply`: the request is executed, then the connection breaks.
 * - `cut-body`: the request is executed, and half of the answer arrives.
 * - `400`, `401`, `403`, `404`: refused as a request, as with a wrong key; nothing is executed.
 * - `409`, `429`, `503`: refused before execution; nothing is recorded under the idempotency key.
 * - `500`: not executed, and the 500 is recorded under the key and replayed.
 * - `500-after`: executed, but a 500 is recorded under the key and replayed.
 * - `hang`: executed and never answered; the client has to give up.
 * - `slow` or `slow:250`: waits (milliseconds, default 100) with the key in use, then is executed.
 */
export const FAULTS = [
  'lost-request',
  'lost-reply',
  'cut-body',
  '400',
  '401',
  '403',
  '404',
  '409',
  '429',
  '500',
  '500-after',
  '503',
  'hang',
  'slow',
] as const;
export type FaultName = (typeof FAULTS)[number];

export interface Fault {
  name: FaultName;
  waitMs: number;
}

/** Parses `lost-reply` or `slow:250`. Returns undefined for anything else. */
export function parseFault(text: string): Fault | undefined {
  const [name, wait] = text.split(':');
  const known = FAULTS.find((fault) => fault === name);
  if (!known) return undefined;
  return { name: known, waitMs: known === 'slow' ? Number(wait ?? 100) || 0 : 0 };
}

export interface FaultRule {
  method?: string;
  /** A path. `*` matches any text, such as in `/v1/payment_intents/*` followed by `/confirm`. */
  path?: string;
  fault: string;
  /** How many requests the rule affects. Default: every matching request. */
  count?: number;
  /** The share of matching requests it affects, from 0 to 1 (default 1), drawn from `seed`. */
  probability?: number;
  seed?: number;
}

interface Row {
  id: number;
  method: string | null;
  path: string | null;
  fault: string;
  remaining: number | null;
  probability: number;
  seed: number;
  seen: number;
}

/** Adds a fault for calls that match the rule. @returns its ID */
export function addFault(store: Store, rule: FaultRule): number {
  return Number(
    store.db
      .query(
        'INSERT INTO faults (method, path, fault, remaining, probability, seed) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(
        rule.method ?? null,
        rule.path ?? null,
        rule.fault,
        rule.count ?? null,
        rule.probability ?? 1,
        rule.seed ?? 1,
      ).lastInsertRowid,
  );
}

/** Returns all faults, the oldest first. */
export function listFaults(store: Store): Row[] {
  return store.db.query<Row, []>('SELECT * FROM faults ORDER BY id').all();
}

/** Removes all faults. */
export function clearFaults(store: Store): void {
  store.db.exec('DELETE FROM faults');
}

function matches(rule: Row, method: string, path: string): boolean {
  if (rule.method && rule.method !== method) return false;
  if (!rule.path) return true;
  const pattern = rule.path
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${pattern}$`).test(path);
}

/** Returns the fault for this request, if any, and counts it in its rule. */
export function nextFault(store: Store, method: string, path: string): Fault | undefined {
  const rules = listFaults(store).filter((rule) => matches(rule, method, path));
  if (rules.length === 0) return undefined;
  return store.write(() => {
    for (const rule of rules) {
      if (rule.remaining !== null && rule.remaining <= 0) continue;
      store.db.query('UPDATE faults SET seen = seen + 1 WHERE id = ?').run(rule.id);
      if (rule.probability < 1 && seededFraction(`${rule.seed}:${rule.seen}`) >= rule.probability)
        continue;
      if (rule.remaining !== null)
        store.db.query('UPDATE faults SET remaining = remaining - 1 WHERE id = ?').run(rule.id);
      return parseFault(rule.fault);
    }
    return undefined;
  });
}

/**
 * Thrown for a broken connection if the client is in the same process. The listener closes the
 * socket instead.
 */
export class ConnectionLost extends Error {
  /** The error code of Node and Bun for a reset connection. */
  readonly code = 'ECONNRESET';

  constructor() {
    super('The socket connection was closed unexpectedly.');
  }
}

/** Creates an answer with a body that ends after half of its bytes. */
export function cutBody(body: string, status: number, headers: Headers): Response {
  const bytes = new TextEncoder().encode(body);
  let sent = false;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) {
        controller.error(new ConnectionLost());
        return;
      }
      sent = true;
      controller.enqueue(bytes.slice(0, Math.ceil(bytes.length / 2)));
    },
  });
  return new Response(stream, { status, headers });
}

/** Resolves after `ms`, or rejects if the client gives up. With null, it never resolves. */
export function waitFor(ms: number | null, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abandon = () =>
      reject(signal.reason instanceof Error ? signal.reason : new ConnectionLost());
    if (signal.aborted) return abandon();
    const timer = ms === null ? undefined : setTimeout(done, ms);
    function done() {
      signal.removeEventListener('abort', given);
      resolve();
    }
    function given() {
      clearTimeout(timer);
      abandon();
    }
    signal.addEventListener('abort', given, { once: true });
  });
}
