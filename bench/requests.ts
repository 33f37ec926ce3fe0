/** The same reads and bookings in three forms: of the pages, of outside callers and of the reference. */
import { bookingDates, TIME_SLOTS } from '@/domain/slots/time-slots';
import { localMoment } from '@/domain/time';
import type { Step } from './load';

/** The 14 dates by the business's clock; the product is started with its default zone. */
export const DATES = bookingDates(localMoment(Date.now(), 'America/New_York').date);
/** A date in the middle, so that none of its time slots has begun. */
const ONE_DATE = DATES[6] as string;

/** One call as httpBatchLink sends it. */
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
    /** Outside callers ask date by date: 14 requests are one answer. */
    window: DATES.map((date) => read(`/api/time-slots/${date}`)),
  },
  sqlite: {
    date: [read(`/${ONE_DATE}`)],
    window: [read(`/${DATES.join(',')}`)],
  },
} as const satisfies Record<string, Record<'date' | 'window', Step[]>>;

/** Bookings of all time slots in turn, except today's, which may have begun. */
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

/** The first page, as a browser asks for it. */
export const HOME: Step[] = [{ ...read('/'), headers: { 'accept-encoding': 'br' } }];

/** A call of tRPC that the hot reads do not answer. */
export const ORDINARY = [read('/api/trpc/support.info?batch=1&input=%7B%7D')];

/** Staff's table of appointments, 100 to a page. */
export const LIST = (cookie: string): Step[] => [
  { ...read(trpcPath('admin.allAppointments', { json: {} })), headers: { cookie } },
];

export const BOOKINGS = {
  trpc: orders.map((order) => book('/api/trpc/booking.create?batch=1', { 0: { json: order } })),
  rest: orders.map((order) => book('/api/appointments', order)),
  sqlite: orders.map((order) => book('/', order)),
} as const satisfies Record<string, Step[]>;

/** Nine reads of the 14 dates to each booking. */
export function nineToOne(reads: Step[], bookings: Step[]): Step[] {
  const [first] = reads;
  return bookings.flatMap((booking) => [booking, ...Array<Step>(9).fill(first as Step)]);
}

/** A read right after each booking. */
export function readAfterEach(reads: Step[], bookings: Step[]): Step[] {
  return bookings.flatMap((booking) => [booking, ...reads]);
}
