/**
 * Makes every mutation once and compares its audit entries with the table. The test fails
 * if a mutation has no row, a row has no mutation, or a call doesn't write the entry in its row.
 * After each call, the ledger must match the books, so no mutation moves money without an entry.
 */

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { appRouter } from '@/server/trpc';
import {
  admin,
  BOOKED_FOR,
  book,
  customer,
  driver,
  LOAD,
  ORDER,
  picture,
  readyToDeliver,
  SPILL,
  WALK_UP,
} from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { AUDITED, AUDITED_READS } from '../support/audit-table';
import { hoursInput } from '../support/hours';
import { putOnAccount } from '../support/house-account';
import { differencesToBooks } from '../support/ledger';
import { merge } from '../support/merge';
import { payInBrowser, takenFor } from '../support/paying';
import { challengeOf, setUpApp } from '../support/second-factor';
import { codeAt } from '../support/totp';
import { refusal, type Visitor } from '../support/visitor';

const NOON = '12:00 PM - 2:00 PM';
/** This card can be saved, but every charge is declined. */
const DECLINES = '4000000000000341';

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
let dana: { visitor: Visitor; driverId: number };
let merged = 0;
/** The window that people wait for, and the token of the last entry. */
const WAITED = { date: '2026-06-25', time: '2:00 PM - 4:00 PM' };
let waited = '';
async function offerWaiting() {
  const [entry] = await staff.trpc.admin.waiting.query({ date: WAITED.date });
  const give = { id: entry?.id ?? '', time: WAITED.time, reason: 'Out of fuel.' };
  await staff.trpc.admin.offerWaiting.mutate(give);
}

beforeAll(async () => {
  app = await startTestApp({
    capacity: 40,
    settings: { emergency: { password: 'break-the-glass', isShown: false } },
  });
  staff = await admin(app);
  sam = await customer(app);
  dana = await driver(app);
});
afterAll(() => app.close());

/** The entries written since a number, in order. */
async function entriesAfter(number: number) {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select number, audit_log.* from audit_log join audit_seals on entry_id = id where number > ? order by number',
    args: [number],
  });
  return rows;
}
const lastNumber = async () => Number((await entriesAfter(0)).at(-1)?.number ?? 0);

/** Makes a list's calls, and returns those that didn't write their line's entry. */
async function silent(calls: [string, () => Promise<unknown>][]): Promise<string[]> {
  const found: string[] = [];
  for (const [name, call] of calls) {
    const before = await lastNumber();
    const failure = await call().then(
      () => null,
      (error: Error) => error.message,
    );
    const actions: unknown[] = (await entriesAfter(before)).map(({ action }) => action);
    const differences = (await differencesToBooks(app)).filter(
      (difference) => ![...restored].some((id) => difference.includes(id)),
    );
    const line = AUDITED[name] ?? AUDITED_READS[name] ?? [];
    const isWritten = typeof line !== 'string' && line.some((action) => actions.includes(action));
    if (!isWritten || failure)
      found.push(`${name}: ${failure ?? (actions.join(', ') || 'nothing')}`);
    found.push(...differences.map((difference) => `${name}: ${difference}`));
    made.add(name);
  }
  return found;
}
/** These calls are made in other tests: `email-proof`, `guest-links`, and `delivery-link`. */
const made = new Set(['auth.proveEmail', 'booking.renewGuestLink', 'booking.sendLink']);

/** An appointment that Dana can deliver. */
async function ready(card?: string): Promise<string> {
  const id = await book(sam, { estimatedGallons: 25 }, card);
  await readyToDeliver(staff, id, dana.driverId);
  return id;
}
let keys = 0;
const key = () => {
  keys += 1;
  return `audit-table-key-${keys}`;
};
/** An appointment that Dana has set out for. */
async function underWay(): Promise<string> {
  const id = await ready();
  await dana.visitor.trpc.driver.enRoute.mutate({ id });
  return id;
}
/** A delivery of ten times the gallons, recorded late by a device. */
async function held(): Promise<string> {
  const id = await underWay();
  await dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 284, actionKey: key() });
  return id;
}
/** Deliveries whose books were reset. A ledger can't be reset. */
const restored = new Set<string>();
/** A difference from Stripe: a paid delivery, with books from before the payment. */
async function lost(): Promise<{ id: string; amount: number }> {
  const { client } = app.deps.db;
  const id = await ready();
  const kept = await client.execute({ sql: 'select * from appointments where id = ?', args: [id] });
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 25 });
  const total = takenFor(app, id);
  await client.execute({ sql: 'delete from charges where appointment_id = ?', args: [id] });
  const columns = kept.columns.filter((name) => name !== 'id');
  await client.execute({
    sql: `update appointments set ${columns.map((name) => `"${name}" = ?`).join(', ')} where id = ?`,
    args: [...columns.map((name) => kept.rows[0]?.[name] ?? null), id],
  });
  restored.add(id);
  await reconcile(app);
  const { open } = await staff.trpc.admin.reviewQueue.query();
  const item = open.find((one) => one.delivery?.id === id && one.kind === 'payment_difference');
  return { id: item?.id ?? '', amount: total / 100 };
}
async function declined(): Promise<string> {
  const id = await ready(DECLINES);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  return id;
}

async function accountCalls(): Promise<[string, () => Promise<unknown>][]> {
  const kim = await customer(app, { username: 'kim', email: 'kim@lake.example' });
  const elsewhere = app.visitor();
  /** A card that isn't the default. */
  const other = (all: readonly { id: string; isDefault: boolean }[]) =>
    all.find(({ isDefault }) => !isDefault)?.id ?? '';
  const { auth, account } = kim.trpc;
  const boat = async () => (await account.boats.query())[0]?.id ?? '';
  const dock = async () => (await account.docks.query())[0]?.id ?? '';
  const card = async () => (await account.cards.query())[0]?.id ?? '';
  const recurring = async () => (await account.recurring.query()).deliveries[0]?.id ?? '';
  const signIn = { username: 'kim', password: 'six-characters' };
  const name = { name: 'Seal', type: 'Pontoon' };
  const added = { label: 'Maple Island', gateCode: '4711' };
  return [
    ['auth.register', () => customer(app)],
    ['auth.updateProfile', () => auth.updateProfile.mutate({ fullName: 'Kim Kettle' })],
    ['account.addBoat', () => account.addBoat.mutate(name)],
    [
      'account.editBoat',
      async () => account.editBoat.mutate({ ...name, id: await boat(), length: 22 }),
    ],
    ['account.setTexts', () => account.setTexts.mutate({ isOn: false })],
    [
      'booking.setTexts',
      async () => sam.trpc.booking.setTexts.mutate({ id: await book(sam), isOn: false }),
    ],
    [
      'account.setDefaultBoat',
      async () => {
        const boats = await account.addBoat.mutate({ name: 'Tern' });
        await account.setDefaultBoat.mutate({ id: other(boats) });
      },
    ],
    ['account.removeBoat', async () => account.removeBoat.mutate({ id: await boat() })],
    ['account.addDock', () => account.addDock.mutate(added)],
    [
      'account.editDock',
      async () => account.editDock.mutate({ ...added, id: await dock(), slip: '7' }),
    ],
    [
      'account.setDefaultDock',
      async () => {
        const docks = await account.addDock.mutate({ label: 'Pier 9' });
        await account.setDefaultDock.mutate({ id: other(docks) });
      },
    ],
    ['account.removeDock', async () => account.removeDock.mutate({ id: await dock() })],
    ['booking.confirmPaymentSetup', () => book(kim)],
    [
      'booking.useSavedCard',
      async () => {
        const { appointment } = await kim.trpc.booking.create.mutate({ ...ORDER, time: NOON });
        await kim.trpc.booking.useSavedCard.mutate({
          appointmentId: appointment.id,
          paymentMethodId: await card(),
        });
      },
    ],
    [
      'account.confirmCard',
      async () => {
        const begun = await account.beginCard.mutate();
        await kim.enterCard(begun, '5555555555554444');
        await account.confirmCard.mutate({ setupIntentId: begun.setupIntentId });
      },
    ],
    [
      'account.setDefaultCard',
      async () => {
        await book(kim, { time: '2:00 PM - 4:00 PM' }, '5555555555554444');
        await account.setDefaultCard.mutate({ id: other(await account.cards.query()) });
      },
    ],
    [
      'account.addRecurring',
      () =>
        account.addRecurring.mutate({
          planType: 'weekly',
          deliveryDay: 'Friday',
          fuelType: 'Regular',
          gallons: 20,
        } as never),
    ],
    [
      'account.editRecurring',
      async () =>
        account.editRecurring.mutate({
          id: await recurring(),
          planType: 'weekly',
          deliveryDay: 'Friday',
          fuelType: 'Regular',
          gallons: 25,
        } as never),
    ],
    [
      'account.skipRecurring',
      async () => {
        const id = await recurring();
        const { deliveries } = await account.recurring.query();
        const date = deliveries.find((one) => one.id === id)?.nextDelivery ?? '';
        return account.skipRecurring.mutate({ id, date });
      },
    ],
    [
      'account.changeRecurring',
      async () => account.changeRecurring.mutate({ id: await recurring(), status: 'paused' }),
    ],
    [
      'account.removeCard',
      async () => {
        for (const { id } of await kim.trpc.booking.list.query()) {
          await kim.trpc.booking.cancel.mutate({ id });
        }
        await account.removeCard.mutate({ id: await card() });
      },
    ],
    [
      'auth.endOtherSessions',
      async () => {
        await elsewhere.trpc.auth.login.mutate(signIn);
        await auth.endOtherSessions.mutate();
      },
    ],
    [
      'auth.endSession',
      async () => {
        await elsewhere.trpc.auth.login.mutate(signIn);
        const sessions = await auth.sessions.query();
        await auth.endSession.mutate({ id: sessions.find((one) => !one.isCurrent)?.id ?? '' });
      },
    ],
    [
      'auth.changePassword',
      () =>
        auth.changePassword.mutate({
          currentPassword: signIn.password,
          newPassword: 'seven-characters',
        }),
    ],
    [
      'account.delete',
      async () => {
        const leaving = await customer(app);
        await leaving.trpc.account.delete.mutate({ currentPassword: signIn.password });
      },
    ],
    [
      'auth.requestPasswordReset',
      () => auth.requestPasswordReset.mutate({ email: 'kim@lake.example' }),
    ],
    [
      'auth.resetPassword',
      async () => {
        await sendOutbox(app);
        const { text } = app.mails.findLast(({ to }) => to === 'kim@lake.example') ?? { text: '' };
        const [, token = ''] = /reset-password\?token=(\S+)/.exec(text) ?? [];
        await auth.resetPassword.mutate({ token, newPassword: 'eight-characters' });
      },
    ],
  ];
}

function staffAccountCalls(): [string, () => Promise<unknown>][] {
  const boss = { username: 'boss', password: 'boss-password' };
  return [
    ['auth.login', () => app.visitor().trpc.auth.login.mutate(boss)],
    ['auth.adminLogin', () => app.visitor().trpc.auth.adminLogin.mutate(boss)],
    [
      'auth.emergencyLogin',
      () => app.visitor().trpc.auth.emergencyLogin.mutate({ password: 'break-the-glass' }),
    ],
    [
      'admin.changePassword',
      () =>
        staff.trpc.admin.changePassword.mutate({
          currentPassword: boss.password,
          newPassword: 'boss-password-2',
          confirmPassword: 'boss-password-2',
        } as never),
    ],
  ];
}

async function factorCalls(): Promise<[string, () => Promise<unknown>][]> {
  const { visitor } = await driver(app);
  const { factors, auth } = visitor.trpc;
  const username = (await auth.me.query())?.username ?? '';
  let secret = '';
  return [
    [
      'factors.add',
      async () => {
        ({ secret } = await setUpApp(app, visitor));
      },
    ],
    ['factors.renewRecoveryCodes', () => factors.renewRecoveryCodes.mutate()],
    [
      'auth.secondFactor',
      async () => {
        const challenge = await challengeOf(visitor, { username, password: 'driver-password' });
        await auth.secondFactor.mutate({ challenge, code: codeAt(secret, app.clock.now()) });
      },
    ],
    [
      'factors.remove',
      async () => {
        const [factor] = (await factors.list.query()).factors;
        await factors.remove.mutate({ id: factor?.id ?? '' });
      },
    ],
  ];
}

function appointmentCalls(): [string, () => Promise<unknown>][] {
  let id = '';
  const { booking } = sam.trpc;
  const { admin: office } = staff.trpc;
  let bulkId = '';
  return [
    [
      'booking.modify',
      async () => {
        id = await book(sam);
        await booking.modify.mutate({ ...ORDER, id, estimatedGallons: 22 });
      },
    ],
    ['booking.patch', () => booking.patch.mutate({ id, estimatedGallons: 23 } as never)],
    ['admin.confirm', () => office.confirm.mutate({ id })],
    [
      'admin.editDetails',
      () => office.editDetails.mutate({ ...ORDER, id, estimatedGallons: 24 } as never),
    ],
    ['admin.patch', () => office.patch.mutate({ id, estimatedGallons: 25 } as never)],
    [
      'admin.reschedule',
      () => office.reschedule.mutate({ id, date: TOMORROW, time: NOON, location: 'Cove' } as never),
    ],
    ['admin.schedule', () => office.schedule.mutate({ id, driverId: dana.driverId })],
    [
      'admin.addCustomer',
      () =>
        office.addCustomer.mutate({
          ...{ fullName: 'Pat New', phone: '2695550166', email: 'pat.new@lake.example' },
        }),
    ],
    [
      'admin.sendPayLink',
      async () => {
        const guests = { ...BOOKED_FOR, id: key(), customerEmail: 'kim@lake.example' };
        const made = await office.bookForCustomer.mutate(guests);
        await office.sendPayLink.mutate({ id: made.id });
      },
    ],
    ['admin.bookForCustomer', () => office.bookForCustomer.mutate(BOOKED_FOR)],
    [
      'admin.saveTruck',
      async () => {
        await office.saveTruck.mutate({ name: 'Blue Ford', meterSerial: 'LC-1' });
        await office.saveTruck.mutate({ id: 1, name: 'Red Ford', meterSerial: 'LC-1' });
      },
    ],
    [
      'admin.setTruckActive',
      async () => {
        await office.setTruckActive.mutate({ id: 1, isActive: false });
        await office.setTruckActive.mutate({ id: 1, isActive: true });
      },
    ],
    ['driver.walkUp', () => dana.visitor.trpc.driver.walkUp.mutate(WALK_UP)],
    ['driver.setLoad', () => dana.visitor.trpc.driver.setLoad.mutate({ date: TODAY, ...LOAD })],
    [
      'driver.reserveTickets',
      () =>
        dana.visitor.trpc.driver.reserveTickets.mutate({ id: 'range-0000000000-1', truckId: 1 }),
    ],
    [
      'driver.setTruck',
      () => dana.visitor.trpc.driver.setTruck.mutate({ date: TODAY, truckId: 1 }),
    ],
    ['driver.reportSpill', () => dana.visitor.trpc.driver.reportSpill.mutate(SPILL)],
    [
      'admin.noteSpillCall',
      () => office.noteSpillCall.mutate({ id: SPILL.actionKey, called: 'Harbor master' }),
    ],
    ['driver.enRoute', () => dana.visitor.trpc.driver.enRoute.mutate({ id })],
    ['driver.undoEnRoute', () => dana.visitor.trpc.driver.undoEnRoute.mutate({ id })],
    [
      'driver.seeChange',
      async () => {
        await office.reschedule.mutate({ id, slipNumber: 'Slip 99' });
        await dana.visitor.trpc.driver.seeChange.mutate({ id, changeId: 1_000 });
      },
    ],
    ['driver.enRoute', () => dana.visitor.trpc.driver.enRoute.mutate({ id })],
    ['driver.complete', () => dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 24 })],
    [
      'driver.handOver',
      () =>
        dana.visitor.trpc.driver.handOver.mutate({
          ...{ id, kind: 'complete', actualGallons: 24, text: 'complete', refusal: 'No answer' },
          actionKey: key(),
        } as never),
    ],
    [
      'driver.completePhoto',
      async () =>
        dana.visitor.trpc.driver.completePhoto.mutate({
          id,
          actionKey: key(),
          photo: await picture(),
        }),
    ],
    [
      'driver.fillerPhoto',
      async () => {
        const [boat] = await sam.trpc.account.addBoat.mutate({ name: 'Gull' });
        const ofBoat = await book(sam, { boatId: boat?.id });
        await readyToDeliver(staff, ofBoat, dana.driverId);
        const sent = { id: ofBoat, actionKey: key(), photo: await picture() };
        await dana.visitor.trpc.driver.fillerPhoto.mutate(sent);
      },
    ],
    [
      'admin.refund',
      () => office.refund.mutate({ id, amount: 5, requestId: 'audit-table-refund' }),
    ],
    ['booking.cancel', async () => booking.cancel.mutate({ id: await book(sam) })],
    ['admin.cancel', async () => office.cancel.mutate({ id: await book(sam) })],
    [
      'admin.beginBulkChange',
      async () => {
        const parts = [{ id: await book(sam), version: 1 }];
        const requestId = crypto.randomUUID();
        const many = { requestId, kind: 'confirm', parts } as const;
        ({ id: bulkId } = await office.beginBulkChange.mutate(many));
      },
    ],
    ['admin.takeBackBulkChange', () => office.takeBackBulkChange.mutate({ id: bulkId })],
    [
      'driver.patch',
      async () => dana.visitor.trpc.driver.patch.mutate({ id: await ready(), status: 'en_route' }),
    ],
    [
      'driver.notDelivered',
      async () =>
        dana.visitor.trpc.driver.notDelivered.mutate({
          id: await underWay(),
          reason: 'unsafe',
          actionKey: key(),
        }),
    ],
    [
      'admin.complete',
      async () => office.complete.mutate({ id: await ready(), actualGallons: 20 }),
    ],
  ];
}

function moneyCalls(): [string, () => Promise<unknown>][] {
  const { admin: office } = staff.trpc;
  return [
    ['admin.retryCharge', async () => office.retryCharge.mutate({ id: await declined() })],
    ['admin.recordCash', async () => office.recordCash.mutate({ id: await declined() } as never)],
    [
      'admin.changeHouseAccount',
      async () => {
        const me = await sam.trpc.auth.me.query();
        await office.changeHouseAccount.mutate({
          ...{ userId: me?.id ?? '', termsDays: '30', billTo: 'Sam', creditLimit: '' },
          ...{ isEnded: true, readChange: null },
        });
      },
    ],
    [
      'admin.issueInvoice',
      async () => {
        const userId = await putOnAccount(app.deps.db.client, await declined());
        const { totals } = await office.houseAccount.query({ id: userId });
        await office.issueInvoice.mutate({
          ...{ userId, through: 'today', expectedCents: totals.today },
          requestId: 'audit-invoice-1',
        });
      },
    ],
    [
      'admin.sendInvoice',
      async () => {
        const userId = await putOnAccount(app.deps.db.client, await declined());
        await app.deps.db.client.execute(
          "update house_accounts set terms_days = -1, billing_email = 'office@marina.example'",
        );
        const { totals } = await office.houseAccount.query({ id: userId });
        const { number } = await office.issueInvoice.mutate({
          ...{ userId, through: 'today', expectedCents: totals.today },
          requestId: 'audit-invoice-2',
        });
        await office.sendInvoice.mutate({ number, kind: 'invoice', sentBefore: 0 });
        await office.sendInvoice.mutate({ number, kind: 'reminder', sentBefore: 0 });
      },
    ],
    [
      'admin.recordAccountPayment',
      async () => {
        const userId = await putOnAccount(app.deps.db.client, await declined());
        await office.recordAccountPayment.mutate({
          ...{ userId, amount: '5', way: 'check', reference: '' },
          requestId: 'audit-payment-1',
        });
      },
    ],
    [
      'booking.confirmBalancePayment',
      async () => {
        const appointmentId = await declined();
        const { appointment } = await office.appointment.query({ id: appointmentId });
        const { clientSecret } = await sam.trpc.booking.createBalancePayment.mutate({
          appointmentId,
          remainingAmount: (appointment.totalPriceCents / 100) as never,
        });
        await payInBrowser(app, clientSecret, { number: '4242424242424242' });
        await sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId });
      },
    ],
    [
      'admin.releaseCharge',
      async () => {
        const id = await held();
        const { appointment } = await office.appointment.query({ id });
        const confirmedTotal = (appointment.totalPriceCents / 100).toFixed(2);
        await office.releaseCharge.mutate({ id, confirmedTotal });
      },
    ],
    [
      'admin.correctCharge',
      async () => {
        const id = await held();
        const figures = { actualGallons: 28.4, smallIceBags: 0, largeIceBags: 0 };
        // 28.4 gallons at $4.10, and the fee of $25.00.
        const confirmedTotal = '141.44';
        await office.correctCharge.mutate({ id, ...figures, confirmedTotal, note: 'A slip' });
      },
    ],
    [
      'admin.correctDelivery',
      async () => {
        const id = await ready();
        await office.complete.mutate({ id, actualGallons: 20 });
        const { appointment } = await office.appointment.query({ id });
        await office.correctDelivery.mutate({
          ...{ id, actualGallons: 19, smallIceBags: 2, largeIceBags: 1 },
          reason: 'The meter was read again',
          // The total if one gallon less was delivered, at $4.10 per gallon.
          confirmedTotal: (appointment.totalPriceCents - 410) / 100,
          version: appointment.version,
          requestId: 'audit-table-correction',
        } as never);
      },
    ],
    [
      'admin.recordDelivery',
      async () => {
        const id = await book(sam);
        await office.cancel.mutate({ id });
        await office.recordDelivery.mutate({ id, actualGallons: 20, reason: 'It was delivered' });
      },
    ],
    ['admin.takeOverPayment', async () => office.takeOverPayment.mutate(await lost())],
    ['admin.refundDifference', async () => office.refundDifference.mutate(await lost())],
    [
      'admin.forgiveCharge',
      async () => office.forgiveCharge.mutate({ id: await held(), note: 'Our pump' }),
    ],
    [
      'admin.acceptPress',
      async () => {
        const id = await book(sam, { estimatedGallons: 10 });
        await readyToDeliver(staff, id, dana.driverId);
        await office.cancel.mutate({ id });
        await refusal(
          dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 10, actionKey: key() }),
        );
        const { open } = await office.reviewQueue.query();
        const item = open.find(({ delivery }) => delivery?.id === id)?.id ?? '';
        const { details } = await refusal(office.acceptPress.mutate({ id: item }));
        await office.acceptPress.mutate({ id: item, confirmedTotal: Number(details?.total) });
      },
    ],
    [
      'admin.resolveReviewItem',
      async () => {
        const id = await book(sam, { estimatedGallons: 10 });
        await staff.rest('PATCH', `/api/appointments/${id}`, { customFuelPrice: 3 });
        await sam.rest('PATCH', `/api/appointments/${id}`, { fuelType: 'Premium' });
        const { open } = await office.reviewQueue.query();
        const item = open.find(
          ({ delivery, kind }) => delivery?.id === id && kind === 'custom_price',
        );
        await office.resolveReviewItem.mutate({ id: item?.id ?? '', note: 'Called Sam' });
      },
    ],
    [
      'admin.undoCall',
      async () => {
        const id = await book(sam);
        await app.deps.db.client.execute({
          sql: "insert into review_items (id, kind, appointment_id, reason, dedupe_key, state, created_at) values ('call', 'unreached', ?, 'Not reached', 'call', 'done', 0)",
          args: [id],
        });
        await office.undoCall.mutate({ id: 'call' });
      },
    ],
  ];
}

function calendarCalls(): [string, () => Promise<unknown>][] {
  const { admin: office } = staff.trpc;
  const date = '2026-07-20';
  let batchId = '';
  return [
    [
      'admin.switchTimeSlot',
      () => office.switchTimeSlot.mutate({ date, time: NOON, isAvailable: false }),
    ],
    [
      'admin.setTimeSlotCapacity',
      () => office.setTimeSlotCapacity.mutate({ date, time: NOON, capacity: 7 }),
    ],
    ['admin.setDefaultCapacity', () => office.setDefaultCapacity.mutate({ capacity: 41 })],
    [
      'admin.blockDays',
      async () => {
        ({ batchId } = (await office.blockDays.mutate({ from: date })) as { batchId: string });
      },
    ],
    ['admin.undoBlock', () => office.undoBlock.mutate({ batchId })],
    ['admin.blockMonths', () => office.blockMonths.mutate({ months: 1 })],
    ['admin.openDays', () => office.openDays.mutate({ from: TODAY, to: date })],
  ];
}

/** Staff's changes to a customer's details, boats, and docks. */
function customerCalls(): [string, () => Promise<unknown>][] {
  const { admin: office } = staff.trpc;
  let customerId = '';
  let boatId = '';
  let dockId = '';
  const boat = () => ({ customerId, id: boatId });
  const dock = () => ({ customerId, id: dockId });
  return [
    [
      'admin.editCustomer',
      async () => {
        customerId = (await sam.trpc.auth.me.query())?.id ?? '';
        await office.editCustomer.mutate({ id: customerId, address: 'Pier 12' });
      },
    ],
    [
      'admin.addCustomerBoat',
      async () => {
        const boats = await office.addCustomerBoat.mutate({ customerId, name: 'Skiff 7' });
        boatId = boats.find(({ name }) => name === 'Skiff 7')?.id ?? '';
      },
    ],
    [
      'admin.editCustomerBoat',
      () => office.editCustomerBoat.mutate({ ...boat(), name: 'Skiff 8' }),
    ],
    [
      'admin.setCustomerDefaultBoat',
      async () => {
        const boats = await office.addCustomerBoat.mutate({ customerId, name: 'Skiff 9' });
        const id = boats.find(({ isDefault }) => !isDefault)?.id ?? '';
        await office.setCustomerDefaultBoat.mutate({ customerId, id });
      },
    ],
    ['admin.removeCustomerBoat', () => office.removeCustomerBoat.mutate(boat())],
    [
      'admin.addCustomerDock',
      async () => {
        const docks = await office.addCustomerDock.mutate({ customerId, label: 'Pier 70' });
        dockId = docks.find(({ label }) => label === 'Pier 70')?.id ?? '';
      },
    ],
    [
      'admin.editCustomerDock',
      () => office.editCustomerDock.mutate({ ...dock(), label: 'Pier 70', note: 'Ring' }),
    ],
    [
      'admin.setCustomerDefaultDock',
      async () => {
        const docks = await office.addCustomerDock.mutate({ customerId, label: 'Pier 71' });
        const id = docks.find(({ isDefault }) => !isDefault)?.id ?? '';
        await office.setCustomerDefaultDock.mutate({ customerId, id });
      },
    ],
    ['admin.removeCustomerDock', () => office.removeCustomerDock.mutate(dock())],
    [
      'admin.importCustomers',
      () => office.importCustomers.mutate({ text: 'name,phone\nAnn,269-555-0142' }),
    ],
    ['admin.addCustomerTag', () => office.addCustomerTag.mutate({ id: customerId, tag: 'Marina' })],
    [
      'admin.removeCustomerTag',
      () => office.removeCustomerTag.mutate({ id: customerId, tag: 'Marina' }),
    ],
  ];
}

function officeCalls(): [string, () => Promise<unknown>][] {
  const { admin: office, calendar } = staff.trpc;
  const added = { username: 'eve', password: 'six-characters', name: 'Eve Oar' };
  let id = 0;
  let noteId = '';
  let placeId = '';
  let personId = '';
  const olive = { fullName: 'Olive Oar', username: 'olive', email: 'olive@lake.example' };
  const again = { email: olive.email, role: 'viewer' as const };
  return [
    [
      'admin.invitePerson',
      async () => {
        ({ id: personId } = await office.invitePerson.mutate({ ...olive, role: 'dispatcher' }));
      },
    ],
    ['admin.reinvitePerson', () => office.reinvitePerson.mutate({ id: personId, ...again })],
    [
      'admin.changePersonRole',
      () => office.changePersonRole.mutate({ id: personId, role: 'accountant', read: again.role }),
    ],
    ['admin.deactivatePerson', () => office.deactivatePerson.mutate({ id: personId })],
    [
      'admin.addDriver',
      async () => {
        ({ id } = await office.addDriver.mutate(added));
      },
    ],
    ['admin.editDriver', () => office.editDriver.mutate({ id, name: 'Eve Oars' } as never)],
    [
      'admin.resetDriverPassword',
      () => office.resetDriverPassword.mutate({ id, password: 'new-password' }),
    ],
    ['admin.retireDriver', () => office.retireDriver.mutate({ id })],
    ['admin.restoreDriver', () => office.restoreDriver.mutate({ id, password: 'new-password' })],
    [
      'admin.addCustomerNote',
      async () => {
        const me = await sam.trpc.auth.me.query();
        const notes = await office.addCustomerNote.mutate({ id: me?.id ?? '', text: 'Slip 12' });
        noteId = notes[0]?.id ?? '';
      },
    ],
    ...customerCalls(),
    ['admin.removeCustomerNote', () => office.removeCustomerNote.mutate({ id: noteId })],
    ['admin.addPromoCode', () => office.addPromoCode.mutate({ code: 'SUMMER', note: '' })],
    ['admin.editPromoCode', () => office.editPromoCode.mutate({ code: 'SUMMER', note: 'July' })],
    ['admin.retirePromoCode', () => office.retirePromoCode.mutate({ code: 'SUMMER' })],
    [
      'admin.addDiscount',
      () => office.addDiscount.mutate({ code: 'Autumn10', on: 'fuel', percent: 10 }),
    ],
    [
      'admin.editDiscount',
      () => office.editDiscount.mutate({ code: 'AUTUMN10', on: 'ice', percent: 10 }),
    ],
    [
      'admin.setDiscountActive',
      () => office.setDiscountActive.mutate({ code: 'AUTUMN10', isActive: false }),
    ],
    [
      'admin.savePlace',
      async () => {
        const place = { name: 'Pier', address: '1 Pier Rd', position: '' };
        const saved = await office.savePlace.mutate({ ...place, note: '', aliases: '' });
        placeId = saved.id;
      },
    ],
    ['admin.removePlace', () => office.removePlace.mutate({ id: placeId })],
    [
      'admin.importPlaces',
      () => office.importPlaces.mutate({ text: 'name,address\nPier,1 Pier Rd' }),
    ],
    [
      'admin.countTruck',
      async () => {
        const { trucks } = await office.closingDay.query({ date: TODAY });
        for (const { key } of trucks) {
          const count = { loaded: LOAD, counted: LOAD, reason: 'It was filled again.', version: 0 };
          await office.countTruck.mutate({ date: TODAY, key, ...count } as never);
        }
      },
    ],
    [
      'admin.signOffCash',
      async () => {
        const { cash } = await office.closingDay.query({ date: TODAY });
        for (const { driverId } of cash) {
          const handedIn = { handedIn: '1', reason: 'The rest comes tomorrow.', version: 0 };
          await office.signOffCash.mutate({ date: TODAY, driverId, ...handedIn } as never);
        }
      },
    ],
    [
      'admin.closeDay',
      async () => {
        const { seen } = await office.closingDay.query({ date: TODAY });
        await office.closeDay.mutate({ date: TODAY, seen: seen ?? '' });
      },
    ],
    [
      'admin.closeMonth',
      async () => {
        await app.deps.db.client.execute(
          "insert into ledger (source, sequence, kind, gross_cents, fee_cents, moved_at, moved_on, delivered_on, appointment_id, written_at) select 'fee:of-may', 1, 'fee', 0, 1, 0, '2026-05-20', '2026-05-20', id, 0 from appointments limit 1",
        );
        await office.closeMonth.mutate({ month: '2026-05-01' });
      },
    ],
    [
      'admin.setFuelPrices',
      () => office.setFuelPrices.mutate({ regular: '2.89', premium: '3.29' } as never),
    ],
    ['admin.revertFuelPrices', () => office.revertFuelPrices.mutate()],
    [
      'admin.changeTimeZone',
      () => office.changeTimeZone.mutate({ timeZone: 'America/Detroit', read: 'America/New_York' }),
    ],
    ['admin.changeHours', () => office.changeHours.mutate(hoursInput({ daysAhead: 13 }))],
    [
      'admin.changePrices',
      () =>
        office.changePrices.mutate({
          minimumOrder: '1',
          date: '2026-12-24',
          time: '06:00',
          readEntry: 0,
        } as never),
    ],
    ['admin.cancelPriceChange', () => office.cancelPriceChange.mutate({ id: 1 })],
    [
      'admin.changeAccounts',
      () =>
        office.changeAccounts.mutate({
          accounts: { cash: { quickbooks: 'Till', xero: '' } },
          readEntry: 0,
        }),
    ],
    [
      'admin.changeTaxes',
      () =>
        office.changeTaxes.mutate({
          startsOn: '2026-12-24',
          rates: { ice: { kind: 'percent', amount: '6' } },
          readEntry: 0,
        }),
    ],
    ['admin.cancelTaxChange', () => office.cancelTaxChange.mutate({ id: 1 })],
    [
      'admin.changeOwnWords',
      () =>
        office.changeOwnWords.mutate({
          wording: 'booked',
          channel: 'text',
          words: { subject: '', body: 'Booked for {window}!' },
          version: 0,
        }),
    ],
    [
      'admin.saveReply',
      () => office.saveReply.mutate({ title: 'Late', body: 'We’re late.', version: 0 }),
    ],
    [
      'admin.removeReply',
      async () => {
        const [reply] = await office.savedReplies.query();
        await office.removeReply.mutate({ id: reply?.id ?? '' });
      },
    ],
    [
      'admin.writeMessage',
      async () => {
        const id = await book(sam);
        await office.writeMessage.mutate({ id, text: 'See you soon.', requestId: 'of-the-table' });
      },
    ],
    [
      'admin.offerWaiting',
      async () => {
        await book(sam, WAITED);
        await office.setTimeSlotCapacity.mutate({ ...WAITED, capacity: 1 });
        await sam.trpc.waiting.join.mutate({ ...ORDER, ...WAITED });
        await office.setTimeSlotCapacity.mutate({ ...WAITED, capacity: 2 });
        await offerWaiting();
      },
    ],
    [
      'waiting.decline',
      async () => {
        waited = (await sam.trpc.waiting.mine.query())[0]?.token ?? '';
        await sam.trpc.waiting.decline.mutate({ token: waited });
      },
    ],
    [
      'admin.removeWaiting',
      async () => {
        await sam.trpc.waiting.stay.mutate({ token: waited });
        const [entry] = await office.waiting.query({ date: WAITED.date });
        await office.removeWaiting.mutate({ id: entry?.id ?? '', reason: 'Asked on the phone.' });
      },
    ],
    [
      'admin.mergeCustomers',
      async () => {
        const me = await sam.trpc.auth.me.query();
        const gone = await office.addCustomer.mutate({
          ...{ fullName: 'Merged Away', phone: '(269) 555-0199', email: 'gone@lake.example' },
        });
        const pair = { keptId: me?.id ?? '', goneId: gone.id };
        merged = await merge(staff, pair);
      },
    ],
    ['admin.undoMerge', () => office.undoMerge.mutate({ number: merged })],
    [
      'admin.changeExemption',
      async () => {
        const me = await sam.trpc.auth.me.query();
        await office.changeExemption.mutate({
          userId: me?.id ?? '',
          certificate: 'E-1',
          before: null,
        });
      },
    ],
    [
      'admin.changeBusinessSettings',
      () => office.changeBusinessSettings.mutate({ serviceRadiusMiles: 12 } as never),
    ],
    [
      'admin.saveLegalText',
      () => office.saveLegalText.mutate({ kind: 'terms', text: 'Ours.' } as never),
    ],
    [
      'admin.saveHomePhoto',
      async () => office.saveHomePhoto.mutate({ photo: await picture(), alt: 'Our boat' }),
    ],
    ['admin.saveLogo', async () => office.saveLogo.mutate({ logo: await picture() })],
    ['admin.saveSupport', () => office.saveSupport.mutate({ phone: '(269) 555-0199' } as never)],
    [
      'admin.apiKeys.create',
      () => office.apiKeys.create.mutate({ name: 'Books', scope: 'read' } as never),
    ],
    [
      'admin.apiKeys.revoke',
      async () => {
        const [first] = await office.apiKeys.list.query();
        await office.apiKeys.revoke.mutate({ id: first?.id ?? '' });
      },
    ],
    ['calendar.createLink', () => calendar.createLink.mutate({ name: 'All', driverId: null })],
    [
      'calendar.revokeLink',
      async () => {
        const [first] = await calendar.links.query();
        await calendar.revokeLink.mutate({ id: first?.id ?? '' });
      },
    ],
  ];
}

function drivingCalls(): [string, () => Promise<unknown>][] {
  const { driver: own } = dana.visitor.trpc;
  const actionKey = key();
  return [
    ['driver.reportIssue', () => own.reportIssue.mutate({ text: 'The pump leaks', actionKey })],
    [
      'driver.reportIssuePhoto',
      async () => own.reportIssuePhoto.mutate({ id: actionKey, photo: await picture() }),
    ],
    [
      'admin.resolveDriverReport',
      () => staff.trpc.admin.resolveDriverReport.mutate({ id: actionKey }),
    ],
    ['driver.setDuty', () => own.setDuty.mutate({ status: 'offline' })],
    ['driver.setRouteOrder', () => own.setRouteOrder.mutate({ date: TODAY, stopIds: ['one'] })],
  ];
}

function exportCalls(): [string, () => Promise<unknown>][] {
  const get = (path: string) => async () => (await staff.fetch(path)).text();
  return [
    ['admin.exportCustomers', () => staff.trpc.admin.exportCustomers.query({})],
    ['GET /api/admin/customers', get('/api/admin/customers')],
    ['GET /api/admin/export/customers.csv', get('/api/admin/export/customers.csv')],
    [
      'GET /api/admin/export/appointments.csv',
      get(`/api/admin/export/appointments.csv?date=${TODAY}`),
    ],
    ['GET /api/admin/export/report.csv', get('/api/admin/export/report.csv?by=month')],
    ['GET /api/admin/export/journal.csv', get('/api/admin/export/journal.csv?program=quickbooks')],
    ['GET /api/admin/export/tickets.csv', get('/api/admin/export/tickets.csv')],
    ['GET /api/admin/export/sales.csv', get('/api/admin/export/sales.csv')],
    ['GET /api/admin/export/ledger.csv', get('/api/admin/export/ledger.csv')],
    ['GET /api/admin/export/activity.csv', get('/api/admin/export/activity.csv?thing=prices')],
  ];
}

test('every mutation has a line in the table, and every line is a mutation', () => {
  const procedures = Object.entries(appRouter._def.procedures) as unknown as [
    string,
    { _def: { type: string } },
  ][];
  const mutations = procedures.filter(([, { _def }]) => _def.type === 'mutation');
  expect(mutations.map(([name]) => name).sort()).toEqual(Object.keys(AUDITED).sort());
});

test('every call in the table writes the entry that its line names', async () => {
  const lists = [
    await accountCalls(),
    appointmentCalls(),
    moneyCalls(),
    calendarCalls(),
    officeCalls(),
    drivingCalls(),
    exportCalls(),
    staffAccountCalls(),
    await factorCalls(),
  ];
  expect(await silent(lists.flat())).toEqual([]);
  const written = Object.entries(AUDITED).filter(([, line]) => typeof line !== 'string');
  const wanted = [...written.map(([name]) => name), ...Object.keys(AUDITED_READS)];
  expect(wanted.filter((name) => !made.has(name))).toEqual([]);
}, 30_000);

test("a staff sign-in and a wrong password are logged with the address, and a customer's aren't", async () => {
  const before = await lastNumber();
  const eve = await driver(app);
  await refusal(app.visitor().trpc.auth.login.mutate({ username: 'boss', password: 'a guess' }));
  await refusal(app.visitor().trpc.auth.login.mutate({ username: 'sam1', password: 'a guess' }));
  expect(eve.driverId).toBeGreaterThan(0);
  const told = (await entriesAfter(before)).filter(({ thing }) => thing === 'sign_in');
  expect(told.map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
    ['sign_in.staff', 'driver'],
    ['sign_in.refused', 'visitor'],
  ]);
  for (const { after } of told) expect(JSON.parse(String(after))).toHaveProperty('from');
});

test('an entry names its thing and its account', async () => {
  const before = await lastNumber();
  const kai = await customer(app);
  const me = await kai.trpc.auth.me.query();
  const id = await book(kai);
  await staff.trpc.admin.addCustomerNote.mutate({ id: me?.id ?? '', text: 'Slip 4' });
  await dana.visitor.trpc.driver.setDuty.mutate({ status: 'offline' });
  await dana.visitor.trpc.driver.setDuty.mutate({ status: 'available' });
  const rows = await entriesAfter(before);
  const of = (action: string) => rows.find((row) => row.action === action);
  expect(of('account.registered')).toMatchObject({ thing: 'account', user_id: me?.id });
  expect(of('appointment.card_saved')).toMatchObject({ appointment_id: id, user_id: me?.id });
  expect(of('customer.noted')).toMatchObject({ user_id: me?.id });
  expect(of('driver.available')).toMatchObject({ subject: `driver:${dana.driverId}` });
});
