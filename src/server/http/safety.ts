/**
 * Refusals before any work is done, and the headers of every answer. Uses no state and no database.
 */

/** Whether a method changes nothing. */
export function onlyReads(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/**
 * True if a write comes from another site's page, which could misuse our visitors' cookies.
 * Browsers report this in these headers.
 */
export function isCrossSite(request: Request, appUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('origin');
  if (!origin) return false;
  return origin !== new URL(request.url).origin && origin !== new URL(appUrl).origin;
}

/** Whether a body is JSON by its content type. True for a request without a body. */
export function isJsonOrEmpty(request: Request): boolean {
  const type = request.headers.get('content-type');
  if (!type) return request.body === null || request.headers.get('content-length') === '0';
  return /^application\/json\s*(;|$)/i.test(type);
}

/** The hashes of a page's inline style and script, in the policy's format `'sha256-…'`. */
export type InlineHashes = { style: string; script: string };

export type HeaderOptions = {
  https: boolean;
  /** Customers enter their cards at Stripe, so its scripts, frames, and calls must be allowed. */
  stripeOrigins: boolean;
  /** The address at which a sandbox outside the app serves browsers. */
  sandboxOrigin: string | null;
  /** The address of the map's tiles, with {z}, {x}, and {y}. */
  mapTiles: string | null;
  /** The page's inline style and script, if it has any. */
  inline?: InlineHashes;
};

const STRIPE_SCRIPTS = 'https://js.stripe.com https://*.js.stripe.com';

/** The security headers: only our own files run, and no other site may frame our pages. */
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
    // Old browsers' XSS filters could be used to attack a page. Newer browsers have none.
    'x-xss-protection': '0',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': `camera=(self), geolocation=(self), microphone=(), payment=(${stripeOrigins ? PAYMENT_FRAMES : ''}), usb=(), screen-wake-lock=(self), browsing-topics=()`,
    // Wallets open a window from Stripe's frame and must be able to answer it.
    'cross-origin-opener-policy': stripeOrigins ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** Stripe's frame may ask for a payment, and Google Pay's frame inside it. */
const PAYMENT_FRAMES = 'self "https://js.stripe.com" "https://pay.google.com"';

/**
 * Returns the tiles' origin. If {s} is replaced by several hosts, it's a pattern such as
 * "https://*.tiles.example".
 */
function tilesOrigin(address: string): string {
  const [, origin = ''] = /^(https?:\/\/[^/]+)/.exec(address) ?? [];
  return origin.replace('{s}', '*');
}
