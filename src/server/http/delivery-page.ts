import { gzipSync } from 'node:zlib';
import type { Company } from '@/domain/company';
import {
  DELIVERY_STATE_ID,
  type DeliveryState,
  type FirstDeliveryState,
} from '@/domain/delivery-page/state';
import { clockText, localMoment } from '@/domain/time';
import type { Deps } from '@/server/config/deps';
import { lazy } from '@/server/config/lazy';
import { isLinkToken } from '@/server/modules/appointments/delivery-link';
import {
  type DeliveryPage,
  followDelivery,
  readDeliveryPage,
  readLinkedPhoto,
} from '@/server/modules/deliveries/page/delivery-page.usecases';
import { bucketOf } from '@/server/modules/limits/addresses';
import { takeAttempt } from '@/server/modules/limits/limits.usecases';
import { NAME_TAG, SHARE_TAG, sharePicture } from './company-mark';
import { encodingFor } from './encoding';
import type { FirstPageBuild } from './first-page/pages';
import { commonHeaders, type IncomingRequest } from './request-pipeline';

/** The path of the page without content, which a device keeps for times without signal. */
const SHELL = '/d/';
const PATH = /^\/d\/([^/]+?)(?:\/(state|live|photos\/([\w-]{1,64})))?\/?$/;
const STREAM_MS = 10 * 60_000;
const PING_MS = 15_000;
/** How soon the browser opens a stream again after it ended (ms). */
const REOPEN_MS = 3_000;

/**
 * Creates the answers below `/d/`: a delivery's page, its state, the stream of its changes, and its
 * photos. The token in the path is the only key. Returns null for everything that the app shows
 * instead: a delivery that must be finished or paid, and links that open nothing.
 *
 * @param load returns the build's output for rendering
 */
export function createDeliveryPages(deps: Deps, load: () => Promise<FirstPageBuild>) {
  const { settings, clock } = deps;
  const build = lazy(load);

  function stateOf(page: DeliveryPage, token: string, { delivery: renderer }: FirstPageBuild) {
    const now = clock.now();
    const { title, parts, announcement } = renderer.renderParts({ ...page, token, now });
    const { version, delivery, progress } = page;
    const { keepUntil } = progress;
    const times = { now, clock: clockOf(now) };
    return { version, title, parts, announcement, id: delivery.id, keepUntil, ...times };
  }

  const clockOf = (now: number) => clockText(localMoment(now, settings.timeZone).minutes);

  function write(
    request: Request,
    { document, delivery: renderer }: FirstPageBuild,
    page: { company: Company; title: string; state: DeliveryState | null },
  ): Response {
    const { company, title, state } = page;
    const { parts = null, ...rest } = state ?? {};
    const first: FirstDeliveryState = state && (rest as FirstDeliveryState);
    const { html, policy, script } = document.delivery;
    const values: Record<string, string> = {
      TITLE: Bun.escapeHTML(title),
      SCREEN: renderer.renderFrame({ company, parts }),
      // A script element ends at the first `</`, even inside JSON, so `<` is escaped.
      STATE: `<script type="application/json" id="${DELIVERY_STATE_ID}">${JSON.stringify(first).replaceAll('<', '\\u003c')}</script><script type="module" src="${script}"></script>`,
    };
    const text = html
      .replace(NAME_TAG, () => `content="${Bun.escapeHTML(company.name)}"`)
      .replace(SHARE_TAG, () => `content="${settings.appUrl}${sharePicture(company)}"`)
      .replace(/<!--(TITLE|SCREEN|STATE)-->/g, (_, name: string) => values[name] ?? '');
    return packed(request, text, {
      ...commonHeaders(settings, policy),
      'content-type': 'text/html; charset=utf-8',
    });
  }

  async function state(incoming: IncomingRequest, token: string): Promise<Response> {
    const page = await readDeliveryPage({ deps }, { token });
    if (!page) return closed(incoming);
    if (incoming.url.searchParams.get('known') === page.version) {
      return new Response(null, { status: 204, headers: { 'x-clock': clockOf(clock.now()) } });
    }
    const text = JSON.stringify(stateOf(page, token, await build()));
    return packed(incoming.request, text, { 'content-type': 'application/json' });
  }

  /** Answers a link that opens nothing, and counts it, so that a program can't try many. */
  async function closed({ address }: IncomingRequest): Promise<Response> {
    try {
      await takeAttempt({ deps }, { name: 'link', account: null, address });
    } catch {
      return new Response(null, { status: 429 });
    }
    return new Response(null, { status: 404 });
  }

  async function live(incoming: IncomingRequest, token: string): Promise<Response> {
    const { request, address, url } = incoming;
    const ending = new AbortController();
    const signal = AbortSignal.any([request.signal, ending.signal, AbortSignal.timeout(STREAM_MS)]);
    const known = url.searchParams.get('known');
    const from = bucketOf(address ?? '');
    const news = await followDelivery({ deps }, { token, known, from, signal });
    if (news === null) return closed(incoming);
    if (news === 'full') return new Response(null, { status: 503 });
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async start(stream) {
        const send = (text: string) => {
          try {
            stream.enqueue(encoder.encode(text));
          } catch {
            ending.abort();
          }
        };
        send(`retry: ${REOPEN_MS}\n\n`);
        const pings = setInterval(() => send(': ping\n\n'), PING_MS);
        try {
          for await (const one of news) {
            if (one === 'ended') send('event: ended\ndata:\n\n');
            else send(`event: changed\ndata: ${one.version}\n\n`);
          }
        } catch {
          // The database doesn't answer. The page polls, and opens the stream again.
        } finally {
          clearInterval(pings);
          ending.abort();
          try {
            stream.close();
          } catch {
            // The page was closed.
          }
        }
      },
      cancel: () => ending.abort(),
    });
    return new Response(body, {
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        // Proxies would hold back the changes.
        'x-accel-buffering': 'no',
      },
    });
  }

  async function photo(token: string, id: string): Promise<Response> {
    const jpeg = await readLinkedPhoto({ deps }, { token, id });
    if (!jpeg) return new Response(null, { status: 404 });
    return new Response(jpeg as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': 'image/jpeg', 'cache-control': 'private, no-store' },
    });
  }

  async function page({ request }: IncomingRequest, token: string): Promise<Response | null> {
    const found = await readDeliveryPage({ deps }, { token });
    // A hold isn't booked yet, and only the app can finish the booking.
    if (!found || found.delivery.holdExpiresAt !== null) return null;
    const made = await build();
    const state = stateOf(found, token, made);
    return write(request, made, { company: found.company, title: state.title, state });
  }

  return async (
    incoming: IncomingRequest,
    readCompany: () => Promise<Company>,
  ): Promise<Response | null> => {
    const { url, request } = incoming;
    const { pathname } = url;
    if (pathname === SHELL) {
      const company = await readCompany();
      return write(request, await build(), { company, title: company.name, state: null });
    }
    const [, token = '', part, photoId] = PATH.exec(pathname) ?? [];
    if (!isLinkToken(token)) return null;
    if (part === 'state') return state(incoming, token);
    if (part === 'live') return live(incoming, token);
    if (photoId !== undefined) return photo(token, photoId);
    return url.search === '' ? page(incoming, token) : null;
  };
}

function packed(request: Request, text: string, headers: Record<string, string>): Response {
  const encoding = encodingFor(request.headers.get('accept-encoding'), ['gzip']);
  const all = { ...headers, vary: 'accept-encoding' };
  if (encoding !== 'gzip') return new Response(text, { headers: all });
  return new Response(gzipSync(text), { headers: { ...all, 'content-encoding': 'gzip' } });
}
