/** Steps for the backup and restore drills with a running product and its databases. */
import { expect } from 'bun:test';
import { createClient } from '@libsql/client';
import { ORDER } from './actors';
import { fetchApi } from './api-document';

/** Books a time window for the day after tomorrow or later. */
export function book(url: string, index: number): Promise<Response> {
  const date = new Date(Date.now() + (2 + index) * 86_400_000).toISOString().slice(0, 10);
  return fetchApi(`${url}/api/appointments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ORDER, date, customerPhone: '2695550100' }),
  });
}

/** The demo's deliveries that can be completed now. */
export const DUE =
  "select id from appointments where status in ('scheduled', 'en_route') order by id";
/** Each paid PaymentIntent of the sandbox, with its appointment. */
export const PAID = `select id, json_extract(json, '$.metadata') as appointment from objects
  where kind = 'payment_intent' and json_extract(json, '$.status') = 'succeeded' order by id`;

/** @param place a database file's path, or a server's address */
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
 * Waits until a product that was started at `since` (ms) has compared its books with Stripe once.
 * It does so at each start, and could otherwise find a payment before the test does.
 */
export async function compared(place: string, since: number): Promise<void> {
  const done = `select 1 from stripe_events where id = 'reconciled-until' and received_at >= ${since}`;
  for (const giveUpAt = Date.now() + 30_000; Date.now() < giveUpAt; await Bun.sleep(50)) {
    if ((await rowsOf(place, done)).length > 0) return;
  }
}

/** Returns the cookies of the demo's admin, signed in to a running product. */
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

/** Completes a delivery of 10 gallons. @returns the answer */
export async function complete(url: string, id: string): Promise<unknown> {
  const answer = await fetchApi(`${url}/api/appointments/${id}/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: await staffCookie(url) },
    body: JSON.stringify({ actualGallons: 10 }),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}
