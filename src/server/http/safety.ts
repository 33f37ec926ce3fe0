/** Refusals before any work is done, and the headers of every answer. No state, no database. */

/** Whether a method changes nothing. */
export function onlyReads(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/**
 * Whether a writing request comes from a page of another site. Such a page can send a request with
 * our visitor's cookies; the browser then says so in these headers.
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

/** What a page carries in itself, as the policy names it: `'sha256-…'`. */
export type InlineHashes = { style: string; script: string };

export type HeaderOptions = {
  https: boolean;
  /** Customers type their cards at Stripe itself, so its scripts, frames and calls must work. */
  stripeOrigins: boolean;
  /** The address at which a sandbox outside the app answers browsers. */
  sandboxOrigin: string | null;
  /** The address of the map's tiles, with {z}, {x} and {y}. */
  mapTiles: string | null;
  /** The style and the script inside the page, where it has them. */
  inline?: InlineHashes;
};

const STRIPE_SCRIPTS = 'https://js.stripe.com https://*.js.stripe.com';

/** Security headers: only our own files run, and no other site may frame our pages. */
export function safetyHeaders(options: HeaderOptions) {
  const { https, stripeOrigins, sandboxOrigin, mapTiles, inline } = options;
  const own = (hash: string | undefined) => (hash ? ` ${hash}` : '');
  const stripe = (origins: string) => (stripeOrigins ? ` ${origins}` : '');
  const csp = [
    "default-src 'self'",
    `script-src 'self'${own(inline?.script)}${stripe(STRIPE_SCRIPTS)}`,
    `frame-src${stripe(`${STRIPE_SCRIPTS} https://hooks.stripe.com`) || " 'none'"}`,
    `connect-src 'self'${stripe('https://api.stripe.com')}${sandboxOrigin ? ` ${sandboxOrigin}` : ''}`,
    `img-src 'self' data: blob:${mapTiles ? ` ${tilesOrigin(mapTiles)}` : ''}`,
    `style-src 'self'${own(inline?.style)}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
  return {
    'content-security-policy': csp,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // The filter of old browsers could be turned against a page; newer browsers have none.
    'x-xss-protection': '0',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(self), geolocation=(self), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** The origin of the tiles: "https://*.tiles.example" where {s} stands for several hosts. */
function tilesOrigin(address: string): string {
  const [, origin = ''] = /^(https?:\/\/[^/]+)/.exec(address) ?? [];
  return origin.replace('{s}', '*');
}
