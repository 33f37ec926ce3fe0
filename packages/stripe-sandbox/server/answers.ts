import { API_VERSION } from './context';
import { ApiError } from './errors';

/** An answer before it becomes a Response. An idempotency key stores its body. */
export interface Answer {
  status: number;
  body: string;
  headers: Record<string, string>;
}

/** The facts about a request that its answer repeats in headers. */
export interface RequestMark {
  requestId: string;
  /** The client's `Stripe-Version`, which the answer repeats. */
  version: string;
}

/** Like Stripe's API, the sandbox allows calls from every origin. */
export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
  'access-control-expose-headers': 'request-id, idempotent-replayed',
  'access-control-max-age': '300',
};

/** Returns an answer's headers, including Stripe's. */
export function responseHeaders(answer: Answer, mark: RequestMark): Headers {
  return new Headers({
    ...CORS,
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': mark.requestId,
    'stripe-version': mark.version || API_VERSION,
    ...answer.headers,
  });
}

/** Converts an answer to an HTTP response. */
export function respond(answer: Answer, mark: RequestMark): Response {
  return new Response(answer.body, {
    status: answer.status,
    headers: responseHeaders(answer, mark),
  });
}

/** A failure of Stripe's server. The idempotency key stores a 500 but not a 503. */
export function serverError(status: 500 | 503): ApiError {
  const message =
    status === 503
      ? 'Stripe is temporarily unavailable. Please try again.'
      : 'An unknown error occurred';
  return new ApiError(status, { type: 'api_error', message }, status === 500);
}

/**
 * Returns the answer for an error. An error that isn't an ApiError is a bug in the sandbox, so it's
 * a 500 and is written to `log`.
 */
export function refusal(error: unknown, mark: RequestMark, log: (line: string) => void): Answer {
  if (error instanceof ApiError) {
    return {
      status: error.status,
      body: JSON.stringify({ error: error.body }, null, 2),
      headers: {},
    };
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log(`${mark.requestId} ${detail}`);
  return refusal(serverError(500), mark, log);
}
