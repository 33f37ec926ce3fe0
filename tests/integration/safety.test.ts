import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { MAX_PHOTO_URL } from '@/domain/appointment/completion.schema';
import { bodyLimitOf } from '@/server/http/body-limits';
import { isCrossSite, isJsonOrEmpty, safetyHeaders } from '@/server/http/safety';
import { customer } from '../support/actors';
import { startTestApp } from '../support/app';
import { type Product, startProduct } from '../support/product';
import { PROCEDURES, takesPhoto } from '../support/schemas';

describe('the headers', () => {
  const live = safetyHeaders({
    https: true,
    stripeOrigins: true,
    sandboxOrigin: null,
    mapTiles: null,
  });
  const local = safetyHeaders({
    https: false,
    stripeOrigins: false,
    sandboxOrigin: null,
    mapTiles: null,
  });

  test("allow no other origin and no inline script without Stripe's keys", () => {
    const csp = local['content-security-policy'];
    expect(csp).not.toContain('http');
    expect(csp).not.toContain('unsafe');
    expect(csp).toContain("script-src 'self';");
    expect(csp).toContain("frame-src 'none'");
    expect(csp).toContain("frame-ancestors 'none'");
  });

  test('allow only map tiles from the address in the settings', () => {
    const cspWith = (mapTiles: string) =>
      safetyHeaders({ https: true, stripeOrigins: false, sandboxOrigin: null, mapTiles })[
        'content-security-policy'
      ];
    expect(cspWith('https://tiles.example/{z}/{x}/{y}.png?key=1')).toContain(
      "img-src 'self' data: blob: https://tiles.example;",
    );
    expect(cspWith('https://{s}.tiles.example/{z}/{x}/{y}.png')).toContain(
      "img-src 'self' data: blob: https://*.tiles.example;",
    );
  });

  test("allow only Stripe's script, frames, and calls with its keys", () => {
    const csp = live['content-security-policy'];
    const origins = new Set(csp.match(/https:\/\/[^ ;]+/g));
    expect([...origins].sort()).toEqual([
      'https://*.js.stripe.com',
      'https://api.stripe.com',
      'https://hooks.stripe.com',
      'https://js.stripe.com',
    ]);
    expect(csp).not.toContain('unsafe');
  });

  test('have HSTS only on https', () => {
    expect(live['strict-transport-security']).toContain('max-age=31536000');
    expect(local['strict-transport-security']).toBeUndefined();
  });
});

describe('a write', () => {
  const from = (headers: Record<string, string>) =>
    isCrossSite(
      new Request('http://dockside.test/api/x', { method: 'POST', headers }),
      'https://dockside.test',
    );
  const cases: [string, Record<string, string>, boolean][] = [
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'https://dockside.test' }, false],
    ['a bookmark or the address bar', { 'sec-fetch-site': 'none' }, false],
    ['another site', { 'sec-fetch-site': 'cross-site' }, true],
    ['a neighbour on the same domain', { 'sec-fetch-site': 'same-site' }, true],
    ['an older browser on another site', { origin: 'https://evil.example' }, true],
    ['a frame without an origin', { origin: 'null' }, true],
    ['an older browser on our page behind TLS', { origin: 'https://dockside.test' }, false],
    ['a program that is no browser', {}, false],
    [
      'a page that lies about the site it cannot lie about',
      { 'sec-fetch-site': 'cross-site', origin: 'https://dockside.test' },
      true,
    ],
  ];
  for (const [who, headers, refused] of cases) {
    test(`by ${who} is ${refused ? 'refused' : 'accepted'}`, () =>
      expect(from(headers)).toBe(refused));
  }

  test('is accepted only as JSON, and the types that a form can send are refused', () => {
    const body = (type: string | null) =>
      isJsonOrEmpty(
        new Request('http://x/', {
          method: 'POST',
          body: '{}',
          headers: type === null ? {} : { 'content-type': type },
        }),
      );
    expect(body('application/json')).toBe(true);
    expect(body('application/json; charset=utf-8')).toBe(true);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'text/plain; application/json',
    ]) {
      expect([type, body(type)]).toEqual([type, false]);
    }
  });

  test('may be long only in requests with photos', () => {
    for (const { name, inputs } of PROCEDURES) {
      const isLong = bodyLimitOf(name) > 256 * 1024;
      expect([name, isLong]).toEqual([name, inputs.some(takesPhoto)]);
    }
    expect(bodyLimitOf('auth.login')).toBe(256 * 1024);
    expect(bodyLimitOf('booking.create')).toBe(256 * 1024);
    expect(bodyLimitOf('account.addBoat')).toBe(256 * 1024 + MAX_PHOTO_URL);
    expect(bodyLimitOf('driver.complete')).toBe(256 * 1024 + 2 * MAX_PHOTO_URL);
    expect(bodyLimitOf('no.such')).toBe(256 * 1024);
  });
});

describe('a real server', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ env: { DEMO: '0', LOG_LEVEL: 'warn' } });
  }, 120_000);
  afterAll(() => product.stop());

  /** Sends bytes over a socket, so that no client library decides what is sent. */
  function exchange(
    write: (send: (text: string | Uint8Array) => boolean) => unknown,
  ): Promise<string> {
    const { hostname, port } = new URL(product.url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString();
      });
      socket.on('error', () => resolve(answer));
      socket.on('close', () => resolve(answer));
      socket.setTimeout(10_000, () => {
        socket.destroy();
        reject(new Error(`no end of the answer: ${answer.slice(0, 200)}`));
      });
      write((text) => socket.write(text));
    });
  }

  const head = (path: string, ...headers: string[]) =>
    [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      'Connection: close',
      ...headers,
      '',
      '',
    ].join('\r\n');

  /**
   * Sends a body in chunks, up to the first byte too many. A server that closes while more is being
   * sent resets the connection, and its answer may be lost.
   */
  const sendOneByteOver = (limit: number, path: string) =>
    exchange((send) => {
      const chunk = new Uint8Array(64 * 1024).fill(0x20);
      send(head(path, 'Transfer-Encoding: chunked'));
      for (let sent = 0; sent < limit; sent += chunk.byteLength) {
        send(`${chunk.byteLength.toString(16)}\r\n`);
        send(chunk);
        send('\r\n');
      }
      send('1\r\n \r\n');
    });

  test("refuses a chunked body without a length if it's too long", async () => {
    const answer = await sendOneByteOver(256 * 1024, '/api/auth/login');
    expect(answer).toStartWith('HTTP/1.1 413');
  }, 120_000);

  test('reads a short chunked body', async () => {
    const answer = await exchange((send) => {
      send(head('/api/auth/login', 'Transfer-Encoding: chunked'));
      send('2\r\n{}\r\n0\r\n\r\n');
    });
    expect(answer).toStartWith('HTTP/1.1 400');
    expect(answer).toContain('Username is required');
  }, 120_000);

  test('refuses an announced body of 20 MB, and chunks of more than 10, with 413', async () => {
    const path = '/api/appointments/x/complete';
    const announced = await exchange((send) =>
      send(head(path, `Content-Length: ${20 * 1024 * 1024}`)),
    );
    expect(announced).toStartWith('HTTP/1.1 413');
    const streamed = await sendOneByteOver(10 * 1024 * 1024, path);
    expect(streamed).toStartWith('HTTP/1.1 413');
  }, 120_000);

  test('sends the headers with every kind of answer', async () => {
    for (const path of [
      '/',
      '/healthz',
      '/api/fuel-prices',
      '/api/nothing',
      '/api/trpc/auth.me',
      '/api/trpc/nothing',
      '/nothing.js',
    ]) {
      const { headers } = await fetch(product.url + path);
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('permissions-policy')).toContain('geolocation=(self)');
      expect(headers.get('server')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('cookies', () => {
  const signIn = async (secureCookies: boolean) => {
    const app = await startTestApp({
      settings: {
        secureCookies,
        appUrl: secureCookies ? 'https://dockside.test' : 'http://dockside.test',
      },
    });
    const visitor = await customer(app);
    const answer = await visitor.rest('POST', '/api/auth/logout');
    await app.close();
    return answer.headers.getSetCookie().join();
  };

  test('are always HttpOnly and SameSite, and __Host- and Secure over https', async () => {
    const cookie = await signIn(true);
    expect(cookie).toStartWith('__Host-dockside_session=');
    for (const part of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/'])
      expect(cookie).toContain(part);
    expect(cookie).not.toContain('Domain');
    expect(await signIn(false)).toStartWith('dockside_session=');
  });
});
