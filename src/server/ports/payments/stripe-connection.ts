import Stripe from 'stripe';

/** The part of `fetch` that the SDK uses. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export type StripePaymentsOptions = {
  secretKey: string;
  webhookSecret: string;
  /** Another address of Stripe's API, such as http://127.0.0.1:12111. Default: Stripe itself. */
  apiBase?: string | URL;
  /** Replaces the network with a sandbox in the same process. */
  fetch?: Fetch;
  /** How long one request may take, in ms. */
  timeoutMs?: number;
  /**
   * How often the SDK repeats a request automatically. With 0, only the caller repeats requests.
   */
  maxNetworkRetries?: number;
};

/** The SDK's settings for Stripe or the sandbox. */
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
        // Despite its settings, the SDK repeats a request once after a closed connection. It
        // doesn't do so if the error has no code.
        if (retries === 0 && error instanceof Error && 'code' in error)
          throw new Error(error.message);
        throw error;
      }
    };
    // The SDK only calls the function, but Bun's `typeof fetch` has more members.
    config.httpClient = Stripe.createFetchHttpClient(ask as typeof fetch);
  }
  return config;
}
