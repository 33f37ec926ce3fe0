import { afterAll, beforeAll, expect, test } from 'bun:test';
import { parseAddress } from '@/server/http/hot-reads';
import { appRouter } from '@/server/trpc';
import { admin, book, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const [TEN, NOON, TWO] = ['10:00 AM - 12:00 PM', '12:00 PM - 2:00 PM', '2:00 PM - 4:00 PM'];
const input = (json: unknown, batch = false) => {
  const envelope = { json };
  return encodeURIComponent(JSON.stringify(batch ? { 0: envelope } : envelope));
};
const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await app.handle(new Request(`http://dockside.test${path}`, { headers }));
  return { status: response.status, text: await response.text(), headers: response.headers };
};
const open = async (date = TOMORROW) => JSON.parse((await get(`/api/time-slots/${date}`)).text);

test('a fast read returns the same answers as tRPC and REST, in every envelope', async () => {
  await book(await customer(app), { time: NOON });
  for (const [hot, slow] of [
    ['slots.window', 'slots.window?x=1'],
    ['slots.window?batch=1&input=%7B%7D', 'slots.window?batch=1&input=%7B%7D&x=1'],
    [`slots.open?input=${input({ date: TOMORROW })}`, null],
    [`slots.open?batch=1&input=${input({ date: TOMORROW }, true)}`, null],
    [`slots.open?batch=1&input=${input({ date: '2030-01-01' }, true)}`, null],
  ]) {
    expect(parseAddress(`/api/trpc/${hot}`)).not.toBeNull();
    const other = slow ?? `${hot}&x=1`;
    expect(parseAddress(`/api/trpc/${other}`)).toBeNull();
    const [fast, usual] = [await get(`/api/trpc/${hot}`), await get(`/api/trpc/${other}`)];
    expect(fast.status).toBe(200);
    expect(fast.text).toBe(usual.text);
    // Only logged requests have an ID.
    usual.headers.delete('x-request-id');
    expect(Object.keys(fast.headers.toJSON()).sort()).toEqual(
      Object.keys(usual.headers.toJSON()).sort(),
    );
  }
  const fast = await get(`/api/time-slots/${TOMORROW}`);
  const usual = await get(`/api/time-slots/${TOMORROW}?x=1`);
  expect(fast.text).toBe(usual.text);
  expect(fast.headers.get('etag')).toBe(usual.headers.get('etag'));
  const etag = fast.headers.get('etag') ?? '';
  expect((await get(`/api/time-slots/${TOMORROW}`, { 'if-none-match': etag })).status).toBe(304);
});

test('a fast read leaves every other request to tRPC and REST, with their errors', async () => {
  expect((await get('/api/trpc/slots.open')).status).toBe(400);
  expect((await get('/api/trpc/slots.open?input=%7B')).status).toBe(400);
  expect((await get(`/api/trpc/slots.open?input=${input({ date: 'soon' })}`)).status).toBe(400);
  expect((await get('/api/time-slots/soon')).status).toBe(400);
  const withKey = { authorization: 'Bearer nobody' };
  expect((await get(`/api/time-slots/${TOMORROW}`, withKey)).status).toBe(401);
  const two = `slots.window,slots.open?batch=1&input=${encodeURIComponent(JSON.stringify({ 1: { json: { date: TODAY } } }))}`;
  expect(JSON.parse((await get(`/api/trpc/${two}`)).text)).toHaveLength(2);
  expect(appRouter._def.procedures).toHaveProperty(['slots.window']);
});

test('the next read sees every change of a time slot, by a write or by time', async () => {
  const staff = await admin(app);
  const sam = await customer(app);
  expect(await open()).toEqual([TEN, TWO]);
  const { appointment } = await sam.trpc.booking.create.mutate({ ...ORDER, time: TEN });
  expect(await open()).toEqual([TWO]);
  await sam.trpc.booking.modify.mutate({ ...ORDER, id: appointment.id, time: TWO });
  expect(await open()).toEqual([TEN]);
  await sam.trpc.booking.cancel.mutate({ id: appointment.id });
  expect(await open()).toEqual([TEN, TWO]);
  await staff.trpc.admin.setDefaultCapacity.mutate({ capacity: 2 });
  expect(await open()).toEqual([TEN, NOON, TWO]);
  await staff.trpc.admin.blockDays.mutate({ from: TOMORROW, to: TOMORROW });
  expect(await open()).toEqual([]);
  await staff.trpc.admin.openDays.mutate({ from: TOMORROW, to: TOMORROW });
  await staff.trpc.admin.setDefaultCapacity.mutate({ capacity: 1 });
  expect(await open()).toEqual([TEN, TWO]);

  // A hold expires without a write, and its time slot opens exactly then.
  await sam.trpc.booking.create.mutate({ ...ORDER, time: TEN });
  app.clock.advance(15 * 60_000 - 1);
  expect(await open()).toEqual([TWO]);
  app.clock.advance(1);
  expect(await open()).toEqual([TEN, TWO]);

  // A time slot starts, and then a new day.
  expect(await open(TODAY)).toEqual([TEN, NOON, TWO]);
  app.clock.set(Date.parse('2026-06-13T13:59:59.999Z'));
  expect(await open(TODAY)).toContain(TEN);
  app.clock.advance(1);
  expect(await open(TODAY)).toEqual([NOON, TWO]);
  app.clock.set(Date.parse('2026-06-14T04:00:00Z'));
  expect(await open(TODAY)).toEqual([]);
  expect(JSON.parse((await get('/api/trpc/slots.window')).text).result.data.json.today).toBe(
    TOMORROW,
  );
});
