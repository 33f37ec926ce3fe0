/** Tests the owner's wind warnings, which staff and drivers read. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { datesFrom } from '@/domain/dates';
import { refreshWeather } from '@/server/modules/weather/weather.usecases';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import type { Visitor } from '../support/visitor';

const HOUR = 3_600_000;

let app: TestApp;
let staff: Visitor;
beforeEach(async () => {
  app = await startTestApp({ capacity: 20, weather: { forecast: async () => forecast() } });
  staff = await admin(app);
  await refreshWeather(app);
});
afterEach(() => app.close());

/** Calm except for 22 mph at 3 PM on the first two days. */
const forecast = () =>
  datesFrom(TODAY, 5).map((date, day) => ({
    date,
    condition: 'sunny' as const,
    ...{ temperature: 70, highTemp: 80, lowTemp: 60 },
    windMph: Array.from({ length: 24 }, (_, hour) => (hour === 15 && day < 2 ? 22 : 6)),
  }));

const setLimit = (windLimitMph: string) =>
  staff.trpc.admin.changeBusinessSettings.mutate({ windLimitMph } as never);
const windsOf = async (date = TOMORROW) => (await staff.trpc.admin.day.query({ date })).winds;

test('there is no wind warning before the owner sets a limit, or with 0', async () => {
  expect(await windsOf()).toEqual([]);
  await setLimit('20');
  expect(await windsOf()).not.toEqual([]);
  await setLimit('0');
  expect(await windsOf()).toEqual([]);
});

test('staff see on any day which time slot has more wind', async () => {
  await setLimit('20');
  const last = { slotIndex: 2, windMph: 22, limitMph: 20 };
  const both = [
    { date: TODAY, ...last },
    { date: TOMORROW, ...last },
  ];
  expect(await windsOf()).toEqual(both);
  expect(await windsOf(TODAY)).toEqual(both);
  await setLimit('22');
  expect(await windsOf()).toEqual([]);
});

test('staff see today how many of tomorrow’s windows with deliveries are windy', async () => {
  await setLimit('20');
  const ofToday = () => staff.trpc.admin.day.query({});
  expect((await ofToday()).windyTomorrow).toBe(0);
  const sam = await customer(app);
  await book(sam, { date: TOMORROW, time: '10:00 AM - 12:00 PM' });
  expect((await ofToday()).windyTomorrow).toBe(0);
  await book(sam, { date: TOMORROW, time: '2:00 PM - 4:00 PM' });
  expect((await ofToday()).windyTomorrow).toBe(1);
  expect((await staff.trpc.admin.day.query({ date: TODAY })).windyTomorrow).toBeNull();
});

test('a driver sees it on their own day, and nothing is cancelled automatically', async () => {
  await setLimit('20');
  const dana = await driver(app);
  const sam = await customer(app);
  const id = await book(sam, { date: TODAY, time: '2:00 PM - 4:00 PM' });
  await readyToDeliver(staff, id, dana.driverId);
  const day = await dana.visitor.trpc.driver.day.query({});
  expect(day).toMatchObject({
    wind: [{ date: TODAY, slotIndex: 2, windMph: 22, limitMph: 20 }],
    deliveries: [{ id, status: 'scheduled' }],
  });
});

test("a forecast that's a day old causes no warning", async () => {
  await setLimit('20');
  app.clock.advance(13 * HOUR);
  expect(await windsOf()).not.toEqual([]);
  app.clock.advance(12 * HOUR);
  expect(await windsOf()).toEqual([]);
});
