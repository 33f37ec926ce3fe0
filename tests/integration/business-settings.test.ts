/** Tests the owner's settings at /admin/settings. Each has a default and applies immediately. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { CONFIRMED_FOR_MS } from '@/domain/account/second-factor';
import { HOURS_MESSAGE } from '@/domain/business-settings';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { lateAdmin } from '../support/late-admin';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let owner: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 50 });
  owner = await admin(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.deps.db.client.execute('delete from business_settings');
});

const save = (input: object) => owner.trpc.admin.changeBusinessSettings.mutate(input as never);

test('the settings start with their defaults, two of which come from the environment', async () => {
  const { settings, defaults } = await owner.trpc.admin.businessSettings.query();
  expect(settings).toEqual(defaults);
  expect(settings).toMatchObject({
    confirmAboveCents: 60_000,
    confirmRefundsAboveCents: 10_000,
    serviceRadiusMiles: 15,
    messagesFromHour: 8,
    messagesUntilHour: 21,
    asksForPhoto: false,
    asksForSignature: false,
  });
});

test('omitted settings stay, and a blank one gets its default', async () => {
  await save({ serviceRadiusMiles: '20', asksForPhoto: true });
  const { settings } = await save({ messagesFromHour: '9' });
  expect(settings).toMatchObject({
    serviceRadiusMiles: 20,
    asksForPhoto: true,
    messagesFromHour: 9,
    messagesUntilHour: 21,
  });
  expect((await save({ serviceRadiusMiles: '' })).settings.serviceRadiusMiles).toBe(15);
});

test('the total above which a delivery is confirmed applies to staff and drivers alike', async () => {
  await save({ confirmAbove: '50', asksForSignature: true });
  expect(await owner.trpc.admin.chargeLimits.query()).toEqual({ confirmAboveCents: 5_000 });
  const dana = await driver(app);
  const id = await book(await customer(app), { date: TODAY });
  await readyToDeliver(owner, id, dana.driverId);
  const day = await dana.visitor.trpc.driver.day.query({});
  expect(day).toMatchObject({
    asksFor: { photo: false, signature: true },
    deliveries: [{ id, confirmAboveCents: 5_000 }],
  });
  const complete = () => owner.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  expect(await refusal(complete())).toMatchObject({
    status: 409,
    reason: 'needs_confirmation',
    message: expect.stringContaining('The total is above $50.00.'),
  });
  await save({ confirmAbove: '' });
  expect(await complete()).toMatchObject({ id, balancePaid: true });
});

test('a lower refund limit asks staff to verify again', async () => {
  await save({ confirmRefundsAbove: 1 });
  const { visitor } = await lateAdmin(app);
  const id = await book(await customer(app));
  await readyToDeliver(await admin(app), id);
  await visitor.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  const refund = (amount: string) =>
    visitor.trpc.admin.refund.mutate({ id, amount, requestId: crypto.randomUUID() });
  await refund('1');
  expect(await refusal(refund('0.01'))).toMatchObject({ status: 403, reason: 'confirm_identity' });
});

test('settings are saved after five minutes without a proof, unless they weaken a safeguard', async () => {
  app.clock.advance(CONFIRMED_FOR_MS + 1);
  await save({ confirmRefundsAbove: 80, confirmAbove: 500, serviceRadiusMiles: 30 });
  await save({ companyName: 'Dockside' });
  const weaker = [
    { confirmRefundsAbove: null },
    { confirmAbove: 501 },
    { confirmAbove: null },
    { companyName: 'Somebody Else' },
  ];
  for (const change of weaker) {
    expect({ change, ...(await refusal(save(change))) }).toMatchObject({
      change,
      status: 403,
      reason: 'confirm_identity',
    });
  }
  owner = await admin(app);
});

test("settings aren't overwritten unseen, and a conflict names who saved them and when", async () => {
  const read = { confirmAbove: 600, serviceRadiusMiles: 15 };
  await save({ confirmAbove: '700', read });
  await save({ serviceRadiusMiles: 12, read });
  const { status, reason, details } = await refusal(save({ confirmAbove: 800, read }));
  expect({ status, reason }).toEqual({ status: 409, reason: 'changed_meanwhile' });
  expect(details?.changes).toEqual([
    { field: 'confirmAbove', from: 600, to: 700, who: 'Alex Harbor', when: app.clock.now() },
  ]);
  await save({ confirmAbove: 800, read: { ...read, confirmAbove: 700 } });
});

test('the audit log has the settings before and after', async () => {
  await save({ messagesUntilHour: 20 });
  const { entries } = await owner.trpc.admin.activity.query({ filter: { thing: 'settings' } });
  expect(entries[0]).toMatchObject({
    action: 'settings.saved',
    before: { messagesUntilHour: 21 },
    after: { messagesUntilHour: 20 },
  });
});

test('an invalid amount, distance, or hour is refused at its field', async () => {
  for (const [field, value] of [
    ['confirmAbove', '-1'],
    ['confirmRefundsAbove', 'plenty'],
    ['serviceRadiusMiles', 0],
    ['messagesFromHour', 24],
    ['asksForPhoto', 'perhaps'],
  ] as const) {
    expect(await refusal(save({ [field]: value }))).toMatchObject({ status: 400, field });
  }
  expect(await refusal(save({ messagesFromHour: 22 }))).toMatchObject({
    status: 400,
    field: 'messagesUntilHour',
    message: HOURS_MESSAGE,
  });
});

test('only admins can read and change the settings', async () => {
  const sam = await customer(app);
  const dana = await driver(app);
  for (const one of [sam, dana.visitor]) {
    expect(await refusal(one.trpc.admin.businessSettings.query())).toMatchObject({ status: 403 });
  }
});
