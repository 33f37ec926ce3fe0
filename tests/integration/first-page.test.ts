import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { costMs, OWN_PAGE_ALLOWANCE } from '@/domain/limits';
import { refreshWeather } from '@/server/modules/weather/weather.usecases';
import { admin, book, customer } from '../support/actors';
import { SATURDAY_8AM, startTestApp, type TestApp } from '../support/app';
import { firstPage, SHELL, startFirstPages } from '../support/first-page';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let pages: ReturnType<typeof startFirstPages>;
beforeAll(async () => {
  app = await startTestApp({
    capacity: 9,
    settings: { emergency: { password: 'break the glass', isShown: false } },
  });
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
    expect(home).toMatch(/Today Jun 13 \d+ mph Sun Jun 14 \d+ mph Mon Jun 15/);
    expect(home).toContain('$4.10');
    expect(home).toContain('Lake area 49047');
    expect(home).toContain('How it works');
    expect(home).toContain('Mon-Fri: 8AM-6PM');
    expect(home).toContain('(269) 555-0100');
    expect(await pages.read('/')).toContain('<html lang="en" data-zone="America/New_York">');
    const schedule = await pages.read('/schedule');
    expect(seen(schedule)).toContain('Schedule Delivery');
    expect(seen(schedule)).toContain('Today Jun 13');
    expect(schedule).toContain('<title>Schedule Delivery | Dockside</title>');
    expect(schedule).toContain('data-files="[&quot;/assets/schedule.js&quot;]"');
  });

  test('is the same for every visitor, with any cookies that identify no one', async () => {
    const stranger = await pages.read('/');
    expect(seen(stranger)).toContain('Login');
    const cookies = ['guest', 'keys', 'manage', 'session', 'device'];
    for (const name of cookies) {
      const cookie = `theme=dark; dockside_${name}=x`;
      expect(await pages.read('/', { cookie })).toBe(stranger);
    }
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

describe('the first HTML for a person', () => {
  const known = () => ({ ...app, visitor: pages.visitor });
  const sessionIn = (one: Visitor) => `dockside_session=${one.cookie('dockside_session')}`;
  const stateIn = (html: string) =>
    /<script type="application\/json".*?>(.*?)<\/script>/s.exec(html)?.[1] ?? '';

  test('has their own name, deliveries, boats, and docks, and no one else’s', async () => {
    const pat = await customer(known(), { fullName: 'Patience Harborough' });
    const lee = await customer(known(), { fullName: 'Leander Quay' });
    await pat.trpc.account.addBoat.mutate({ name: 'Quiet Heron' });
    await book(pat, { location: 'Patience Pier' });
    await book(lee, { location: 'Leander Landing' });
    const read = async (path: string) => {
      const asked = [pat, lee, null, pat, lee].map((one) =>
        one ? one.fetch(path) : pages.get(path),
      );
      return Promise.all(asked.map(async (answer) => (await answer).text()));
    };
    for (const path of ['/', '/schedule']) {
      const [first, second, visitors, ...again] = await read(path);
      for (const html of [first, again[0]]) {
        expect(html).toContain('Patience Harborough');
        expect(html).toContain('Patience Pier');
        expect(html).toContain('Quiet Heron');
        expect(html).not.toContain('Leander');
      }
      for (const html of [second, again[1]]) {
        expect(html).toContain('Leander Quay');
        expect(html).not.toContain('Patience');
        expect(html).not.toContain('Quiet Heron');
      }
      expect(visitors).not.toMatch(/Patience|Leander|Quiet Heron/);
      expect(visitors).toBe(await pages.read(path));
    }
    expect(seen(await (await pat.fetch('/')).text())).toContain('Welcome, Patience Harborough');
  });

  test('has the profile of the account’s own page, and a sign-in for everyone else', async () => {
    const pat = await customer(known(), { fullName: 'Patience "Pat" Harborough' });
    await pat.trpc.account.addBoat.mutate({ name: 'Quiet Heron' });
    const answer = await pat.fetch('/account');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const html = await answer.text();
    expect(html).toContain('value="Patience &quot;Pat&quot; Harborough"');
    expect(html).toContain('Quiet Heron');
    const guest = pages.visitor();
    await book(guest, { location: 'Guest Gangway', customerPhone: '(269) 555-0191' });
    for (const other of [
      await pages.read('/account'),
      await (await guest.fetch('/account')).text(),
    ]) {
      expect(other).toContain('Authentication Required');
      expect(other).not.toMatch(/Patience|Quiet Heron/);
    }
    // The page of deliveries must ask for the guest's list, because this page doesn't have it.
    expect(stateIn(await (await guest.fetch('/account')).text())).not.toContain('"list"');
    const boss = await admin(known());
    expect(await (await boss.fetch('/account')).text()).toContain('Loading your account…');
  });

  test('shows a guest the deliveries of this browser', async () => {
    const guest = pages.visitor();
    await book(guest, { location: 'Guest Gangway', customerPhone: '(269) 555-0190' });
    const html = await (await guest.fetch('/')).text();
    expect(seen(html)).toContain('Guest Gangway');
    expect(seen(html)).toContain('Login');
    expect(await pages.read('/')).not.toContain('Guest Gangway');
  });

  test('is kept by no one, and sets no cookies', async () => {
    const pat = await customer(known());
    const { headers } = await pat.fetch('/');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('vary')).toBe('accept-encoding, cookie');
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('is a visitor’s as soon as the session has ended', async () => {
    const pat = await customer(known(), { fullName: 'Patience Harborough' });
    const address = '/';
    const cookie = sessionIn(pat);
    expect(await pages.read(address, { cookie })).toContain('Patience');
    await pat.trpc.auth.logout.mutate();
    expect(await pages.read(address, { cookie })).toBe(await pages.read(address));
  });

  test('has a place with tags and quotes as text only', async () => {
    const pat = await customer(known());
    await book(pat, { location: '</script><img src=x onerror=alert(1)> Pier' });
    const html = await (await pat.fetch('/')).text();
    expect(html).not.toContain('<img src=x');
    expect(stateIn(html)).toContain('\\u003c/script>');
    expect(JSON.parse(stateIn(html)).answers.queries.length).toBeGreaterThan(3);
  });

  test('leaves out staff, in emergency access too', async () => {
    const visitor = pages.visitor();
    await visitor.trpc.auth.emergencyLogin.mutate({ password: 'break the glass' });
    const html = await (await visitor.fetch('/')).text();
    expect(seen(html)).toContain('Loading deliveries');
    expect(seen(html)).not.toContain('Emergency access');
    expect(seen(html)).not.toContain('Login');
    const boss = await admin(known());
    const staff = await (await boss.fetch('/')).text();
    expect(seen(staff)).toContain('Loading deliveries');
    expect(seen(staff)).not.toContain('Welcome');
  });

  test('comes without their own part to someone who opens it over and over', async () => {
    const settings = { ...app.deps.settings, limitFactor: 1 };
    const limited = startFirstPages({ ...app, deps: { ...app.deps, settings } });
    const pat = await customer(known());
    const lee = await customer(known());
    const read = (one: Visitor) => limited.read('/', { cookie: sessionIn(one) });
    for (let page = 0; page < OWN_PAGE_ALLOWANCE.burst; page += 1) {
      expect(await read(pat)).toContain('Welcome');
    }
    const without = await read(pat);
    expect(seen(without)).toContain('Loading deliveries');
    expect(without).not.toContain('Welcome');
    expect(await read(lee)).toContain('Welcome');
    app.clock.advance(costMs(OWN_PAGE_ALLOWANCE));
    expect(await read(pat)).toContain('Welcome');
    expect(await read(pat)).not.toContain('Welcome');
  });

  test('takes one trip to the database once the session is known', async () => {
    const pat = await customer(known());
    await pat.trpc.auth.me.query();
    const { db } = app.deps;
    let underWay = 0;
    let trips = 0;
    const read = (async (...args: Parameters<typeof db.read>) => {
      // Reads that start while another is under way share its round trip.
      if (underWay === 0) trips += 1;
      underWay += 1;
      const rows = await db.read(...args);
      await new Promise((passed) => setTimeout(passed, 20));
      underWay -= 1;
      return rows;
    }) as typeof db.read;
    const counted = startFirstPages({ ...app, deps: { ...app.deps, db: { ...db, read } } });
    const cookie = sessionIn(pat);
    await counted.read('/', { cookie });
    trips = 0;
    expect(await counted.read('/', { cookie })).toContain('Welcome');
    expect(trips).toBe(1);
  });

  test('is the empty page while the database doesn’t answer, and a visitor still has theirs', async () => {
    const pat = await customer(known());
    let isAway = false;
    const { db } = app.deps;
    const read = ((...args: Parameters<typeof db.read>) =>
      isAway ? Promise.reject(new Error('no answer')) : db.read(...args)) as typeof db.read;
    const away = startFirstPages({ ...app, deps: { ...app.deps, db: { ...db, read } } });
    expect(await away.read('/')).not.toBe(SHELL);
    expect(await away.read('/', { cookie: sessionIn(pat) })).toContain('Welcome');
    isAway = true;
    expect(await away.read('/', { cookie: sessionIn(pat) })).toBe(SHELL);
    expect(await away.read('/')).not.toBe(SHELL);
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
    for (const path of [
      '/?manage=abc',
      '/schedule?edit=1',
      '/schedule/',
      '/account?tab=security',
      '/terms',
      '/?',
    ]) {
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
    expect(JSON.stringify(failures)).toContain("a first page couldn't be rendered");
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

  test('shows “not found” at an unknown address', async () => {
    const answer = await pages.get('/no/such/page');
    expect([answer.status, await answer.text()]).toEqual([404, SHELL]);
  });
});
