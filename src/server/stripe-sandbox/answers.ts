import { API_VERSION } from './context';
import { ApiError } from './errors';

/** An answer before it is a Response; its body is the text that an idempotency key keeps. */
export interface Answer {
  status: number;
  body: string;
  headers: Record<string, string>;
}

/** Which request an answer belongs to. */
export interface RequestMark {
  requestId: string;
  /** The `Stripe-Version` the client asked for, repeated in the answer. */
  version: string;
}

/** Browsers call from the app's origin, Stripe's own API allows any. */
export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
  'access-control-expose-headers': 'request-id, idempotent-replayed',
  'access-control-max-age': '300',
};

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

export function respond(answer: Answer, mark: RequestMark): Response {
  return new Response(answer.body, {
    status: answer.status,
    headers: responseHeaders(answer, mark),
  });
}

/** Stripe's own failure: a 500 is recorded under the idempotency key, a 503 is not. */
export function serverError(status: 500 | 503): ApiError {
  const message =
    status === 503
      ? 'Stripe is temporarily unavailable. Please try again.'
      : 'An unknown error occurred';
  return new ApiError(status, { type: 'api_error', message }, status === 500);
}

/** A refusal as an answer. What is not Stripe's own refusal is a fault of the sandbox: 500, and told to `log`. */
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
