import { ApiError } from './errors';
import type { Store } from './store';

/** Stripe deletes a key a day after its first use. */
export const KEY_LIFE_MS = 24 * 60 * 60 * 1000;
/** If a request runs longer than this, its process has ended, and its key is free again. */
const ABANDONED_MS = 60_000;

export interface KeyedRequest {
  key: string;
  /** Method and path, because a key belongs to one endpoint. */
  endpoint: string;
  /** The body in canonical form, because a key belongs to one set of parameters. */
  params: string;
}

export interface Recorded {
  status: number;
  body: string;
  requestId: string;
}

interface Row {
  endpoint: string;
  params: string;
  request_id: string;
  created: number;
  status: number | null;
  body: string | null;
}

/**
 * Returns the answer stored with a key, or null for a new request. @throws Stripe's error if the
 * key was used for another request (400) or its first request is still running (409)
 */
export function recall(store: Store, request: KeyedRequest, nowMs: number): Recorded | null {
  if (request.key.length > 255)
    throw new ApiError(
      400,
      { type: 'invalid_request_error', message: 'Idempotency keys can be at most 255 characters.' },
      false,
    );
  const row = store.db
    .query<Row, [string]>(
      'SELECT endpoint, params, request_id, created, status, body FROM idempotency WHERE key = ?',
    )
    .get(request.key);
  if (!row) return null;
  const age = nowMs - row.created;
  const running = row.status === null || row.body === null;
  if (age >= KEY_LIFE_MS || (running && age >= ABANDONED_MS)) {
    store.db.query('DELETE FROM idempotency WHERE key = ?').run(request.key);
    return null;
  }
  const another = `Try using a key other than '${request.key}' if you meant to execute a different request.`;
  if (row.endpoint !== request.endpoint) {
    throw new ApiError(
      400,
      {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${request.endpoint}' vs '${row.endpoint}'). ${another}`,
      },
      false,
    );
  }
  if (row.params !== request.params) {
    throw new ApiError(
      400,
      {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. ${another}`,
      },
      false,
    );
  }
  if (row.status === null || row.body === null) throw keyInUse(request.key);
  return { status: row.status, body: row.body, requestId: row.request_id };
}

/** Returns the 409 for a key whose first request hasn't been answered yet. */
export function keyInUse(key: string): ApiError {
  return new ApiError(
    409,
    {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    },
    false,
  );
}

/** Marks a key as in use before its request waits. */
export function claim(store: Store, request: KeyedRequest, requestId: string, nowMs: number): void {
  store.db
    .query(
      'INSERT INTO idempotency (key, endpoint, params, request_id, created) VALUES (?, ?, ?, ?, ?)',
    )
    .run(request.key, request.endpoint, request.params, requestId, nowMs);
}

/** Stores the answer with its key, in the same write as its effect. */
export function record(store: Store, request: KeyedRequest, answer: Recorded, nowMs: number): void {
  store.db
    .query(
      `INSERT INTO idempotency (key, endpoint, params, request_id, created, status, body) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET status = excluded.status, body = excluded.body, request_id = excluded.request_id`,
    )
    .run(
      request.key,
      request.endpoint,
      request.params,
      answer.requestId,
      nowMs,
      answer.status,
      answer.body,
    );
}

/** Frees a key if its request was refused before it started. */
export function release(store: Store, key: string): void {
  store.db.query('DELETE FROM idempotency WHERE key = ? AND status IS NULL').run(key);
}

/** Deletes all keys, or those created up to a time. @returns how many */
export function forgetKeys(store: Store, createdBeforeMs?: number): number {
  return createdBeforeMs === undefined
    ? store.db.query('DELETE FROM idempotency').run().changes
    : store.db.query('DELETE FROM idempotency WHERE created <= ?').run(createdBeforeMs).changes;
}
