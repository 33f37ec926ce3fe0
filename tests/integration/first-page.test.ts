import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { refreshWeather } from '@/server/modules/weather/weather.usecases';
import { admin, book, customer } from '../support/actors';
import { SATURDAY_8AM, startTestApp, type TestApp } from '../support/app';
import { firstPage, SHELL, startFirstPages } from '../support/first-page';

let app: TestApp;
let pages: ReturnType<typeof startFirstPages>;
beforeAll(async () => {
  app = await startTestApp();
  await refreshWeather(app);
});
beforeEach(() => {
  app.clock.set(SATURDAY_8AM);
  pages = startFirstPages(app);
});
afterAll(() => app.close());

/** The text that a person sees. */
const seen = (html: string) =>
  html
    .replace(/<script type="application\/json".*?<\/script>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the first HTML of / and /schedule', () => {
  test("shows the booking window's dates, the prices, and the weather", async () => {
    const home = seen(await pages.read('/'));
    expect(home).toContain('Fuel Delivery at Your Dock');
    expect(home).toContain('Today Jun 13 Sun Jun 14 Mon Jun 15');
    expect(home).toContain('$4.10');
    expect(home).toContain('Lake area 49047');
    expect(home).toContain('Nothing scheduled yet');
    expect(await pages.read('/')).toContain('<html lang="en" data-zone="America/New_York">');
    const schedule = await pages.read('/schedule');
    expect(seen(schedule)).toContain('Schedule Delivery');
    expect(seen(schedule)).toContain('Today Jun 13');
    expect(schedule).toContain('<title>Schedule Delivery | Dockside</title>');
    expect(schedule).toContain('data-files="[&quot;/assets/schedule.js&quot;]"');
  });

  test('has nothing about the visitor, with any cookies', async () => {
    const pat = await customer(
      { ...app, visitor: pages.visitor },
      { fullName: 'Patience Harborough' },
    );
    await book(pat);
    const known = await (await pat.fetch('/')).text();
    const stranger = await pages.read('/', { cookie: 'theme=dark; dockside_device=x' });
    const guest = await pages.read('/', { cookie: 'dockside_guest=somebody' });
    for (const cookie of ['dockside_keys=x', 'dockside_manage=x', 'dockside_session=x']) {
      expect(await pages.read('/', { cookie })).toEqual(guest);
    }
    expect(known).not.toContain('Patience');
    expect(known).not.toContain('Lakeshore');
    expect(known).toBe(guest);
    expect(seen(known)).not.toContain('Login');
    expect(seen(known)).toContain('Loading deliveries');
    expect(stranger).toBe(await pages.read('/'));
    expect(seen(stranger)).toContain('Login');
    const { headers } = await pages.get('/');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toContain('cookie');
  });

  test('allows only its own style and script, by hash', async () => {
    const { headers } = await pages.get('/');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self' 'sha256-script';");
    expect(policy).toContain("style-src 'self' 'sha256-style';");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-frame-options')).toBe('DENY');
    const html = await pages.read('/');
    const scripts = [...html.matchAll(/<script(?: type="([^"]*)")?/g)].map(([, type]) => type);
    expect(scripts).toEqual([undefined, 'application/json']);
    expect(html.match(/<style/g)).toHaveLength(1);
    expect(html).not.toMatch(/ (style|on\w+)="/);
  });

  test('is compressed as the browser asks', async () => {
    const plain = await pages.read('/');
    const packed = async (encoding: string) => {
      const answer = await pages.get('/', { 'accept-encoding': encoding });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { named: answer.headers.get('content-encoding'), bytes };
    };
    const br = await packed('gzip, deflate, br');
    const gzip = await packed('gzip');
    expect([br.named, gzip.named]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(br.bytes).toString()).toBe(plain);
    expect(gunzipSync(gzip.bytes).toString()).toBe(plain);
  });
});

describe('a page is never older than an acknowledged change', () => {
  test('of a blocked date, a price, or a minute', async () => {
    const boss = await admin(app);
    const first = await pages.read('/');
    expect(await pages.read('/')).toBe(first);
    await boss.trpc.admin.blockDays.mutate({ from: '2026-06-15' });
    expect(seen(await pages.read('/'))).toContain('Mon Jun 15 No slots');
    await boss.trpc.admin.setFuelPrices.mutate({ regular: 5.77, premium: 6 });
    expect(seen(await pages.read('/'))).toContain('$6.77');
    app.clock.advance(25 * 60_000);
    expect(seen(await pages.read('/'))).toContain('25 minutes ago');
    app.clock.advance(24 * 3_600_000);
    expect(seen(await pages.read('/'))).toContain('Today Jun 14');
  });

  test('and many simultaneous requests share one rendering', async () => {
    let renderings = 0;
    const counted = startFirstPages(app, async () => ({
      ...firstPage,
      render: (page) => {
        renderings += 1;
        return firstPage.render(page);
      },
    }));
    const answers = await Promise.all(Array.from({ length: 20 }, () => counted.read('/')));
    expect(new Set(answers).size).toBe(1);
    expect(renderings).toBe(1);
  });
});

describe('the empty page', () => {
  test('is served at every other address', async () => {
    for (const path of ['/?manage=abc', '/schedule?edit=1', '/schedule/', '/account', '/?']) {
      const answer = await pages.get(path);
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, SHELL]);
    }
    expect((await pages.get('/', {}, 'POST')).status).toBe(404);
  });

  test("is served, and the failure logged once, if a page can't be rendered", async () => {
    const failures: unknown[] = [];
    const log = { ...app.deps.log, error: (...line: unknown[]) => void failures.push(line) };
    const broken = startFirstPages({ ...app, deps: { ...app.deps, log } }, async () => ({
      ...firstPage,
      render: () => Promise.reject(new Error('no such component')),
    }));
    expect(await broken.read('/')).toBe(SHELL);
    expect(await broken.read('/')).toBe(SHELL);
    expect(JSON.stringify(failures)).toContain('a first page could not be rendered');
    expect(failures).toHaveLength(1);
  });

  test('is served while the rendering code is missing', async () => {
    let isThere = false;
    const late = startFirstPages(app, async () => {
      if (!isThere) throw new Error('not found');
      return firstPage;
    });
    expect(await late.read('/')).toBe(SHELL);
    isThere = true;
    app.clock.advance(60_000);
    expect(seen(await late.read('/'))).toContain('Today Jun 13');
  });

  test('says at an unknown address that there is nothing', async () => {
    const answer = await pages.get('/no/such/page');
    expect([answer.status, await answer.text()]).toEqual([404, SHELL]);
  });
});
