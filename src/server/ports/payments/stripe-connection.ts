import Stripe from 'stripe';

/** The part of `fetch` that the SDK uses. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export type StripePaymentsOptions = {
  secretKey: string;
  webhookSecret: string;
  /** Another address of Stripe's API, such as http://127.0.0.1:12111; left out, Stripe itself. */
  apiBase?: string | URL;
  /** Instead of the network: a sandbox in the same process. */
  fetch?: Fetch;
  /** How long one request may take. */
  timeoutMs?: number;
  /** How often the SDK repeats a request by itself; 0 leaves every repetition to the caller. */
  maxNetworkRetries?: number;
};

/** The SDK's settings for reaching Stripe or the sandbox. */
export function connection(options: StripePaymentsOptions): Stripe.StripeConfig {
  const base = options.apiBase ? new URL(options.apiBase) : null;
  const retries = options.maxNetworkRetries ?? 1;
  const inner = options.fetch;
  const config: Stripe.StripeConfig = {
    maxNetworkRetries: retries,
    timeout: options.timeoutMs ?? 8_000,
    telemetry: false,
  };
  if (base || inner) {
    config.protocol = base?.protocol === 'https:' ? 'https' : 'http';
    config.host = base?.hostname ?? 'stripe.sandbox';
    config.port = base?.port || (config.protocol === 'https' ? 443 : 80);
  }
  if (inner) {
    const ask: Fetch = async (input, init) => {
      try {
        return await inner(input, init);
      } catch (error) {
        // The SDK repeats a closed connection once, against its settings; without the error's code it
        // does not.
        if (retries === 0 && error instanceof Error && 'code' in error)
          throw new Error(error.message);
        throw error;
      }
    };
    // The SDK only calls it; `typeof fetch` in Bun has further members.
    config.httpClient = Stripe.createFetchHttpClient(ask as typeof fetch);
  }
  return config;
}
