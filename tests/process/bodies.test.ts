/** Tests bodies that trickle in over separate sockets. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { type Product, startProduct } from '../support/product';

let product: Product;
let cookie: string;
beforeAll(async () => {
  product = await startProduct({ env: { DEMO: '0', LOG_LEVEL: 'warn' } });
  const answer = await fetch(`${product.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ username: 'sam', password: 'six-characters', email: 'sam@lake.example' },
      ...{ fullName: 'Sam Waters', phone: '(269) 555-0117', homeAddress: 'Pier 4' },
    }),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  cookie = cookies.join('; ');
}, 120_000);
afterAll(() => product.stop());

type Ended = { answer: string; seconds: number };

/** Sends a request's head, then a byte every two seconds for as long as the server allows. */
function trickle(path: string, ...headers: string[]): Promise<Ended> {
  return drip(`POST ${path}`, headers);
}

function drip(call: string, headers: string[]): Promise<Ended> {
  const { hostname, port } = new URL(product.url);
  const isChunked = headers.some((line) => line.includes('chunked'));
  const started = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.write(
      [
        ...[`${call} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json'],
        ...[...headers, '', ''],
      ].join('\r\n'),
    );
    const timer = setInterval(() => socket.write(isChunked ? '1\r\n \r\n' : ' '), 2_000);
    const end = () => {
      clearInterval(timer);
      socket.destroy();
      resolve({ answer, seconds: (performance.now() - started) / 1000 });
    };
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', () => {});
    socket.on('close', end);
    setTimeout(end, 90_000).unref();
  });
}

const LONG = 'Content-Length: 400000';
const SHORT = 'Content-Length: 1000';
const CHUNKED = 'Transfer-Encoding: chunked';

test('a body that trickles in gets a 408 after 30 seconds, and its connection closes', async () => {
  const own = `Cookie: ${cookie}`;
  const sent = await Promise.all([
    trickle('/api/trpc/auth.login', SHORT),
    trickle('/api/trpc/auth.login', CHUNKED),
    trickle('/api/auth/login', SHORT),
    trickle('/api/auth/login', CHUNKED),
    trickle('/api/stripe/webhook', SHORT),
    trickle('/stripe-sandbox/v1/customers', SHORT),
    trickle('/no/such/path', SHORT),
    // Uses both of the account's turns for long bodies.
    trickle('/api/trpc/account.addBoat', LONG, own),
    trickle('/api/trpc/account.addBoat', LONG, own),
    trickle('/api/trpc/booking.create', CHUNKED),
  ]);
  for (const { answer, seconds } of sent) {
    expect(answer).toStartWith('HTTP/1.1 408');
    expect(answer).toContain('This took too long to reach us.');
    expect(seconds).toBeGreaterThan(29);
    expect(seconds).toBeLessThan(60);
  }
  // The turns are available again.
  const photo = `data:image/jpeg;base64,${'A'.repeat(400_000)}`;
  const { status } = await fetch(`${product.url}/api/trpc/account.addBoat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ json: { name: 'Gull', fillerPhoto: photo } }),
  });
  expect(status).toBe(400);
}, 150_000);

test('a read that sends a body is answered, and its connection closes', async () => {
  for (const path of ['/healthz', '/api/fuel-prices', '/api/trpc/slots.window', '/no/such/path']) {
    for (const header of [SHORT, CHUNKED]) {
      const { answer, seconds } = await drip(`GET ${path}`, [header]);
      expect(answer).toMatch(/^HTTP\/1\.1 (200|404)/);
      expect([path, header, seconds < 20]).toEqual([path, header, true]);
    }
  }
}, 150_000);
