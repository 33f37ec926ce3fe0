/** Delivery tickets: their numbers, the meter readings, and where people see them. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { voidUnusedNumbers } from '@/server/modules/trucks/tickets.usecases';
import { admin, book, customer, driver, office, picture, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { pdfText } from '../support/pdf-text';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let owner: Visitor;
let sam: Visitor;
let dana: Visitor;
let driverId: number;
beforeEach(async () => {
  app = await startTestApp({ capacity: 50 });
  [owner, sam] = [await admin(app), await customer(app)];
  ({ visitor: dana, driverId } = await driver(app));
});
afterEach(() => app.close());

const WEEK_MS = 7 * 86_400_000;
const addTruck = async (name = 'Blue Ford', meterSerial = 'LC-100') =>
  (await owner.trpc.admin.saveTruck.mutate({ name, meterSerial })).id;
const newKey = (): string => crypto.randomUUID();
const reserve = (truckId: number, id = newKey()) =>
  dana.trpc.driver.reserveTickets.mutate({ id, truckId });

async function ready(by: Visitor = sam) {
  const id = await book(by, { date: TODAY });
  await readyToDeliver(owner, id, driverId);
  await dana.trpc.driver.enRoute.mutate({ id });
  return id;
}
const byDevice = async (id: string, more: object = {}) => {
  const figures = { actualGallons: 20, smallIceBags: 2, largeIceBags: 1 };
  const sent = { id, actionKey: newKey(), ...figures, ...more };
  return dana.trpc.driver.complete.mutate(sent as never);
};
const byStaff = (id: string, more: object = {}) =>
  owner.trpc.admin.complete.mutate({ id, actualGallons: 20, ...more } as never);
const ticketOf = async (id: string) =>
  (await owner.trpc.admin.appointment.query({ id })).appointment.ticket;
const numberOf = async (id: string) => {
  const ticket = await ticketOf(id);
  return ticket && `${ticket.series}-${ticket.number}`;
};
const stored = async () =>
  (await app.deps.db.client.execute('select * from tickets order by series, number')).rows;
const requireReadings = () =>
  owner.trpc.admin.changeBusinessSettings.mutate({ asksForReadings: true } as never);

describe('numbers', () => {
  test('start with the first truck', async () => {
    const before = await ready();
    await byStaff(before);
    expect(await ticketOf(before)).toBeNull();
    await addTruck();
    const after = await ready();
    await byStaff(after);
    expect(await ticketOf(after)).toEqual({
      ...{ series: 1, number: 1, truckName: 'Blue Ford', meterSerial: 'LC-100' },
      ...{ gallonsTenths: 200, readings: null },
    });
  });

  test('are taken from the device’s range, and others follow it', async () => {
    const truckId = await addTruck();
    const range = await reserve(truckId);
    expect(range).toMatchObject({ series: 1, first: 1, last: 20 });
    const [offline, byPhone] = [await ready(), await ready()];
    await byStaff(byPhone);
    await byDevice(offline, { truckId, ticket: { rangeId: range.id, number: 1 } });
    expect(await numberOf(offline)).toBe('1-1');
    expect(await numberOf(byPhone)).toBe('1-21');
  });

  test('are the same if the device asks or sends twice', async () => {
    const truckId = await addTruck();
    const range = await reserve(truckId);
    expect(await reserve(truckId, range.id)).toEqual(range);
    const id = await ready();
    const sent = { truckId, ticket: { rangeId: range.id, number: 1 }, actionKey: newKey() };
    await Promise.all([byDevice(id, sent), byDevice(id, sent)]);
    await byDevice(id, sent);
    expect(await numberOf(id)).toBe('1-1');
    expect(await stored()).toHaveLength(1);
  });

  test('are used once, so a second delivery with the same number gets the next one', async () => {
    const truckId = await addTruck();
    const { id: rangeId } = await reserve(truckId);
    const [first, second] = [await ready(), await ready()];
    const ticket = { rangeId, number: 1 };
    await Promise.all([
      byDevice(first, { truckId, ticket }),
      byDevice(second, { truckId, ticket }),
    ]);
    expect([await numberOf(first), await numberOf(second)].sort()).toEqual(['1-1', '1-21']);
  });

  test('that no device holds aren’t accepted', async () => {
    const truckId = await addTruck();
    const { id: rangeId } = await reserve(truckId);
    const [beyond, unknown] = [await ready(), await ready()];
    await byDevice(beyond, { truckId, ticket: { rangeId, number: 21 } });
    await byDevice(unknown, { truckId, ticket: { rangeId: newKey(), number: 1 } });
    expect([await numberOf(beyond), await numberOf(unknown)]).toEqual(['1-21', '1-22']);
  });

  test('are voided after a week without use, and a late delivery gets another one', async () => {
    const truckId = await addTruck();
    const { id: rangeId } = await reserve(truckId);
    const [used, late] = [await ready(), await ready()];
    await byDevice(used, { truckId, ticket: { rangeId, number: 1 } });
    app.clock.advance(WEEK_MS);
    expect(await voidUnusedNumbers(app)).toBe(0);
    app.clock.advance(1);
    expect(await voidUnusedNumbers(app)).toBe(1);
    expect(await voidUnusedNumbers(app)).toBe(0);
    await byDevice(late, { truckId, ticket: { rangeId, number: 2 } });
    expect([await numberOf(used), await numberOf(late)]).toEqual(['1-1', '1-21']);
    const voided = (await stored()).filter(({ is_void }) => is_void === 1);
    expect(voided.map(({ number }) => number)).toEqual(Array.from({ length: 19 }, (_, i) => i + 2));
    expect(await refusal(reserve(truckId, rangeId))).toMatchObject({ status: 409 });
    const { visitor: accountant } = await office(app, 'accountant');
    const download = (query = '') => accountant.fetch(`/api/admin/export/tickets.csv${query}`);
    const file = await (await download()).text();
    const numbers = file
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',').slice(1, 3));
    expect(
      numbers.toSorted(([a = ''], [b = '']) => Number(a.slice(2)) - Number(b.slice(2))),
    ).toEqual(
      Array.from({ length: 21 }, (_, i) => [
        `1-${i + 1}`,
        i === 0 || i === 20 ? 'Delivered' : 'Void',
      ]),
    );
    expect(await (await download('?from=2020-01-01&to=2020-01-02')).text()).not.toContain('1-1');
  });

  test('stay after a correction', async () => {
    await addTruck();
    const id = await ready();
    await byStaff(id);
    const { version } = (await owner.trpc.admin.appointment.query({ id })).appointment;
    await owner.trpc.admin.correctDelivery.mutate({
      ...{ id, version, actualGallons: 21, smallIceBags: 2, largeIceBags: 1 },
      ...{ confirmedTotal: 133.1, reason: 'Read again', requestId: newKey() },
    } as never);
    expect(await ticketOf(id)).toMatchObject({ number: 1, gallonsTenths: 200 });
    const next = await ready();
    await byStaff(next);
    expect(await numberOf(next)).toBe('1-2');
  });

  test('keep their truck if the delivery is completed again with another one', async () => {
    const [first, second] = [await addTruck(), await addTruck('Red Ford', 'LC-200')];
    const id = await ready();
    await byStaff(id, { truckId: first });
    expect(await numberOf(id)).toBe('1-1');
    const { client } = app.deps.db;
    await client.execute('delete from charges');
    await client.execute(
      `update appointments set status = 'en_route', ticket = null where id = '${id}'`,
    );
    await byStaff(id, { truckId: second });
    // The number belongs to the first truck, and nobody else gets it.
    expect(await ticketOf(id)).toMatchObject({
      ...{ series: 1, number: 1, truckName: 'Blue Ford', meterSerial: 'LC-100' },
    });
    expect(await stored()).toHaveLength(1);
  });

  test('can’t be changed or deleted, even in the database', async () => {
    await addTruck();
    await byStaff(await ready());
    const { client } = app.deps.db;
    const fails = async (statement: string) =>
      expect(client.execute(statement)).rejects.toThrow('a ticket number is only ever added to');
    await fails('update tickets set number = 9');
    await fails('delete from tickets');
  });

  test('of a test order don’t exist', async () => {
    await addTruck();
    await owner.trpc.admin.addPromoCode.mutate({ code: 'DOCKTEST', note: '' });
    const id = await book(sam, { date: TODAY, promoCode: 'DOCKTEST' });
    await readyToDeliver(owner, id, driverId);
    await byStaff(id);
    expect(await ticketOf(id)).toBeNull();
    expect(await stored()).toEqual([]);
  });

  test('follow the truck of the driver’s day, or series 0 without one', async () => {
    await addTruck();
    const red = await addTruck('Red Ford', '');
    const [nobodys, dans] = [await ready(), await ready()];
    await byStaff(nobodys);
    await dana.trpc.driver.setTruck.mutate({ date: TODAY, truckId: red });
    await byStaff(dans);
    expect([await numberOf(nobodys), await numberOf(dans)]).toEqual(['0-1', '2-1']);
    expect(await ticketOf(nobodys)).toMatchObject({ truckName: null, meterSerial: null });
  });

  test('aren’t reserved without end, for one person or for one truck', async () => {
    const truckId = await addTruck();
    const many = Array.from({ length: 12 }, () => reserve(truckId));
    const answers = await Promise.allSettled(many);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await refusal(reserve(truckId))).toMatchObject({ reason: 'rate_limited' });
    app.clock.advance(WEEK_MS + 1);
    await voidUnusedNumbers({ deps: app.deps });
    expect(await stored()).toHaveLength(200);
    expect(await reserve(truckId)).toMatchObject({ first: 201, last: 220 });
  });

  test('aren’t reserved for an inactive or unknown truck', async () => {
    const id = await addTruck();
    await owner.trpc.admin.setTruckActive.mutate({ id, isActive: false });
    expect(await refusal(reserve(id))).toMatchObject({ message: 'Select a truck.' });
    expect(await refusal(reserve(99))).toMatchObject({ message: 'Select a truck.' });
  });

  test('of a refused action are used when staff record it', async () => {
    const truckId = await addTruck();
    const { id: rangeId } = await reserve(truckId);
    const id = await ready();
    await owner.trpc.admin.cancel.mutate({ id, reason: 'Storm' } as never);
    const ticket = { rangeId, number: 3 };
    const readings = { meterStart: 100, meterEnd: 120 };
    await refusal(byDevice(id, { truckId, ticket, ...readings }));
    const [item] = (await owner.trpc.admin.reviewQueue.query()).open;
    await owner.trpc.admin.acceptPress.mutate({
      ...{ id: item?.id ?? '', confirmedTotal: 129 },
    } as never);
    expect(await ticketOf(id)).toMatchObject({
      ...{ series: 1, number: 3, readings: { startTenths: 1_000, endTenths: 1_200 } },
    });
  });
});

describe('readings', () => {
  test('that don’t match the gallons are asked about', async () => {
    await addTruck();
    const id = await ready();
    const readings = { meterStart: '1000', meterEnd: '1030.5' };
    const asked = await refusal(byStaff(id, readings));
    expect(asked).toMatchObject({ reason: 'needs_confirmation' });
    expect(asked.message).toContain('The meter counted 30.5 gallons, but 20 gallons were entered.');
    await byStaff(id, { ...readings, confirmedTotal: 129 });
    expect((await ticketOf(id))?.readings).toEqual({ startTenths: 10_000, endTenths: 10_305 });
  });

  test('from a device that didn’t ask put the charge in review', async () => {
    await addTruck();
    const [unasked, asked] = [await ready(), await ready()];
    const readings = { meterStart: 1_000, meterEnd: 1_030 };
    expect(await byDevice(unasked, readings)).toMatchObject({ held: 'all' });
    const answer = await byDevice(asked, { ...readings, expectedTotal: 129, confirmedTotal: 129 });
    expect(answer.held).toBeUndefined();
  });

  test('from staff name the truck, are kept by a correction, and fill in the next start', async () => {
    await addTruck();
    const red = await addTruck('Red Ford', 'LC-200');
    await requireReadings();
    const id = await ready();
    await dana.trpc.driver.setTruck.mutate({ date: TODAY, truckId: red });
    const { trpc } = owner;
    expect(await trpc.admin.meter.query({ id })).toMatchObject({
      ...{ truckId: red, asksForReadings: true },
      trucks: [{ lastReadingTenths: null }, { name: 'Red Ford', lastReadingTenths: null }],
    });
    const readings = { meterStart: '100', meterEnd: '120.5' };
    await byStaff(id, { truckId: 1, ...readings });
    const ticket = {
      series: 1,
      truckName: 'Blue Ford',
      readings: { startTenths: 1_000, endTenths: 1_205 },
    };
    expect(await ticketOf(id)).toMatchObject(ticket);
    const { version } = (await trpc.admin.appointment.query({ id })).appointment;
    await trpc.admin.correctDelivery.mutate({
      ...{ id, version, actualGallons: 21, smallIceBags: 2, largeIceBags: 1 },
      ...{ confirmedTotal: 133.1, reason: 'Read again', requestId: newKey() },
    } as never);
    expect(await ticketOf(id)).toMatchObject(ticket);
    const next = await trpc.admin.meter.query({ id });
    expect(next.trucks).toMatchObject([{ lastReadingTenths: 1_205 }, { lastReadingTenths: null }]);
    expect(await refusal(trpc.admin.meter.query({ id: newKey() }))).toMatchObject({ status: 404 });
  });

  test('that match are recorded without a question', async () => {
    await addTruck();
    const id = await ready();
    await byDevice(id, { meterStart: 1_000, meterEnd: 1_020.4 });
    expect((await ticketOf(id))?.readings).toEqual({ startTenths: 10_000, endTenths: 10_204 });
  });

  test('must both be there', async () => {
    await addTruck();
    const id = await ready();
    expect(await refusal(byStaff(id, { meterStart: 1_000 }))).toMatchObject({
      ...{ field: 'meterEnd', message: 'Enter both the start and end readings.' },
    });
    expect(await refusal(byStaff(id, { meterEnd: 1_000 }))).toMatchObject({ field: 'meterStart' });
    expect(await refusal(byStaff(id, { meterStart: -1, meterEnd: 5 }))).toMatchObject({
      message: 'Enter the reading in gallons, from 0 to 99,999,999.9.',
    });
  });

  test('that the owner requires and a device didn’t send go to Needs attention', async () => {
    await addTruck();
    await requireReadings();
    expect((await dana.trpc.driver.day.query({})).asksFor.readings).toBe(true);
    const [without, given, byPhone] = [await ready(), await ready(), await ready()];
    await byDevice(without);
    await byDevice(given, { meterStart: 100, meterEnd: 120 });
    await byStaff(byPhone);
    const { open } = await owner.trpc.admin.reviewQueue.query();
    expect(open.map(({ delivery, reason }) => [delivery?.id, reason])).toEqual([
      [without, expect.stringContaining('completed this delivery without the meter readings.')],
    ]);
  });
});

test('a ticket is on the receipt, in the files, in the API, and in a customer’s own data', async () => {
  await addTruck();
  const id = await ready();
  const completionKey = newKey();
  await byDevice(id, { actionKey: completionKey, meterStart: 1_000, meterEnd: 1_020.3 });
  const signature = { proof: 'signature', photo: await picture(), completionKey };
  await dana.trpc.driver.completePhoto.mutate({ id, actionKey: newKey(), ...signature } as never);
  const rows = ['Delivery ticket', 'Truck', 'Meter serial number', 'Meter readings'];
  const { ticketRows } = await sam.trpc.booking.get.query({ id });
  expect(ticketRows.map(({ term }) => term)).toEqual(rows);
  const pdf = pdfText(new Uint8Array(await (await sam.fetch(`/api/receipts/${id}`)).arrayBuffer()));
  for (const part of ['1-1', 'Blue Ford', 'LC-100', '1000 to 1020.3 gal', 'Signature']) {
    expect(pdf).toContain(part);
  }
  const csv = await (await owner.fetch('/api/admin/export/appointments.csv')).text();
  expect(csv).toContain(',1-1,Blue Ford,LC-100,1000,1020.3');
  const ticket = {
    ...{ number: '1-1', truck: 'Blue Ford', meterSerial: 'LC-100' },
    ...{ meterStart: 1_000, meterEnd: 1_020.3 },
  };
  const listed = await (await owner.fetch('/api/admin/appointments')).json();
  expect(listed).toContainEqual(expect.objectContaining({ id, ticket }));
  const [own] = (await sam.trpc.account.ownData.query()).appointments as { ticket: object }[];
  expect(own?.ticket).toMatchObject({ number: '1-1', meterSerial: 'LC-100' });
  expect((await dana.trpc.driver.day.query({})).done[0]?.ticket).toBe('1-1');
  expect((await dana.trpc.driver.day.query({})).truck?.lastReadingTenths).toBe(10_203 as never);
});
