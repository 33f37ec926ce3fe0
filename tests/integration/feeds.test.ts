import { afterEach, describe, expect, test } from 'bun:test';
import { cents } from '@/domain/money';
import type { MarketPrices } from '@/domain/pricing/fuel';
import { FIRST_PRICES } from '@/domain/pricing/price-book';
import type { WeatherDay } from '@/domain/weather';
import { refreshFuelPrices } from '@/server/modules/pricing/price-feed.usecases';
import { ensureFuelPrice } from '@/server/modules/pricing/pricing.usecases';
import { refreshWeather } from '@/server/modules/weather/weather.usecases';
import { FeedUnreachable } from '@/server/ports/feeds/feed';
import { admin } from '../support/actors';
import { SATURDAY_8AM, startTestApp, type TestApp, TODAY } from '../support/app';

const HOUR = 3_600_000;

let app: TestApp;
afterEach(() => app.close());

describe('the weather', () => {
  test('is empty before the first fetch, and a page never waits for it', async () => {
    app = await startTestApp();
    const visitor = app.visitor();
    expect(await visitor.trpc.weather.forecast.query()).toEqual({
      days: [],
      updatedAt: null,
      stale: false,
      zipCode: '49047',
      windMph: [],
    });
    expect((await visitor.rest('GET', '/api/weather')).body).toEqual([]);
  });

  test('shows five days, today first, and a plain list over REST', async () => {
    app = await startTestApp();
    await refreshWeather(app);
    const { days, windMph, ...rest } = await app.visitor().trpc.weather.forecast.query();
    expect(windMph).toHaveLength(5);
    expect(windMph.every((mph) => mph !== null && mph >= 0)).toBe(true);
    expect(rest).toEqual({ updatedAt: SATURDAY_8AM, stale: false, zipCode: '49047' });
    expect(days).toHaveLength(5);
    expect(days[0]?.date).toBe(TODAY);
    const { status, body } = await app.visitor().rest('GET', '/api/weather');
    expect(status).toBe(200);
    expect(body).toEqual(days);
    expect(Object.keys(body[0]).sort()).toEqual([
      'condition',
      'date',
      'highTemp',
      'lowTemp',
      'temperature',
    ]);
  });

  test('is fetched once an hour, and at midnight', async () => {
    app = await startTestApp();
    expect(await refreshWeather(app)).toBe(true);
    app.clock.advance(HOUR / 2);
    expect(await refreshWeather(app)).toBe(false);
    app.clock.advance(HOUR / 2);
    expect(await refreshWeather(app)).toBe(true);
    // 11:50 PM in New York, then 12:10 AM.
    app.clock.set(Date.parse('2026-06-14T03:50:00Z'));
    expect(await refreshWeather(app)).toBe(true);
    app.clock.advance(20 * 60_000);
    expect(await refreshWeather(app)).toBe(true);
    const { days } = await app.visitor().trpc.weather.forecast.query();
    expect(days.map((day) => day.date)[0]).toBe('2026-06-14');
    expect(days).toHaveLength(5);
  });

  test("keeps the last forecast while the feed is unreachable, until it's too old", async () => {
    let broken = false;
    const days: WeatherDay[] = Array.from({ length: 5 }, (_, index) => ({
      date: `2026-06-${13 + index}`,
      condition: 'rainy',
      temperature: 60 + index,
      highTemp: 70,
      lowTemp: 50,
    }));
    app = await startTestApp({
      weather: {
        async forecast() {
          if (broken) throw new FeedUnreachable('down');
          return days.map((day) => ({ ...day, windMph: [] }));
        },
      },
    });
    await refreshWeather(app);
    broken = true;
    const read = () => app.visitor().trpc.weather.forecast.query();
    app.clock.advance(2 * HOUR);
    expect(await refreshWeather(app)).toBe(false);
    expect(await read()).toMatchObject({ days, stale: false });
    app.clock.advance(HOUR);
    expect(await read()).toMatchObject({ days, stale: true, updatedAt: SATURDAY_8AM });
    app.clock.advance(48 * HOUR);
    expect((await read()).days).toEqual(days.slice(2));
    app.clock.advance(72 * HOUR);
    expect(await read()).toMatchObject({ days: [], updatedAt: null, stale: false });
  });
});

describe('the fuel price feed', () => {
  /** A feed whose prices and availability a test controls. */
  async function withFeed(first: MarketPrices, isLive = true) {
    const feed = { prices: first, broken: false };
    app = await startTestApp({
      fuelPrices: {
        station: 'A test feed',
        isLive,
        async latest() {
          if (feed.broken) throw new FeedUnreachable('down');
          return feed.prices;
        },
      },
    });
    await ensureFuelPrice(app);
    return feed;
  }
  const current = () => app.visitor().trpc.pricing.current.query();
  const rows = async () =>
    (await app.deps.db.client.execute('select count(*) as n from fuel_prices')).rows[0]?.n;

  test('replaces the fallback prices immediately', async () => {
    await withFeed({ regularCents: cents(333), premiumCents: cents(444) });
    expect((await current()).market).toEqual({ regularCents: 310, premiumCents: 416 });
    expect(await refreshFuelPrices(app)).toBe(true);
    expect(await current()).toEqual({
      market: { regularCents: 333, premiumCents: 444 },
      charged: { Regular: 433, Premium: 544 },
      list: FIRST_PRICES,
      limits: null,
      nextChangeAt: null,
      updatedAt: SATURDAY_8AM,
      isManual: false,
      station: 'A test feed',
      zipCode: '49047',
    });
  });

  test('writes a new row only for a changed price, and confirms an unchanged one', async () => {
    const feed = await withFeed({ regularCents: cents(333), premiumCents: cents(444) });
    await refreshFuelPrices(app);
    expect(await rows()).toBe(2);
    app.clock.advance(6 * HOUR - 1);
    expect(await refreshFuelPrices(app)).toBe(false);
    app.clock.advance(1);
    expect(await refreshFuelPrices(app)).toBe(true);
    expect(await rows()).toBe(2);
    expect((await current()).updatedAt).toBe(SATURDAY_8AM + 6 * HOUR);
    feed.prices = { regularCents: cents(334), premiumCents: cents(444) };
    app.clock.advance(6 * HOUR);
    await refreshFuelPrices(app);
    expect(await rows()).toBe(3);
    expect((await current()).market.regularCents).toBe(334);
  });

  test("keeps the last prices and their age while it's unreachable", async () => {
    const feed = await withFeed({ regularCents: cents(333), premiumCents: cents(444) });
    await refreshFuelPrices(app);
    feed.broken = true;
    app.clock.advance(30 * HOUR);
    expect(await refreshFuelPrices(app)).toBe(false);
    expect(await current()).toMatchObject({
      market: { regularCents: 333, premiumCents: 444 },
      updatedAt: SATURDAY_8AM,
    });
  });

  test("doesn't make fallback prices newer by fetching them again", async () => {
    await withFeed({ regularCents: cents(310), premiumCents: cents(416) }, false);
    app.clock.advance(48 * HOUR);
    expect(await refreshFuelPrices(app)).toBe(false);
    expect((await current()).updatedAt).toBe(SATURDAY_8AM);
  });

  test("doesn't replace manual prices until they're reverted", async () => {
    await withFeed({ regularCents: cents(333), premiumCents: cents(444) });
    const staff = await admin(app);
    await staff.trpc.admin.setFuelPrices.mutate({ regular: '5.00', premium: '6.00' });
    app.clock.advance(100 * HOUR);
    expect(await refreshFuelPrices(app)).toBe(false);
    expect(await current()).toMatchObject({
      market: { regularCents: 500, premiumCents: 600 },
      isManual: true,
      station: 'Set by us',
    });
    await staff.trpc.admin.revertFuelPrices.mutate();
    expect(await current()).toMatchObject({
      market: { regularCents: 333, premiumCents: 444 },
      isManual: false,
      station: 'A test feed',
    });
  });
});
