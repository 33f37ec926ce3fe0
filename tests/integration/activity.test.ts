/** Tests the audit log's screen: its filters, its pages, and its export. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { changesOf } from '@/domain/audit/changes';
import { admin, book, customer, driver, ORDER } from '../support/actors';
import { SATURDAY_8AM, startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const DAY_MS = 86_400_000;

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
let samId: string;
let dana: { visitor: Visitor; driverId: number };
let id: string;
let code: string;

/** Sam books and Dana goes off duty on Saturday, and staff change prices on Sunday. */
beforeAll(async () => {
  app = await startTestApp();
  staff = await admin(app);
  sam = await customer(app, { fullName: 'Sam Seagull' });
  samId = (await sam.trpc.auth.me.query())?.id ?? '';
  dana = await driver(app);
  id = await book(sam);
  await sam.trpc.booking.modify.mutate({ ...ORDER, id, location: 'Hidden Cove Dock' });
  await staff.trpc.admin.confirm.mutate({ id });
  await dana.visitor.trpc.driver.setDuty.mutate({ status: 'offline' });
  ({ publicCode: code } = (await staff.trpc.admin.appointment.query({ id })).appointment);
  app.clock.set(SATURDAY_8AM + DAY_MS);
  await staff.trpc.admin.setFuelPrices.mutate({ regular: '2.89', premium: '3.29' } as never);
});
afterAll(() => app.close());

type Filter = Parameters<typeof staff.trpc.admin.activity.query>[0]['filter'];
const page = (filter: Filter, cursor?: string | null) =>
  staff.trpc.admin.activity.query({ filter, cursor });
const actions = async (filter: Filter) => (await page(filter)).entries.map(({ action }) => action);

test("the activity log shows every entry and what it's about, newest first", async () => {
  const { entries, next } = await page({});
  expect(next).toBeNull();
  expect(entries[0]).toMatchObject({ action: 'prices.set', actorName: 'Alex Harbor' });
  expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).sort((a, b) => b - a));
  expect(entries.find(({ action }) => action === 'appointment.modified')).toMatchObject({
    actorName: 'Sam Seagull',
    before: { location: 'Maple Island Marina' },
    after: { location: 'Hidden Cove Dock' },
    appointment: { id, publicCode: code },
    account: { id: samId, name: 'Sam Seagull', role: 'customer' },
  });
  expect(entries.find(({ action }) => action === 'driver.offline')).toMatchObject({
    subject: `driver:${dana.driverId}`,
    driverName: expect.stringContaining('Dana'),
  });
});

describe('the filters', () => {
  test('by person include what they did and what was done to them', async () => {
    const about = await page({ person: samId });
    expect(about.entries.map(({ action }) => action).sort()).toEqual([
      'account.registered',
      'appointment.card_saved',
      'appointment.confirmed',
      'appointment.modified',
    ]);
  });

  test('work by kind of thing, by thing, and by appointment', async () => {
    expect(await actions({ thing: 'prices' })).toEqual(['prices.set']);
    expect(await actions({ subject: `driver:${dana.driverId}` })).toContain('driver.offline');
    expect(await actions({ appointment: id })).toEqual([
      'appointment.confirmed',
      'appointment.modified',
      'appointment.card_saved',
    ]);
  });

  test('work by business days, including both ends', async () => {
    expect(await actions({ from: TOMORROW })).toEqual(['prices.set']);
    expect(await actions({ to: TODAY })).not.toContain('prices.set');
    expect(await actions({ from: TODAY, to: TOMORROW })).toContain('prices.set');
    expect(await actions({ from: '2026-06-20' })).toEqual([]);
  });

  test('apply together', async () => {
    expect(await actions({ person: samId, thing: 'account' })).toEqual(['account.registered']);
    expect(await actions({ person: samId, from: TOMORROW })).toEqual([]);
  });

  test('by text find names, codes, values, and actions', async () => {
    for (const search of [code, 'hidden cove', 'Seagull']) {
      expect(await actions({ search })).toContain('appointment.modified');
    }
    expect(await actions({ search: 'prices set' })).toEqual(['prices.set']);
    expect(await actions({ search: '100%' })).toEqual([]);
  });

  test("are refused if they're invalid", async () => {
    for (const filter of [
      { thing: 'weather' },
      { from: '13/06/2026' },
      { from: TOMORROW, to: TODAY },
    ]) {
      expect(await refusal(page(filter as Filter))).toMatchObject({ status: 400 });
    }
    expect((await refusal(page({}, 'nowhere'))).status).toBe(400);
  });
});

test('long lists have pages that neither repeat nor skip an entry while new ones are added', async () => {
  for (let places = 2; places <= 50; places += 1) {
    await staff.trpc.admin.setDefaultCapacity.mutate({ capacity: places });
  }
  for (const filter of [
    { thing: 'slots' },
    {},
    { search: 'places' },
    { search: 'capacity' },
  ] as const) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const answer: Awaited<ReturnType<typeof page>> = await page(filter, cursor);
      seen.push(...answer.entries.map((entry) => entry.id));
      cursor = answer.next;
      await staff.trpc.admin.setFuelPrices.mutate({ regular: '2.89', premium: '3.29' } as never);
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    if ('thing' in filter) expect(seen).toHaveLength(49);
  }
});

test('the export has the filtered entries, no formulas, and its own audit entry', async () => {
  await staff.trpc.admin.addCustomerNote.mutate({ id: samId, text: '=HYPERLINK("x")' });
  // Signed in just now, because an export needs a new proof after five minutes.
  const exporter = await admin(app);
  const answer = await exporter.fetch(`/api/admin/export/activity.csv?person=${samId}&thing=`);
  expect(answer.headers.get('content-type')).toContain('text/csv');
  const lines = (await answer.text()).trim().split('\r\n');
  expect(lines[0]).toBe('When,Who,Role,What,Appointment,Account,Subject,Changes');
  for (const line of lines.slice(1)) expect(line).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d,/);
  expect(lines.join('\n')).toContain('Location: Maple Island Marina → Hidden Cove Dock');
  for (const line of lines) expect(line).not.toMatch(/(^|,)"?=/);
  expect(lines.join('\n')).not.toContain('Prices set');
  expect((await page({ thing: 'export' })).entries[0]).toMatchObject({
    action: 'export.activity',
    actorName: 'Alex Harbor',
    account: { id: samId },
  });
  expect((await exporter.fetch('/api/admin/export/activity.csv?from=tomorrow')).status).toBe(400);
  expect((await sam.fetch('/api/admin/export/activity.csv')).status).toBe(403);
});

test('the filter offers the staff and a named customer', async () => {
  const names = async (person?: string) =>
    (await staff.trpc.admin.activityPeople.query({ person })).map(({ name }) => name);
  expect(await names()).toContain('Alex Harbor');
  expect(await names()).not.toContain('Sam Seagull');
  expect(await names(samId)).toContain('Sam Seagull');
});

test('names the drivers that a change is about, in the history, the list, and the export', async () => {
  const booked = await book(sam, { time: '2:00 PM - 4:00 PM' });
  await staff.trpc.admin.confirm.mutate({ id: booked });
  await staff.trpc.admin.schedule.mutate({ id: booked, driverId: dana.driverId });
  const { driverId: next } = await driver(app);
  await staff.trpc.admin.reschedule.mutate({ id: booked, driverId: next });
  const drivers = await staff.trpc.admin.drivers.query();
  const nameOf = (driverId: number) => drivers.find((one) => one.id === driverId)?.name ?? '';
  const [from, to] = [nameOf(dana.driverId), nameOf(next)];
  const change = { label: 'Driver', before: from, after: to };
  const { history } = await staff.trpc.admin.appointment.query({ id: booked });
  const { entries } = await page({ appointment: booked, search: to });
  for (const entry of [history[0], entries[0]])
    expect(changesOf(entry as never)).toContainEqual(change);
  const exporter = await admin(app);
  const answer = await exporter.fetch('/api/admin/export/activity.csv');
  expect(await answer.text()).toContain(`Driver: ${from} → ${to}`);
});
