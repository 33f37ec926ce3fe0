/** What the drills of backup and restore do with a running product and its databases. */
import { expect } from 'bun:test';
import { createClient } from '@libsql/client';
import { ORDER } from './actors';
import { fetchApi } from './api-document';

/** Books a time slot of the day after tomorrow, or of a later day. */
export function book(url: string, index: number): Promise<Response> {
  const date = new Date(Date.now() + (2 + index) * 86_400_000).toISOString().slice(0, 10);
  return fetchApi(`${url}/api/appointments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ORDER, date, customerPhone: '2695550100' }),
  });
}

/** Deliveries of the demo that can be completed now. */
export const DUE =
  "select id from appointments where status in ('scheduled', 'en_route') order by id";
/** Each PaymentIntent of the sandbox that was paid, and for which appointment. */
export const PAID = `select id, json_extract(json, '$.metadata') as appointment from objects
  where kind = 'payment_intent' and json_extract(json, '$.status') = 'succeeded' order by id`;

/** @param place the path of a database file, or the address of a server */
export async function rowsOf(place: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = createClient({
    url: place.startsWith('http') ? place : `file:${place}`,
    timeout: 5_000,
  });
  try {
    return (await client.execute(statement)).rows.map((row) => ({ ...row }));
  } finally {
    client.close();
  }
}

/**
 * Waits until a product that was started at `since` (ms) has compared its books with Stripe once. It
 * does so at each start, and may find a payment that a test means to find itself.
 */
export async function compared(place: string, since: number): Promise<void> {
  const done = `select 1 from stripe_events where id = 'reconciled-until' and received_at >= ${since}`;
  for (const giveUpAt = Date.now() + 30_000; Date.now() < giveUpAt; await Bun.sleep(50)) {
    if ((await rowsOf(place, done)).length > 0) return;
  }
}

/** The cookies of the demo's admin, signed in at a running product. */
export async function staffCookie(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/trpc/auth.adminLogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: { username: 'admin', password: 'admin-demo' } }),
  });
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Completes a delivery of 10 gallons; the answer. */
export async function complete(url: string, id: string): Promise<unknown> {
  const answer = await fetchApi(`${url}/api/appointments/${id}/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: await staffCookie(url) },
    body: JSON.stringify({ actualGallons: 10 }),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}
