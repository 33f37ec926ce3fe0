/** The owner changes the time zone, and everything that's booked keeps its date and window. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { CONFIRMED_FOR_MS } from '@/domain/account/second-factor';
import { onlyZone } from '@/domain/time-zones';
import { todayOf } from '@/server/config/deps';
import { startJobs } from '@/server/jobs/schedule';
import { adoptSavedZones } from '@/server/modules/business-settings/time-zone.usecases';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { SATURDAY_8AM, startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { startFirstPages } from '../support/first-page';
import { refusal, type Visitor } from '../support/visitor';

const [EAST, CENTRAL, WEST] = ['America/New_York', 'America/Chicago', 'America/Los_Angeles'];

let app: TestApp;
let owner: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 50 });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(SATURDAY_8AM);
  owner = await admin(app);
  await app.deps.db.client.execute('delete from business_settings');
  Object.assign(app.deps.settings, { timeZone: EAST, zones: onlyZone(EAST) });
});

const change = (timeZone: string, read = EAST) =>
  owner.trpc.admin.changeTimeZone.mutate({ timeZone, read });

test('a fresh start has the zone of the environment', async () => {
  const { timeZone, choices } = await owner.trpc.admin.timeZone.query();
  expect(timeZone).toBe(EAST);
  expect(choices).toContain(WEST);
  expect((await app.visitor().trpc.support.company.query()).timeZone).toBe(EAST);
});

test('a booked delivery keeps its date and window, and its calendar event moves', async () => {
  const sam = await customer(app);
  const id = await book(sam, { date: TOMORROW });
  const before = await sam.trpc.booking.get.query({ id });
  app.clock.advance(60_000);
  await change(CENTRAL);
  const after = await sam.trpc.booking.get.query({ id });
  expect([after.date, after.time, after.version]).toEqual([
    before.date,
    before.time,
    before.version,
  ]);
  expect(after.times.start - before.times.start).toBe(3_600_000);
  expect(after.times.sequence).toBe(before.times.sequence + 1);
  expect(after.times.changedAt).toBe(SATURDAY_8AM + 60_000);
});

test('what’s delivered and paid keeps its time and date', async () => {
  const sam = await customer(app);
  const { driverId } = await driver(app);
  const id = await book(sam, { date: TODAY });
  await readyToDeliver(owner, id, driverId);
  app.clock.set(Date.parse('2026-06-14T04:20:00Z'));
  owner = await admin(app);
  await owner.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  const details = await sam.trpc.booking.get.query({ id });
  const days =
    'select moved_on, count(*) as entries from ledger group by moved_on order by moved_on';
  const { rows } = await app.deps.db.client.execute(days);
  expect(rows.map((row) => row.moved_on)).toContain('2026-06-14');
  app.clock.advance(60_000);
  await change(WEST);
  expect(todayOf(app.deps)).toBe(TODAY);
  const after = await sam.trpc.booking.get.query({ id });
  expect([after.paidOn, after.times]).toEqual([details.paidOn, details.times]);
  expect(details.paidOn).toBe('2026-06-14');
  expect((await app.deps.db.client.execute(days)).rows).toEqual(rows);
});

test('the windows that can be booked follow the new clock', async () => {
  const open = async () => {
    const { days } = await app.visitor().trpc.slots.window.query();
    return days.find(({ date }) => date === TODAY)?.timeSlots.length;
  };
  // 12:30 PM in New York, 9:30 AM in Los Angeles.
  app.clock.set(Date.parse('2026-06-13T16:30:00Z'));
  owner = await admin(app);
  const before = Number(await open());
  await change(WEST);
  expect(Number(await open())).toBeGreaterThan(before);
  expect(todayOf(app.deps)).toBe(TODAY);
});

test('pages and messages name the new zone', async () => {
  const pages = startFirstPages(app);
  expect(await pages.read('/')).toContain(`data-zone="${EAST}"`);
  await change(CENTRAL);
  expect(await pages.read('/')).toContain(`data-zone="${CENTRAL}"`);
  await sendOutbox(app);
  app.mails.length = 0;
  await book(await customer(app), { date: TOMORROW });
  await sendOutbox(app);
  const booked = app.mails.find(({ calendar }) => calendar);
  expect(booked?.text).toContain('Central Time');
  expect(booked?.text).not.toContain('Eastern Time');
});

test('an email that was waiting names the new zone, and its file has the new time', async () => {
  await sendOutbox(app);
  app.mails.length = 0;
  await book(await customer(app), { date: TOMORROW });
  app.clock.advance(1_000);
  await change(CENTRAL);
  await sendOutbox(app);
  const booked = app.mails.find(({ calendar }) => calendar);
  expect(booked?.text).toContain('10:00 AM - 12:00 PM Central Time');
  expect(booked?.calendar).toContain('DTSTART:20260614T150000Z');
});

test('the owner sees beforehand what the change means', async () => {
  const effect = (timeZone: string) => owner.trpc.admin.timeZoneEffect.query({ timeZone });
  const before = await effect(CENTRAL);
  await book(await customer(app), { date: TOMORROW });
  const { newestEntry: readEntry } = await owner.trpc.admin.ownPrices.query();
  const price = { smallBag: 6, readEntry, date: TOMORROW, time: '06:00' };
  await owner.trpc.admin.changePrices.mutate(price as never);
  const after = await effect(CENTRAL);
  expect(after.deliveries).toBe(before.deliveries + 1);
  expect(after).toMatchObject({ moved: after.deliveries, laterMinutes: 60, plannedPrices: 1 });
  expect(await effect(WEST)).toMatchObject({ laterMinutes: 180 });
  expect(await effect('America/Detroit')).toMatchObject({ moved: 0, laterMinutes: 0 });
  for (const zone of ['Mars/Base', '+05:00']) {
    expect(await refusal(effect(zone))).toMatchObject({
      message: 'Select a time zone from the list.',
    });
  }
});

test('if two owners change it at once, the second one sees who did, and nothing is overwritten', async () => {
  const countEntries = async () => {
    const { entries } = await owner.trpc.admin.activity.query({ filter: {} });
    return entries.filter(({ action }) => action === 'settings.zone_changed').length;
  };
  const before = await countEntries();
  await change(CENTRAL);
  expect(await refusal(change(WEST, EAST))).toMatchObject({ reason: 'changed_meanwhile' });
  expect(app.deps.settings.timeZone).toBe(CENTRAL);
  expect((await change(CENTRAL, EAST)).timeZone).toBe(CENTRAL);
  expect(await countEntries()).toBe(before + 1);
  await change(WEST, CENTRAL);
  expect(app.deps.settings.zones.map(({ zone }) => zone)).toEqual([EAST, CENTRAL, WEST]);
});

test('the change needs a proof of identity, and an unknown zone is refused', async () => {
  expect(await refusal(change('Mars/Base'))).toMatchObject({
    message: 'Select a time zone from the list.',
  });
  app.clock.advance(CONFIRMED_FOR_MS + 1);
  expect(await refusal(change(CENTRAL))).toMatchObject({ reason: 'confirm_identity' });
  expect(app.deps.settings.timeZone).toBe(EAST);
});

test('other settings and the zone don’t overwrite each other', async () => {
  await owner.trpc.admin.changeBusinessSettings.mutate({ companyName: 'Sister Lakes' } as never);
  await change(CENTRAL);
  await owner.trpc.admin.changeBusinessSettings.mutate({ waters: 'Sister Lakes' } as never);
  expect(await app.visitor().trpc.support.company.query()).toMatchObject({
    ...{ name: 'Sister Lakes', waters: 'Sister Lakes', timeZone: CENTRAL },
  });
});

test('every process has the new zone, at its start and with its next check for jobs', async () => {
  const other = { ...app.deps, settings: { ...app.deps.settings } };
  await change(CENTRAL);
  expect(other.settings.timeZone).toBe(EAST);
  const beats = Promise.withResolvers<void>();
  const read: typeof app.deps.db.read = async (queries) => {
    const rows = await app.deps.db.read(queries);
    setTimeout(beats.resolve, 0);
    return rows;
  };
  const jobs = startJobs({ ...other, db: { ...app.deps.db, read } });
  await beats.promise;
  expect(other.settings.timeZone).toBe(CENTRAL);
  await jobs.stop();

  const started = { ...app.deps, settings: { ...app.deps.settings, timeZone: EAST } };
  await adoptSavedZones(started);
  expect(started.settings).toMatchObject({ timeZone: CENTRAL });
});
