import type { StripeError } from '@stripe/stripe-js';

export type Connection = {
  publishableKey: string;
  /** The address before Stripe's paths, without a trailing slash. */
  apiBase: string;
};

/** Nested fields, which Stripe's forms encode as `a[b]=1`. Undefined fields are omitted. */
export type Fields = { [name: string]: string | number | boolean | null | undefined | Fields };

export type Answer<T> =
  | { object: T; error?: undefined }
  | { object?: undefined; error: StripeError };

function encode(fields: Fields, into: URLSearchParams, prefix = ''): URLSearchParams {
  for (const [name, value] of Object.entries(fields)) {
    const path = prefix ? `${prefix}[${name}]` : name;
    if (value === undefined || value === null) continue;
    if (typeof value === 'object') encode(value, into, path);
    else into.append(path, String(value));
  }
  return into;
}

const UNREACHABLE: StripeError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
};

async function read<T>(request: Promise<Response>): Promise<Answer<T>> {
  try {
    const answer = await request;
    const body = (await answer.json()) as { error?: StripeError };
    return body.error ? { error: body.error } : { object: body as T };
  } catch {
    return { error: UNREACHABLE };
  }
}

/**
 * Calls the API with the publishable key as a form field, because a header would cause a preflight
 * request.
 */
export function callApi<T>(
  connection: Connection,
  method: 'GET' | 'POST',
  path: string,
  fields: Fields,
): Promise<Answer<T>> {
  const form = encode({ ...fields, key: connection.publishableKey }, new URLSearchParams());
  const url = `${connection.apiBase}${path}`;
  const request = method === 'GET' ? fetch(`${url}?${form}`) : fetch(url, { method, body: form });
  return read(request);
}

/** Reports the result of an authentication to the sandbox. Resolves with the changed intent. */
export function reportAuthentication<T>(
  connection: Connection,
  path: string,
  body: { intent: string; client_secret: string; outcome: 'complete' | 'fail' },
): Promise<Answer<T>> {
  return read(
    fetch(`${connection.apiBase}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
}
