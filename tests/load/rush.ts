/** Many customers who book the same few time slots simultaneously, for the load tests. */
import { expect } from 'bun:test';
import type { Client } from '@libsql/client';
import { fetchApi } from '../support/api-document';
import type { Product } from '../support/product';
import { Visitor } from '../support/visitor';

const AT_ONCE = 60;

/** `bun run test:load` runs the full form, and `bun run test` a short one. */
export const ATTEMPTS = process.env.LOAD_FULL ? 10_000 : 600;

const NO_CARD = { browserFetch: () => Promise.reject(new Error('no card is saved here')) };

/** A browser for a server, for calls that need no card. */
export const visitorAt = ({ url }: Product) => new Visitor(fetchApi, NO_CARD, url);

/** The servers printed no failure except late answers, which a busy machine may cause. */
export function expectNoFailures(servers: Product[]) {
  const failures = servers
    .flatMap((server) => server.output().split('\n'))
    .filter((line) => line.includes('a request failed') && !line.includes('LateError'));
  expect(failures).toEqual([]);
}

type TimeSlot = { date: string; time: string };

/** Every open time slot, read from the first server. */
export async function timeSlotsOf(server: Product): Promise<TimeSlot[]> {
  const answer = await fetch(`${server.url}/api/trpc/slots.window`);
  const { days } = (await answer.json()).result.data.json as {
    days: { date: string; timeSlots: { label: string }[] }[];
  };
  return days.flatMap(({ date, timeSlots }) =>
    timeSlots.map(({ label }) => ({ date, time: label })),
  );
}

/** One booking, as the guest behind `by`, or as a new guest. */
export function bookAt(
  server: Product,
  timeSlot: TimeSlot | undefined,
  name: string,
  by: Pick<Visitor, 'fetch'> = { fetch: fetchApi },
) {
  return by.fetch(`${server.url}/api/appointments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...timeSlot,
      location: `Dock ${name}`,
      estimatedGallons: 10,
      customerPhone: '2695550100',
      requestId: `attempt-${name}`,
    }),
  });
}

/**
 * Books as our pages do. If a busy machine answers 503, the outcome is unknown, so the call is
 * repeated with its key until there's an answer.
 */
async function bookUntilAnswered(
  ...[server, timeSlot, name]: Parameters<typeof bookAt>
): Promise<Response> {
  const guest = visitorAt(server);
  for (;;) {
    const answer = await bookAt(server, timeSlot, name, guest);
    if (answer.status !== 503) return answer;
    expect(await answer.text()).toContain('in a few seconds');
  }
}

/** Spreads attempts over the servers. Each time slot is booked once, and the rest get a 409. */
export async function expectOneBookingEach(servers: Product[], client: Client) {
  const timeSlots = await timeSlotsOf(servers[0] as Product);
  expect(timeSlots).toHaveLength(42);
  const statuses: number[] = [];
  const messages = new Set<string>();
  let next = 0;
  const attempt = async () => {
    for (let index = next++; index < ATTEMPTS; index = next++) {
      const server = servers[index % servers.length] as Product;
      const response = await bookUntilAnswered(
        server,
        timeSlots[index % timeSlots.length],
        String(index),
      );
      statuses.push(response.status);
      const { message } = (await response.json()) as { message?: string };
      if (message) messages.add(message);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, attempt));

  const tally = Object.groupBy(statuses, String);
  expect(Object.keys(tally).sort()).toEqual(['201', '409']);
  expect(tally['201']).toHaveLength(42);
  expect(tally['409']).toHaveLength(ATTEMPTS - 42);
  expect([...messages]).toEqual([
    'Unable to schedule your appointment. Please select a different time.',
  ]);
  const { rows } = await client.execute(
    "select count(*) as booked, count(distinct date || slot_index) as timeSlots from appointments where status <> 'cancelled'",
  );
  expect(rows[0]).toMatchObject({ booked: 42, timeSlots: 42 });
}
