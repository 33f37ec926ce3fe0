import { type CalendarDate, isCalendarDate } from '@/domain/calendar';
import type { Deps } from './deps';
import { type SlotsSnapshot, slotsMemoryOf } from './modules/slots/slots.memory';
import { etagOf } from './rest/etag';
import { envelope } from './trpc/envelope';

/** What exactly is asked: which read, for which date, and in whose envelope. */
type Asked = { read: 'window' | 'open'; date: CalendarDate; form: 'trpc' | 'batch' | 'rest' };
type Kept = { body: Blob; init: { headers: Headers } };

const TRPC = '/api/trpc/slots.';
const REST = '/api/time-slots/';
/** Addresses remembered; nobody asks for so many, so whoever does is not served faster for it. */
const MOST_ADDRESSES = 500;

const UNAVAILABLE = 'Something went wrong on our side. Please try again.';

/** Answers a read of slots, or null for every call that is not exactly one. */
export type HotReads = (request: Request) => Response | Promise<Response> | null;

/**
 * The reads that every open page repeats, before tRPC and the REST table: the same answers as
 * theirs, kept as bytes until the slots change. What is not exactly such a read (several calls in
 * one batch, a broken input, a key, a condition) is left to them.
 */
export function createHotReads(deps: Deps, common: Record<string, string>): HotReads {
  const memory = slotsMemoryOf(deps);
  const addresses = new Map<string, Asked | null>();
  let answersOf: SlotsSnapshot | null = null;
  let answers = new Map<Asked, Kept>();

  function askedAt(address: string): Asked | null {
    const known = addresses.get(address);
    if (known !== undefined) return known;
    if (addresses.size >= MOST_ADDRESSES) {
      addresses.clear();
      answersOf = null;
    }
    const asked = parseAddress(address);
    addresses.set(address, asked);
    return asked;
  }

  function answer(snapshot: SlotsSnapshot, asked: Asked): Response {
    if (answersOf !== snapshot) {
      answersOf = snapshot;
      answers = new Map();
    }
    let kept = answers.get(asked);
    if (!kept) {
      kept = written(snapshot, asked, common);
      answers.set(asked, kept);
    }
    return new Response(kept.body, kept.init);
  }

  return (request) => {
    const { url, headers } = request;
    if (request.method !== 'GET') return null;
    const asked = askedAt(url.slice(url.indexOf('/', 8)));
    if (!asked) return null;
    if (headers.has(asked.form === 'rest' ? 'authorization' : 'trpc-accept')) return null;
    if (asked.form === 'rest' && headers.has('if-none-match')) return null;
    const snapshot = memory.read();
    if (!(snapshot instanceof Promise)) return answer(snapshot, asked);
    const failed = () => Response.json({ message: UNAVAILABLE }, { status: 503, headers: common });
    return snapshot.then((taken) => answer(taken, asked), failed);
  };
}

function written(snapshot: SlotsSnapshot, asked: Asked, common: Record<string, string>): Kept {
  const data = asked.read === 'window' ? snapshot.bookingWindow : snapshot.open.get(asked.date);
  const text = inEnvelope(data ?? [], asked.form);
  const headers = new Headers({ ...common, 'content-type': 'application/json' });
  if (asked.form === 'rest') {
    headers.set('etag', etagOf(text));
    headers.set('cache-control', 'no-cache');
  } else {
    headers.set('vary', 'trpc-accept, accept');
  }
  return { body: new Blob([text]), init: { headers } };
}

function inEnvelope(data: unknown, form: Asked['form']): string {
  if (form === 'rest') return JSON.stringify(data);
  const answer = { result: { data: envelope.serialize(data) } };
  return JSON.stringify(form === 'batch' ? [answer] : answer);
}

/** What an address asks for; null when it is not one of our reads or not in order. */
export function parseAddress(address: string): Asked | null {
  const [path = '', query] = address.split('?', 2);
  if (path.startsWith(REST)) {
    const date = path.slice(REST.length);
    return query === undefined && isCalendarDate(date)
      ? { read: 'open', date, form: 'rest' }
      : null;
  }
  const call = path.startsWith(TRPC) ? path.slice(TRPC.length) : '';
  if (call !== 'window' && call !== 'open') return null;
  const search = new URLSearchParams(query ?? '');
  const inputs = search.getAll('input');
  const isBatch = search.get('batch') === '1';
  if (search.size !== inputs.length + (isBatch ? 1 : 0) || inputs.length > 1) return null;
  const input = inputOf(inputs[0], isBatch);
  if (input === BROKEN) return null;
  const form = isBatch ? 'batch' : 'trpc';
  if (call === 'window') return input === null ? { read: 'window', date: '', form } : null;
  const { date, ...others } = (input ?? {}) as { date?: unknown };
  return typeof date === 'string' && isCalendarDate(date) && Object.keys(others).length === 0
    ? { read: 'open', date, form }
    : null;
}

const BROKEN = Symbol('broken input');

/** The input inside superjson's envelope, null where there is none. */
function inputOf(text: string | undefined, isBatch: boolean): unknown {
  if (text === undefined) return null;
  try {
    const parsed = JSON.parse(text);
    const { json = null } = (isBatch ? parsed['0'] : parsed) ?? {};
    return typeof json === 'object' ? json : BROKEN;
  } catch {
    return BROKEN;
  }
}
