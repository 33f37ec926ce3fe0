/** A save that changes nothing writes no audit entry. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { admin, book, customer, driver, LOAD, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { AUDITED } from '../support/audit-table';
import { refusals, type Visitor } from '../support/visitor';

const NOON = '12:00 PM - 2:00 PM';
const LATER = '2026-07-20';
const EDITED_DOCK = { label: 'Maple Island', gateCode: '4711', slip: '7' };

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let dana: Visitor;
/** Each save, by its call. */
let saves: Record<string, () => Promise<unknown>>;

beforeAll(async () => {
  app = await startTestApp({ capacity: 40 });
  [sam, staff] = [await customer(app), await admin(app)];
  const crew = await driver(app);
  dana = crew.visitor;
  const { account, auth, booking } = sam.trpc;
  const { admin: office } = staff.trpc;
  const { driver: own } = dana.trpc;
  const [boat] = await account.addBoat.mutate({ name: 'Gull', type: 'Pontoon' });
  const [dock] = await account.addDock.mutate({ label: 'Maple Island', gateCode: '4711' });
  const [appointment, planned] = [await book(sam), await book(sam, { date: TODAY, time: NOON })];
  await readyToDeliver(staff, planned, crew.driverId);
  const [card] = await account.cards.query();
  const [recurring] = (
    await account.addRecurring.mutate({
      ...{ planType: 'weekly', deliveryDay: 'Friday', fuelType: 'Regular', gallons: 20 },
    } as never)
  ).deliveries;
  await office.saveTruck.mutate({ name: 'Blue Ford', meterSerial: 'LC-1' });
  await office.saveTruck.mutate({ name: 'White Ford', meterSerial: '' });
  await office.addPromoCode.mutate({ code: 'SUMMER', note: '' });
  await office.addDiscount.mutate({ code: 'Autumn10', on: 'fuel', percent: 10 });
  const ids = { boat: boat?.id ?? '', dock: dock?.id ?? '', card: card?.id ?? '' };
  saves = {
    'auth.updateProfile': () =>
      auth.updateProfile.mutate({ fullName: 'Kim Kettle', preferredFuelType: 'Premium' }),
    'account.editBoat': () =>
      account.editBoat.mutate({ id: ids.boat, name: 'Gull', type: 'Pontoon', length: 22 }),
    'account.setDefaultBoat': () => account.setDefaultBoat.mutate({ id: ids.boat }),
    'account.editDock': () => account.editDock.mutate({ ...EDITED_DOCK, id: ids.dock }),
    'account.setDefaultDock': () => account.setDefaultDock.mutate({ id: ids.dock }),
    'account.setDefaultCard': () => account.setDefaultCard.mutate({ id: ids.card }),
    'account.changeRecurring': () =>
      account.changeRecurring.mutate({ id: recurring?.id ?? '', status: 'paused' }),
    'booking.modify': () =>
      booking.modify.mutate({ ...ORDER, id: appointment, fillUp: false } as never),
    'booking.patch': () => booking.patch.mutate({ id: appointment, smallIceBags: 3 } as never),
    'admin.editDetails': () =>
      office.editDetails.mutate({
        ...{ id: planned, estimatedGallons: 21, smallIceBags: 2, largeIceBags: 1 },
      } as never),
    'admin.patch': () => office.patch.mutate({ id: planned, smallIceBags: 4 } as never),
    'admin.reschedule': () => office.reschedule.mutate({ id: planned, location: 'Cove' } as never),
    'admin.schedule': () => office.schedule.mutate({ id: planned, driverId: crew.driverId }),
    'admin.switchTimeSlot': () =>
      office.switchTimeSlot.mutate({ date: LATER, time: NOON, isAvailable: false }),
    'admin.setTimeSlotCapacity': () =>
      office.setTimeSlotCapacity.mutate({ date: LATER, time: NOON, capacity: 7 }),
    'admin.setDefaultCapacity': () => office.setDefaultCapacity.mutate({ capacity: 41 }),
    'admin.blockDays': () => office.blockDays.mutate({ from: LATER }),
    'admin.openDays': () => office.openDays.mutate({ from: LATER, to: LATER }),
    'admin.editDriver': () =>
      office.editDriver.mutate({ id: crew.driverId, name: 'Dana Oars' } as never),
    'admin.editPromoCode': () => office.editPromoCode.mutate({ code: 'SUMMER', note: 'July' }),
    'admin.editDiscount': () =>
      office.editDiscount.mutate({ code: 'AUTUMN10', on: 'ice', percent: 10 }),
    'admin.setDiscountActive': () =>
      office.setDiscountActive.mutate({ code: 'AUTUMN10', isActive: false }),
    'admin.saveTruck': () =>
      office.saveTruck.mutate({ id: 1, name: 'Red Ford', meterSerial: 'LC-2' }),
    'admin.setTruckActive': () => office.setTruckActive.mutate({ id: 2, isActive: false }),
    'admin.retirePromoCode': () => office.retirePromoCode.mutate({ code: 'SUMMER' }),
    'admin.setFuelPrices': () =>
      office.setFuelPrices.mutate({ regular: '2.89', premium: '3.29' } as never),
    'admin.revertFuelPrices': () => office.revertFuelPrices.mutate(),
    'admin.changeBusinessSettings': () =>
      office.changeBusinessSettings.mutate({ serviceRadiusMiles: 12 } as never),
    'admin.saveSupport': () => office.saveSupport.mutate({ phone: '(269) 555-0199' } as never),
    'driver.setLoad': () => own.setLoad.mutate({ date: TODAY, ...LOAD }),
    'driver.reserveTickets': () =>
      own.reserveTickets.mutate({ id: 'range-0000000000-1', truckId: 1 }),
    'driver.setTruck': () => own.setTruck.mutate({ date: TODAY, truckId: 1 }),
    'driver.setDuty': () => own.setDuty.mutate({ status: 'offline' }),
    'driver.setRouteOrder': () => own.setRouteOrder.mutate({ date: TODAY, stopIds: [planned] }),
    'driver.enRoute': () => own.enRoute.mutate({ id: planned }),
    'auth.endOtherSessions': () => auth.endOtherSessions.mutate(),
  };
});
afterAll(() => app.close());

async function entries(): Promise<number> {
  const { rows } = await app.deps.db.client.execute('select count(*) as n from audit_log');
  return Number(rows[0]?.n);
}

test('saving the same values again writes no entry', async () => {
  const found: string[] = [];
  for (const [name, save] of Object.entries(saves)) {
    expect([name, Array.isArray(AUDITED[name])]).toEqual([name, true]);
    await save();
    const before = await entries();
    await save();
    if ((await entries()) > before) found.push(name);
  }
  expect(found).toEqual([]);
});

test('saving values that the entry omits is still a save', async () => {
  const { account } = sam.trpc;
  const [dock] = await account.docks.query();
  const before = await entries();
  await account.editDock.mutate({ ...EDITED_DOCK, id: dock?.id ?? '', gateCode: '4712' });
  expect(await account.docks.query()).toMatchObject([{ gateCode: '4712' }]);
  expect((await entries()) - before).toBe(1);
});

test("saving someone else's row isn't found", async () => {
  const { account } = (await customer(app)).trpc;
  const { boats, docks, cards } = sam.trpc.account;
  const [[boat], [dock], [card]] = [await boats.query(), await docks.query(), await cards.query()];
  const answers = await refusals([
    account.setDefaultBoat.mutate({ id: boat?.id ?? '' }),
    account.setDefaultDock.mutate({ id: dock?.id ?? '' }),
    account.setDefaultCard.mutate({ id: card?.id ?? '' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
});
