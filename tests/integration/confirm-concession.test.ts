/**
 * Staff whose refunds and write-offs for one appointment exceed CONFIRM_REFUNDS_ABOVE verify again,
 * with every verb.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { CONFIRMED_FOR_MS } from '@/domain/account/second-factor';
import { cents } from '@/domain/money';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { confirmWithPassword, lateAdmin } from '../support/late-admin';
import { refusal, type Visitor } from '../support/visitor';

/** This card can be saved, but its charges are declined. */
const DECLINES = '4000000000000341';
const CONFIRM_IDENTITY = { status: 403, reason: 'confirm_identity' };

let app: TestApp;
let sam: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 200, settings: { confirmRefundsAboveCents: cents(2_000) } });
  sam = await customer(app);
});
afterAll(() => app.close());

/** 20 gallons at $4.10 and three bags of ice: $129.00. */
async function delivered(card?: string): Promise<string> {
  const staff = await admin(app);
  const id = await book(sam, {}, card);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  return id;
}
const totalOf = (gallons: number) => (gallons * 4.1 + 47).toFixed(2);
const requestId = () => crypto.randomUUID();

const correction = async (visitor: Visitor, id: string, gallons: number) => {
  const { appointment } = await visitor.trpc.admin.appointment.query({ id });
  return visitor.trpc.admin.correctDelivery.mutate({
    id,
    actualGallons: gallons,
    smallIceBags: 2,
    largeIceBags: 1,
    reason: 'The meter was read again',
    confirmedTotal: totalOf(gallons),
    version: appointment.version,
    requestId: requestId(),
  });
};

test('a correction counts with the refunds before it', async () => {
  const { visitor } = await lateAdmin(app);
  const id = await delivered();
  // In one step, $20.50 would be refunded. In steps, it's $8.20, $10, and $4.10.
  expect(await refusal(correction(visitor, id, 15))).toMatchObject(CONFIRM_IDENTITY);
  await correction(visitor, id, 18);
  await visitor.trpc.admin.refund.mutate({ id, amount: '10', requestId: requestId() });
  expect(await refusal(correction(visitor, id, 17))).toMatchObject(CONFIRM_IDENTITY);
  await correction(visitor, id, 18.4);
  expect(await refusal(correction(visitor, id, 17.9))).toMatchObject(CONFIRM_IDENTITY);
  await confirmWithPassword(visitor);
  await correction(visitor, id, 10);
});

test('a correction of a balance counts', async () => {
  const { visitor } = await lateAdmin(app);
  const id = await delivered(DECLINES);
  await correction(visitor, id, 18);
  await correction(visitor, id, 16);
  expect(await refusal(correction(visitor, id, 15))).toMatchObject(CONFIRM_IDENTITY);
  await confirmWithPassword(visitor);
  await correction(visitor, id, 15);
});

test('returned cash counts', async () => {
  const { visitor } = await lateAdmin(app);
  const id = await delivered(DECLINES);
  await visitor.trpc.admin.recordCash.mutate({ id });
  await correction(visitor, id, 16);
  expect(await refusal(correction(visitor, id, 15))).toMatchObject(CONFIRM_IDENTITY);
  const refund = { id, amount: '3.61', requestId: requestId() };
  expect(await refusal(visitor.trpc.admin.refund.mutate(refund))).toMatchObject(CONFIRM_IDENTITY);
});

test('a charge in review that is written off or corrected counts', async () => {
  const { visitor: dana, driverId } = await driver(app);
  const { visitor } = await lateAdmin(app);
  const { admin } = visitor.trpc;
  const held = async () => {
    const id = await book(sam);
    await readyToDeliver(visitor, id, driverId);
    await dana.trpc.driver.enRoute.mutate({ id });
    await dana.trpc.driver.complete.mutate({ id, actualGallons: 60, actionKey: requestId() });
    return id;
  };
  const [id, other] = [await held(), await held()];
  const figures = { smallIceBags: 2, largeIceBags: 1 };
  const forgive = () => admin.forgiveCharge.mutate({ id });
  const correct = (gallons: number) =>
    admin.correctCharge.mutate({
      ...{ id: other, actualGallons: gallons, ...figures },
      confirmedTotal: totalOf(gallons),
    });
  expect(await refusal(forgive())).toMatchObject(CONFIRM_IDENTITY);
  expect(await refusal(correct(50))).toMatchObject(CONFIRM_IDENTITY);
  await correct(56);
  // The $16.40 already written off counts, so another $4.10 exceeds the limit.
  app.clock.advance(60_000);
  expect(await refusal(correction(visitor, other, 55))).toMatchObject(CONFIRM_IDENTITY);
  await confirmWithPassword(visitor);
  await forgive();
});

test('one of two simultaneous refunds that each fit the limit needs a proof', async () => {
  const { visitor } = await lateAdmin(app);
  const id = await delivered();
  const refund = (amount: string) =>
    visitor.trpc.admin.refund.mutate({ id, amount, requestId: requestId() });
  const heard = await Promise.allSettled([refund('15'), refund('15.01'), refund('15.02')]);
  expect(heard.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { refunds } = await visitor.trpc.admin.refunds.query({ id });
  expect(refunds).toHaveLength(1);
});

test('a repeated request needs no proof and counts once', async () => {
  const { visitor } = await lateAdmin(app);
  const id = await delivered();
  const refund = { id, amount: '18', requestId: requestId() };
  await visitor.trpc.admin.refund.mutate(refund);
  await visitor.trpc.admin.refund.mutate(refund);
  await visitor.trpc.admin.refund.mutate({ id, amount: '2', requestId: requestId() });
});

test('emergency access verifies with its own password', async () => {
  const emergency = { password: 'lifebuoy-on-the-pier', isShown: false };
  const settings = { emergency, confirmRefundsAboveCents: cents(2_000) };
  const own = await startTestApp({ settings });
  const staff = await admin(own);
  const id = await book(await customer(own));
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  const visitor = own.visitor();
  await visitor.trpc.auth.emergencyLogin.mutate({ password: emergency.password });
  own.clock.advance(CONFIRMED_FOR_MS + 1);
  expect(await refusal(correction(visitor, id, 15))).toMatchObject(CONFIRM_IDENTITY);
  await correction(visitor, id, 19);
  await confirmWithPassword(visitor, emergency.password);
  await correction(visitor, id, 10);
  await own.close();
});
