/** The reads and bookings of the load test, in three forms: tRPC, REST, and the reference server's. */
import { bookingDates, TIME_SLOTS } from '@/domain/slots/time-slots';
import { localMoment } from '@/domain/time';
import type { Step } from './load';

/** The 14 dates in the business's time zone. The product starts with the default zone. */
export const DATES = bookingDates(localMoment(Date.now(), 'America/New_York').date);
/** A date in the middle of the booking window, so that none of its windows is in progress. */
const ONE_DATE = DATES[6] as string;

/** A call in the form that httpBatchLink sends. */
const trpcPath = (call: string, input: unknown) =>
  `/api/trpc/${call}?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: input }))}`;
const read = (path: string): Step => ({ kind: 'read', method: 'GET', path });

export const READS = {
  trpc: {
    date: [read(trpcPath('slots.open', { json: { date: ONE_DATE } }))],
    window: [read(trpcPath('slots.window', { json: null, meta: { values: ['undefined'] } }))],
  },
  rest: {
    date: [read(`/api/time-slots/${ONE_DATE}`)],
    /** Outside callers request each date, so 14 requests count as one answer. */
    window: DATES.map((date) => read(`/api/time-slots/${date}`)),
  },
  sqlite: {
    date: [read(`/${ONE_DATE}`)],
    window: [read(`/${DATES.join(',')}`)],
  },
} as const satisfies Record<string, Record<'date' | 'window', Step[]>>;

/** Books all windows in turn, except today's, which may be in progress. */
const orders = DATES.slice(1).flatMap((date) =>
  TIME_SLOTS.map(({ label }) => ({
    date,
    time: label,
    location: 'Dock 4, slip 12',
    estimatedGallons: 20,
    customerPhone: '(269) 555-0100',
    requestId: 'bench-########',
  })),
);
const book = (path: string, body: unknown): Step => ({
  kind: 'book',
  method: 'POST',
  path,
  body: JSON.stringify(body),
});

/** The first page, as a browser requests it. */
export const HOME: Step[] = [{ ...read('/'), headers: { 'accept-encoding': 'br' } }];

export const BOOKINGS = {
  trpc: orders.map((order) => book('/api/trpc/booking.create?batch=1', { 0: { json: order } })),
  rest: orders.map((order) => book('/api/appointments', order)),
  sqlite: orders.map((order) => book('/', order)),
} as const satisfies Record<string, Step[]>;

/** 9 reads of the 14 dates per booking. */
export function nineToOne(reads: Step[], bookings: Step[]): Step[] {
  const [first] = reads;
  return bookings.flatMap((booking) => [booking, ...Array<Step>(9).fill(first as Step)]);
}

/** A read right after each booking. */
export function readAfterEach(reads: Step[], bookings: Step[]): Step[] {
  return bookings.flatMap((booking) => [booking, ...reads]);
}
