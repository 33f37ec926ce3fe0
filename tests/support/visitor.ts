/** A browser for tests: cookies, the typed client, and the REST paths, all over real requests. */

import type { StripeSandbox } from '@dockside/stripe-sandbox/server/sandbox';
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import superjson from 'superjson';
import type { AppRouter } from '@/server/trpc';

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came, and fails where it is not.
type Json = any;

export type RestAnswer = { status: number; body: Json; headers: Headers };

export class Visitor {
  readonly #cookies = new Map<string, string>();
  readonly trpc;

  constructor(
    private readonly handle: (request: Request) => Promise<Response>,
    private readonly sandbox: Pick<StripeSandbox, 'browserFetch'>,
    private readonly origin: string,
  ) {
    this.trpc = createTRPCClient<AppRouter>({
      links: [
        httpLink({
          url: `${origin}/api/trpc`,
          transformer: superjson,
          fetch: (input, init) => this.fetch(String(input), init as RequestInit),
        }),
      ],
    });
  }

  /** Returns the names of this browser's cookies. */
  cookieNames(): string[] {
    return [...this.#cookies.keys()];
  }

  /** Returns a cookie's value as it was set. */
  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  /** Sets a cookie as another program or an attacker would. */
  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  /** Sends a request with this browser's cookies, and stores the response's cookies. */
  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const request = new Request(new URL(address, this.origin), init);
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookies) request.headers.set('cookie', cookies);
    const response = await this.handle(request);
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name === undefined) continue;
      if (value) this.#cookies.set(name, value);
      else this.#cookies.delete(name);
    }
    return response;
  }

  /** Makes a REST call and reads the body as JSON. */
  async rest(method: string, path: string, body?: unknown): Promise<RestAnswer> {
    const response = await this.fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text ? JSON.parse(text) : null,
      headers: response.headers,
    };
  }

  /** Saves a card like Stripe.js: with the client secret, directly at the provider. */
  async enterCard(
    intent: { clientSecret: string | null; setupIntentId: string | null },
    number = '4242424242424242',
  ): Promise<{ ok: boolean; body: Json }> {
    const response = await this.sandbox.browserFetch(
      new Request(`http://sandbox/v1/setup_intents/${intent.setupIntentId}/confirm`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          key: 'pk_test_dockside',
          client_secret: intent.clientSecret ?? '',
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': number,
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '40',
          'payment_method_data[card][cvc]': '123',
          'payment_method_data[billing_details][address][postal_code]': '49047',
        }),
      }),
    );
    return { ok: response.ok, body: await response.json() };
  }

  /** Completes the bank's authentication that `enterCard` may require, as the customer would. */
  async authenticate(intent: {
    clientSecret: string | null;
    setupIntentId: string | null;
  }): Promise<void> {
    const answer = await this.sandbox.browserFetch(
      new Request('http://sandbox/_sandbox/authenticate', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          intent: intent.setupIntentId,
          client_secret: intent.clientSecret,
          outcome: 'complete',
        }),
      }),
    );
    if (!answer.ok) throw new Error(`not authenticated: ${await answer.text()}`);
  }
}

/** Returns a call's refusal: its HTTP status, our own reason, the field, and the error message. */
export async function refusal(call: Promise<unknown>): Promise<{
  status: number;
  reason: string | null;
  field: string | null;
  message: string;
  details: Record<string, unknown> | null;
}> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    const data = error.data ?? {};
    return {
      status: data.httpStatus,
      reason: data.reason,
      field: data.field,
      details: data.details,
      message: error.message,
    };
  }
  throw new Error('the call was expected to be refused, and was not');
}

/** Returns the refusals of concurrent calls. A call that isn't refused fails the test. */
export function refusals(calls: Promise<unknown>[]) {
  // Awaits all of them from the start, so that a rejection during another's await isn't unhandled.
  return Promise.all(calls.map(refusal));
}
