/**
 * What is refused before any work is done, and what every answer carries. No state, no database.
 */

/** Ordinary calls are small; only completion carries photos, two of them at most. */
const SMALL_BODY = 256 * 1024;
export const LARGEST_BODY = 10 * 1024 * 1024;
const CARRIES_PHOTOS = /complete|\/api\/appointments\/[^/]+$/;

/** The number of bytes a call on this path may send. */
export function bodyLimit(path: string): number {
  return CARRIES_PHOTOS.test(path) ? LARGEST_BODY : SMALL_BODY;
}

/**
 * Whether a writing request comes from our own pages or from no page at all. A form on another site
 * can send a request with our visitor's cookies; a browser then says so in these headers.
 */
export function isCrossSite(request: Request, appUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('origin');
  if (!origin) return false;
  return origin !== new URL(request.url).origin && origin !== new URL(appUrl).origin;
}

/** Whether a body is JSON, by its content type; a request without a body has none. */
export function isJsonOrEmpty(request: Request): boolean {
  const type = request.headers.get('content-type');
  if (!type) return request.body === null || request.headers.get('content-length') === '0';
  return /^application\/json\s*(;|$)/i.test(type);
}

/** Headers of every answer. Stripe.js needs its own script, frames and calls; nothing else may. */
export function safetyHeaders(options: {
  https: boolean;
  stripeOrigins: boolean;
  sandboxOrigin: string | null;
}): Record<string, string> {
  const stripe = (origins: string) => (options.stripeOrigins ? ` ${origins}` : '');
  const csp = [
    "default-src 'self'",
    `script-src 'self'${stripe('https://js.stripe.com')}`,
    `frame-src${stripe('https://js.stripe.com https://hooks.stripe.com') || " 'none'"}`,
    `connect-src 'self'${stripe('https://api.stripe.com')}${options.sandboxOrigin ? ` ${options.sandboxOrigin}` : ''}`,
    "img-src 'self' data: blob:",
    "style-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  return {
    'content-security-policy': csp,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(options.https && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
