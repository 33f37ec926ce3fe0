/**
 * Keeps a delivery's page current: it listens for changes, replaces the parts that changed, and
 * keeps the last state for times without signal. It imports no code of the app, so that the page
 * works soon on a weak signal.
 */
import { ageText } from '@/domain/delivery-page/age';
import {
  DELIVERY_STATE_ID,
  type DeliveryState,
  type FirstDeliveryState,
} from '@/domain/delivery-page/state';
import { forgetPage, keepPage, keptPage } from './kept-pages';

/** How often the page asks for changes, without and with a stream of them. */
const POLL_MS = { alone: 15_000, streaming: 120_000 };
/** The pause before the page opens another stream after the server refused one. */
const RETRY_MS = 60_000;
const AGES_MS = 15_000;
/** After this long without an answer, there's no connection. */
const SILENT_MS = 8_000;

const path = location.pathname.replace(/\/$/, '');
const token = path.slice('/d/'.length);
const stateElement = document.getElementById(DELIVERY_STATE_ID);
const first: FirstDeliveryState = JSON.parse(stateElement?.textContent || 'null');

let shown: DeliveryState | null = first && { ...first, parts: partsInPage() };
/** How far the server's clock is ahead of this device's. */
let aheadMs = first ? first.now - Date.now() : 0;
let isEnded = false;
let isForgotten = false;
let isKept = false;
let stream: EventSource | null = null;
let poll: ReturnType<typeof setTimeout> | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
let asking: Promise<void> | null = null;

function partElements(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-part]')];
}

function partsInPage(): Record<string, string> {
  return Object.fromEntries(partElements().map((one) => [one.dataset.part, one.innerHTML]));
}

/** Replaces the parts that changed. Restores the focus, and announces only what's new. */
function show(next: DeliveryState): void {
  document.querySelector('[data-nothing]')?.remove();
  for (const element of partElements()) {
    const markup = next.parts[element.dataset.part ?? ''] ?? '';
    if (shown && shown.parts[element.dataset.part ?? ''] === markup) continue;
    const focused = document.activeElement?.closest('a');
    const href = focused && element.contains(focused) ? focused.getAttribute('href') : null;
    element.innerHTML = markup;
    if (href !== null) {
      [...element.querySelectorAll('a')].find((one) => one.getAttribute('href') === href)?.focus();
    }
  }
  if (shown && shown.announcement !== next.announcement) announce(next.announcement);
  document.title = next.title;
  shown = next;
  showAges();
  showMap();
}

function announce(text: string): void {
  const element = document.getElementById('announcement');
  if (element) element.textContent = text;
}

function showAges(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-age-of]')) {
    const text = ageText(Math.max(0, Date.now() + aheadMs - Number(element.dataset.ageOf)));
    if (element.textContent !== text) element.textContent = text;
  }
}

function showMap(): void {
  const frame = document.querySelector<HTMLElement>('[data-map]');
  if (frame && !frame.dataset.shown) {
    frame.dataset.shown = '';
    // Without the map's code, the text below it still says where the driver is.
    void import('./tiles-map').then(
      ({ showTilesMap }) => showTilesMap(frame),
      () => {},
    );
  }
}

/** Shows the line above the page, or removes it. */
function showConnection(text: string | null): void {
  const line = document.getElementById('connection');
  if (!line || line.textContent === (text ?? '')) return;
  line.className = text ? 'tone tone-yellow mb-5 rounded-field border px-4 py-3' : 'empty:mb-0';
  line.textContent = text ?? '';
}

const noConnection = () =>
  showConnection(shown ? `No connection. Last updated ${shown.clock}.` : 'No connection.');

/** Asks for the page's state. Concurrent calls share one request. */
function ask(): Promise<void> {
  asking ??= answer().finally(() => {
    asking = null;
    askLater();
  });
  return asking;
}

async function answer(): Promise<void> {
  if (isEnded || isForgotten) return;
  let response: Response;
  try {
    const address = `${path}/state${shown ? `?known=${shown.version}` : ''}`;
    response = await fetch(address, { signal: AbortSignal.timeout(SILENT_MS) });
    if (response.status === 404) {
      end();
      return;
    }
    if (response.status >= 400) throw new Error(String(response.status));
    const next: DeliveryState | null = response.status === 204 ? null : await response.json();
    if (next) {
      aheadMs = next.now - Date.now();
      show(next);
    } else if (shown) {
      const clock = response.headers.get('x-clock');
      if (clock) shown = { ...shown, clock };
    }
  } catch {
    noConnection();
    return;
  }
  showConnection(null);
  keep();
  if (!stream) listen();
}

/** Keeps the page on this device, unless a sign-out in another tab deleted it. */
function keep(): void {
  if (!shown || isForgotten) return;
  void keepPage(token, shown, { onlyAgain: isKept });
  isKept = true;
}

/** The link no longer opens the delivery, so the device keeps nothing of it. */
function end(): void {
  isEnded = true;
  stream?.close();
  void forgetPage(token).then(() => location.reload());
}

function askLater(): void {
  clearTimeout(poll);
  if (isEnded || isForgotten || document.hidden) return;
  const isStreaming = stream?.readyState === EventSource.OPEN;
  poll = setTimeout(ask, isStreaming ? POLL_MS.streaming : POLL_MS.alone);
}

function listen(): void {
  clearTimeout(retry);
  if (stream || isEnded || isForgotten || document.hidden) return;
  const opened = new EventSource(`${path}/live${shown ? `?known=${shown.version}` : ''}`);
  stream = opened;
  opened.addEventListener('open', askLater);
  opened.addEventListener('changed', () => void ask());
  opened.addEventListener('ended', () => void ask());
  opened.addEventListener('error', () => {
    // The browser opens the stream again, unless the server refused it.
    void ask();
    if (opened.readyState !== EventSource.CLOSED) return;
    stream = null;
    retry = setTimeout(listen, RETRY_MS * (0.5 + Math.random()));
  });
}

function pause(): void {
  stream?.close();
  stream = null;
  clearTimeout(poll);
  clearTimeout(retry);
}

function comeBack(): void {
  if (document.hidden) {
    pause();
    return;
  }
  void ask();
  listen();
}

/** Removes everything about the delivery from this device. */
async function forget(): Promise<void> {
  isForgotten = true;
  pause();
  await forgetPage(token);
  if (shown) await call('booking.removeFromBrowser', { id: shown.id }).catch(() => {});
  for (const element of partElements()) element.replaceChildren();
  document.querySelector('[data-forget]')?.parentElement?.remove();
  showConnection(
    'Removed from this device. Your delivery hasn’t changed, and its link still works.',
  );
}

/** Calls a procedure of the app, which sets this browser's cookies. */
function call(procedure: string, input: Record<string, string>): Promise<Response> {
  return fetch(`/api/trpc/${procedure}`, {
    method: 'POST',
    // The person may leave the page before the answer.
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: input }),
  });
}

/** Returns true if the browser's history led to this page, instead of its link. */
const isBackOrForward = () =>
  performance
    .getEntriesByType('navigation')
    .some((step) => (step as PerformanceNavigationTiming).type === 'back_forward');

async function start(): Promise<void> {
  document.addEventListener('visibilitychange', comeBack);
  addEventListener('pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) comeBack();
  });
  addEventListener('online', () => void ask());
  addEventListener('offline', noConnection);
  addEventListener('focus', () => void ask());
  document.querySelector('[data-forget]')?.addEventListener('click', () => void forget());
  setInterval(showAges, AGES_MS);
  showAges();
  if (shown) {
    showMap();
    keep();
    listen();
    askLater();
    // From now on, this browser lists the delivery on the home page, as other ways to open it do. On a
    // shared browser, someone may press Back after the delivery was removed from it, which isn't a
    // reason to list it again.
    if (!isBackOrForward()) void call('booking.manage', { token }).catch(() => {});
  } else {
    const kept = await keptPage(token);
    if (kept) show(kept);
    noConnection();
    void ask();
  }
  // With its own worker, the page opens without signal, and the app's files aren't fetched.
  if (import.meta.env.PROD) {
    navigator.serviceWorker
      ?.register('/delivery-sw.js', { scope: '/d/', updateViaCache: 'none' })
      .catch(() => {});
  }
}

void start();
