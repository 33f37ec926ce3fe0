/** Staff calls on the calendar, prices, people, keys, and the audit log. */
import { startOfMonth } from '@/domain/dates';
import { picture } from '../../../tests/support/actors';
import { hoursInput } from '../../../tests/support/hours';
import { DATES } from '../../requests';
import type { Calls } from '../call';
import { DATE, type Scene, SECOND_SLOT } from '../scene';

async function promo(scene: Scene): Promise<string> {
  const code = `CODE${scene.next()}`;
  const staff = scene.staff.trpc.admin;
  await staff.addPromoCode.mutate({ code, note: '' });
  return code;
}

async function discount(scene: Scene) {
  const terms = { on: 'fuel' as const, percent: 10 };
  const code = `OFF${scene.next()}`;
  await scene.staff.trpc.admin.addDiscount.mutate({ code, ...terms });
  return { code, ...terms };
}

async function truckId({ staff }: Scene): Promise<number> {
  const [first] = await staff.trpc.admin.trucks.query();
  if (first) return first.id;
  const truck = { name: 'Blue Ford', meterSerial: 'LC-1' };
  return (await staff.trpc.admin.saveTruck.mutate(truck)).id;
}

async function note(scene: Scene): Promise<string> {
  const me = await scene.kim.trpc.auth.me.query();
  const notes = await scene.staff.trpc.admin.addCustomerNote.mutate({
    id: me?.id ?? '',
    text: 'Slip 12',
  });
  return notes[0]?.id ?? '';
}

const iceTax = (scene: Scene) => ({
  startsOn: scene.farDay(),
  // A change to the rates that already apply is refused.
  rates: { ice: { kind: 'percent' as const, amount: (scene.next() / 100).toFixed(2) } },
});

const newPerson = (scene: Scene) => {
  const name = `olive-${scene.next()}`;
  const email = `${name}@dock.example`;
  return { fullName: 'Olive Oar', username: name, email, role: 'viewer' as const };
};

const place = (scene: Scene) => ({
  name: `Marina ${scene.next()}`,
  address: '1 Pier Rd',
  ...{ position: null, note: null, aliases: null },
});

const kimsId = async ({ kim }: Scene) => (await kim.trpc.auth.me.query())?.id ?? '';

const BOAT = { name: 'Dory' };
const DOCK = { label: '2 Pier Rd' };

/** A customer's record, and one that staff created and that can become part of it. */
async function mergeable(scene: Scene) {
  const staff = await scene.freshStaff();
  const keptId = await kimsId(scene);
  const { id: goneId } = await staff.trpc.admin.addCustomer.mutate({
    ...{ fullName: 'Kim Caller', phone: '269 555 0177', email: `${scene.key()}@lake.example` },
  });
  const { seen } = await staff.trpc.admin.compareCustomers.query({ id: keptId, otherId: goneId });
  return { staff, merge: { keptId, goneId, seen, take: [], requestId: scene.key() } };
}

const freshId = async (scene: Scene) =>
  (await (await scene.freshCustomer()).trpc.auth.me.query())?.id ?? '';

async function withCustomerBoat(scene: Scene) {
  const customerId = await freshId(scene);
  const [boat] = await scene.staff.trpc.admin.addCustomerBoat.mutate({ customerId, ...BOAT });
  return { customerId, id: boat?.id ?? '' };
}

async function withCustomerDock(scene: Scene) {
  const customerId = await freshId(scene);
  const [dock] = await scene.staff.trpc.admin.addCustomerDock.mutate({ customerId, ...DOCK });
  return { customerId, id: dock?.id ?? '' };
}

/** Blank prices don't change. */
const SAME = {
  ...{ serviceCharge: '', fuelFee: '', iceFee: '', bothFee: '' },
  ...{ largeBag: '', minimumOrder: '' },
};

const calendarCalls: Calls = {
  'admin.switchTimeSlot': (scene) => {
    const slot = { date: scene.farDay(), time: SECOND_SLOT, isAvailable: false };
    return () => scene.staff.trpc.admin.switchTimeSlot.mutate(slot);
  },
  'admin.setTimeSlotCapacity': (scene) => {
    const places = { date: scene.farDay(), time: SECOND_SLOT, capacity: 7 };
    return () => scene.staff.trpc.admin.setTimeSlotCapacity.mutate(places);
  },
  'admin.blockDays': (scene) => {
    const from = scene.farDay();
    return () => scene.staff.trpc.admin.blockDays.mutate({ from });
  },
  'admin.undoBlock': async (scene) => {
    const { admin } = scene.staff.trpc;
    const blocked = await admin.blockDays.mutate({ from: scene.farDay() });
    const { batchId } = blocked as { batchId: string };
    return () => admin.undoBlock.mutate({ batchId });
  },
  'admin.openDays': async (scene) => {
    const { admin } = scene.staff.trpc;
    const from = scene.farDay();
    await admin.blockDays.mutate({ from });
    return () => admin.openDays.mutate({ from });
  },
};

const peopleCalls: Calls = {
  'admin.customer': async (scene) => {
    const id = await kimsId(scene);
    return () => scene.staff.trpc.admin.customer.query({ id });
  },
  'admin.customerOrders': async (scene) => {
    const id = await kimsId(scene);
    return () => scene.staff.trpc.admin.customerOrders.query({ id });
  },
  'admin.exportCustomers': async (scene) => {
    const staff = await scene.freshStaff();
    return () => staff.trpc.admin.exportCustomers.query({});
  },
  'admin.editCustomer': async (scene) => {
    const id = await freshId(scene);
    return () => scene.staff.trpc.admin.editCustomer.mutate({ id, phone: '(269) 555-0188' });
  },
  'admin.addCustomerBoat': async (scene) => {
    const { customerId } = await withCustomerBoat(scene);
    return () => scene.staff.trpc.admin.addCustomerBoat.mutate({ customerId, ...BOAT });
  },
  'admin.editCustomerBoat': async (scene) => {
    const boat = await withCustomerBoat(scene);
    const changed = { ...BOAT, ...{ length: 22 } };
    return () => scene.staff.trpc.admin.editCustomerBoat.mutate({ ...boat, ...changed });
  },
  'admin.removeCustomerBoat': async (scene) => {
    const boat = await withCustomerBoat(scene);
    return () => scene.staff.trpc.admin.removeCustomerBoat.mutate(boat);
  },
  'admin.setCustomerDefaultBoat': async (scene) => {
    const { customerId } = await withCustomerBoat(scene);
    const all = await scene.staff.trpc.admin.addCustomerBoat.mutate({ customerId, ...BOAT });
    const id = all.find(({ isDefault }) => !isDefault)?.id ?? '';
    return () => scene.staff.trpc.admin.setCustomerDefaultBoat.mutate({ customerId, id });
  },
  'admin.addCustomerDock': async (scene) => {
    const { customerId } = await withCustomerDock(scene);
    return () => scene.staff.trpc.admin.addCustomerDock.mutate({ customerId, ...DOCK });
  },
  'admin.editCustomerDock': async (scene) => {
    const dock = await withCustomerDock(scene);
    const changed = { ...DOCK, ...{ note: 'Ring twice' } };
    return () => scene.staff.trpc.admin.editCustomerDock.mutate({ ...dock, ...changed });
  },
  'admin.removeCustomerDock': async (scene) => {
    const dock = await withCustomerDock(scene);
    return () => scene.staff.trpc.admin.removeCustomerDock.mutate(dock);
  },
  'admin.setCustomerDefaultDock': async (scene) => {
    const { customerId } = await withCustomerDock(scene);
    const all = await scene.staff.trpc.admin.addCustomerDock.mutate({ customerId, ...DOCK });
    const id = all.find(({ isDefault }) => !isDefault)?.id ?? '';
    return () => scene.staff.trpc.admin.setCustomerDefaultDock.mutate({ customerId, id });
  },
  'admin.customerTags':
    ({ staff }) =>
    () =>
      staff.trpc.admin.customerTags.query(),
  'admin.addCustomerTag': async (scene) => {
    const id = await freshId(scene);
    return () => scene.staff.trpc.admin.addCustomerTag.mutate({ id, tag: 'Marina' });
  },
  'admin.removeCustomerTag': async (scene) => {
    const id = await freshId(scene);
    await scene.staff.trpc.admin.addCustomerTag.mutate({ id, tag: 'Marina' });
    return () => scene.staff.trpc.admin.removeCustomerTag.mutate({ id, tag: 'Marina' });
  },
  'admin.previewCustomers':
    ({ staff }) =>
    () =>
      staff.trpc.admin.previewCustomers.mutate({ text: 'name,phone\nAnn,269-555-0142' }),
  'admin.importCustomers': (scene) => {
    const text = `name,email\nAnn,ann${scene.next()}@lake.example`;
    return () => scene.staff.trpc.admin.importCustomers.mutate({ text });
  },
  'admin.addCustomerNote': async (scene) => {
    const id = await kimsId(scene);
    return () => scene.staff.trpc.admin.addCustomerNote.mutate({ id, text: 'Slip 12' });
  },
  'admin.removeCustomerNote': async (scene) => {
    const id = await note(scene);
    return () => scene.staff.trpc.admin.removeCustomerNote.mutate({ id });
  },
  'admin.people':
    ({ staff }) =>
    () =>
      staff.trpc.admin.people.query(),
  'admin.invitePerson': async (scene) => {
    const staff = await scene.freshStaff();
    const invitation = newPerson(scene);
    return () => staff.trpc.admin.invitePerson.mutate(invitation);
  },
  'admin.reinvitePerson': async (scene) => {
    const staff = await scene.freshStaff();
    const invitation = newPerson(scene);
    const { id } = await staff.trpc.admin.invitePerson.mutate(invitation);
    return () => staff.trpc.admin.reinvitePerson.mutate({ ...invitation, id });
  },
  'admin.changePersonRole': async (scene) => {
    const staff = await scene.freshStaff();
    const { id } = await staff.trpc.admin.invitePerson.mutate(newPerson(scene));
    const change = { id, role: 'accountant', read: 'viewer' } as const;
    return () => staff.trpc.admin.changePersonRole.mutate(change);
  },
  'admin.deactivatePerson': async (scene) => {
    const staff = await scene.freshStaff();
    const { id } = await staff.trpc.admin.invitePerson.mutate(newPerson(scene));
    return () => staff.trpc.admin.deactivatePerson.mutate({ id });
  },
  'admin.driverAccounts':
    ({ staff }) =>
    () =>
      staff.trpc.admin.driverAccounts.query(),
  'admin.addDriver': async (scene) => {
    const staff = await scene.freshStaff();
    const added = { username: `eve-${scene.next()}`, password: 'six-characters', name: 'Eve Oar' };
    return () => staff.trpc.admin.addDriver.mutate(added);
  },
  'admin.editDriver': async (scene) => {
    const staff = await scene.freshStaff();
    const { driverId: id } = await scene.newDriver();
    return () => staff.trpc.admin.editDriver.mutate({ id, name: 'Eve Oars' } as never);
  },
  'admin.resetDriverPassword': async (scene) => {
    const staff = await scene.freshStaff();
    const { driverId: id } = await scene.newDriver();
    return () => staff.trpc.admin.resetDriverPassword.mutate({ id, password: 'new-password' });
  },
  'admin.driverWork':
    ({ staff, dana }) =>
    () =>
      staff.trpc.admin.driverWork.query({ id: dana.driverId }),
  'admin.retireDriver': async (scene) => {
    const { driverId: id } = await scene.newDriver();
    return () => scene.staff.trpc.admin.retireDriver.mutate({ id });
  },
  'admin.restoreDriver': async (scene) => {
    const staff = await scene.freshStaff();
    const { driverId: id } = await scene.newDriver();
    await staff.trpc.admin.retireDriver.mutate({ id });
    return () => staff.trpc.admin.restoreDriver.mutate({ id, password: 'new-password' });
  },
};

const settingsCalls: Calls = {
  'admin.setFuelPrices':
    ({ staff }) =>
    () =>
      staff.trpc.admin.setFuelPrices.mutate({ regular: '3.10', premium: '4.16' }),
  'admin.revertFuelPrices': async ({ staff }) => {
    await staff.trpc.admin.setFuelPrices.mutate({ regular: '3.10', premium: '4.16' });
    return () => staff.trpc.admin.revertFuelPrices.mutate();
  },
  'admin.priceHistory':
    ({ staff }) =>
    () =>
      staff.trpc.admin.priceHistory.query({}),
  'admin.changePassword': async (scene) => {
    const { visitor, password } = await scene.otherAdmin();
    const newPassword = 'another-password';
    const change = { currentPassword: password, newPassword, confirmPassword: newPassword };
    return () => visitor.trpc.admin.changePassword.mutate(change);
  },
  'admin.report':
    ({ staff }) =>
    () =>
      staff.trpc.admin.report.query({}),
  'admin.reportGroups':
    ({ staff }) =>
    () =>
      staff.trpc.admin.reportGroups.query({}),
  'admin.months':
    ({ staff }) =>
    () =>
      staff.trpc.admin.months.query({}),
  'admin.month': async (scene) => {
    await scene.delivered();
    return () => scene.staff.trpc.admin.month.query({ month: startOfMonth(DATES[0] ?? DATE) });
  },
  'admin.closingDay':
    ({ staff }) =>
    () =>
      staff.trpc.admin.closingDay.query({}),
  'admin.closedDays':
    ({ staff }) =>
    () =>
      staff.trpc.admin.closedDays.query({ page: 1 }),
  'admin.countTruck': async ({ staff, dana }) => {
    const load = { regularGallons: '10', premiumGallons: '', smallIceBags: 0, largeIceBags: 0 };
    const { today: date } = await staff.trpc.admin.closingDay.query({});
    await dana.visitor.trpc.driver.setLoad.mutate({ date, ...load });
    const { trucks } = await staff.trpc.admin.closingDay.query({ date });
    const { key = '', version = 0 } = trucks.find(({ isUsed }) => isUsed) ?? {};
    const count = { loaded: load, counted: load, reason: 'It was filled again.' };
    return () => staff.trpc.admin.countTruck.mutate({ date, key, ...count, version });
  },
  'admin.signOffCash': async ({ staff, client }) => {
    const { today: date } = await staff.trpc.admin.closingDay.query({});
    await client.execute(
      `insert or ignore into ledger (source, sequence, kind, gross_cents, fee_cents, moved_at, moved_on, delivered_on, appointment_id, written_at) select 'cash:of-the-day', 1, 'cash', 100, 0, 0, '${date}', '${date}', id, 0 from appointments limit 1`,
    );
    const { cash } = await staff.trpc.admin.closingDay.query({ date });
    const { driverId = 0, version = 0 } = cash[0] ?? {};
    const handedIn = { handedIn: '1', reason: 'The rest comes tomorrow.' };
    return () => staff.trpc.admin.signOffCash.mutate({ date, driverId, ...handedIn, version });
  },
  'admin.closeDay': async ({ staff, client }) => {
    // Each close needs another day with something to close. Cash of days in 2020 is left out, because
    // only the first close needs it.
    await client.execute('drop trigger if exists closed_days_gone');
    await client.execute('delete from closed_days');
    await client.execute(
      'insert or ignore into truck_counts (date, key, loaded, counted, version, counted_by, counted_at) select \'2020-01-16\', \'driver:1\', loaded, loaded, 1, \'Alex\', 0 from (select \'{"regularGallonsTenths":0,"premiumGallonsTenths":0,"smallIceBags":0,"largeIceBags":0}\' as loaded)',
    );
    const { seen } = await staff.trpc.admin.closingDay.query({ date: '2020-01-16' });
    return () => staff.trpc.admin.closeDay.mutate({ date: '2020-01-16', seen: seen ?? '' });
  },
  'admin.closeMonth': async ({ staff, client }) => {
    // Adds payments of past months, so that there's always a month to close.
    await client.execute(
      "insert or ignore into ledger (source, sequence, kind, gross_cents, fee_cents, moved_at, moved_on, delivered_on, appointment_id, written_at) select 'cash:long-ago', 1, 'cash', 100, 0, 0, '2020-01-15', '2020-01-15', id, 0 from appointments limit 1",
    );
    const { closable } = await staff.trpc.admin.months.query({});
    return () =>
      staff.trpc.admin.closeMonth.mutate({ month: closable ?? '', leavesDaysOpen: true });
  },
  'admin.supportSettings':
    ({ staff }) =>
    () =>
      staff.trpc.admin.supportSettings.query(),
  'admin.businessSettings':
    ({ staff }) =>
    () =>
      staff.trpc.admin.businessSettings.query(),
  'admin.changeBusinessSettings': async (scene) => {
    const staff = await scene.freshStaff();
    const serviceRadiusMiles = 15 + (scene.next() % 100);
    return () => staff.trpc.admin.changeBusinessSettings.mutate({ serviceRadiusMiles } as never);
  },
  'admin.saveSupport': async (scene) => {
    const staff = await scene.freshStaff();
    const phone = `(269) 555-${1000 + scene.next()}`;
    return () => staff.trpc.admin.saveSupport.mutate({ phone });
  },
  'admin.promoCodes':
    ({ staff }) =>
    () =>
      staff.trpc.admin.promoCodes.query(),
  'admin.addPromoCode': (scene) => () =>
    scene.staff.trpc.admin.addPromoCode.mutate({ code: `NEW${scene.next()}`, note: '' }),
  'admin.editPromoCode': async (scene) => {
    const code = await promo(scene);
    return () => scene.staff.trpc.admin.editPromoCode.mutate({ code, note: 'July' });
  },
  'admin.retirePromoCode': async (scene) => {
    const code = await promo(scene);
    return () => scene.staff.trpc.admin.retirePromoCode.mutate({ code });
  },
  'admin.discounts':
    ({ staff }) =>
    () =>
      staff.trpc.admin.discounts.query({ page: 1 }),
  'admin.addDiscount': (scene) => () => discount(scene),
  'admin.editDiscount': async (scene) => {
    const made = await discount(scene);
    return () => scene.staff.trpc.admin.editDiscount.mutate({ ...made, percent: 15 });
  },
  'admin.setDiscountActive': async (scene) => {
    const { code } = await discount(scene);
    return () => scene.staff.trpc.admin.setDiscountActive.mutate({ code, isActive: false });
  },
  'admin.trucks':
    ({ staff }) =>
    () =>
      staff.trpc.admin.trucks.query(),
  'admin.meter': async (scene) => {
    const id = await scene.booked();
    return () => scene.staff.trpc.admin.meter.query({ id });
  },
  'admin.saveTruck': async (scene) => {
    const truck = { id: await truckId(scene), name: `Truck ${scene.next()}`, meterSerial: '' };
    return () => scene.staff.trpc.admin.saveTruck.mutate(truck);
  },
  'admin.setTruckActive': async (scene) => {
    const id = await truckId(scene);
    const isActive = scene.next() % 2 === 0;
    return () => scene.staff.trpc.admin.setTruckActive.mutate({ id, isActive });
  },
  'driver.reserveTickets': async (scene) => {
    const id = await truckId(scene);
    await scene.staff.trpc.admin.setTruckActive.mutate({ id, isActive: true });
    const range = { id: scene.key(), truckId: id };
    return () => scene.dana.visitor.trpc.driver.reserveTickets.mutate(range);
  },
  'driver.setTruck': async (scene) => {
    const id = await truckId(scene);
    await scene.staff.trpc.admin.setTruckActive.mutate({ id, isActive: true });
    return () => scene.dana.visitor.trpc.driver.setTruck.mutate({ date: DATE, truckId: id });
  },
  'admin.places':
    ({ staff }) =>
    () =>
      staff.trpc.admin.places.query(),
  'admin.savePlace': (scene) => () => scene.staff.trpc.admin.savePlace.mutate(place(scene)),
  'admin.removePlace': async (scene) => {
    const { id } = await scene.staff.trpc.admin.savePlace.mutate(place(scene));
    return () => scene.staff.trpc.admin.removePlace.mutate({ id });
  },
  'admin.previewPlaces':
    ({ staff }) =>
    () =>
      staff.trpc.admin.previewPlaces.mutate({ text: 'name,address\nPier,1 Pier Rd' }),
  'admin.importPlaces': (scene) => () =>
    scene.staff.trpc.admin.importPlaces.mutate({
      text: `name,address\nPier ${scene.next()},1 Pier Rd`,
    }),
};

const accessCalls: Calls = {
  'admin.activity':
    ({ staff }) =>
    () =>
      staff.trpc.admin.activity.query({ filter: {} } as never),
  'admin.activityPeople':
    ({ staff }) =>
    () =>
      staff.trpc.admin.activityPeople.query({}),
  'admin.apiKeys.list':
    ({ staff }) =>
    () =>
      staff.trpc.admin.apiKeys.list.query(),
  'admin.apiKeys.create': async (scene) => {
    const staff = await scene.freshStaff();
    const key = { name: 'Books', scope: 'read' } as never;
    return () => staff.trpc.admin.apiKeys.create.mutate(key);
  },
  'admin.apiKeys.revoke': async (scene) => {
    const staff = await scene.freshStaff();
    await staff.trpc.admin.apiKeys.create.mutate({ name: 'Books', scope: 'read' } as never);
    const keys = await staff.trpc.admin.apiKeys.list.query();
    const id = keys.at(0)?.id ?? '';
    return () => staff.trpc.admin.apiKeys.revoke.mutate({ id });
  },
  'admin.hours':
    ({ staff }) =>
    () =>
      staff.trpc.admin.hours.query(),
  'admin.timeZone':
    ({ staff }) =>
    () =>
      staff.trpc.admin.timeZone.query(),
  'admin.timeZoneEffect':
    ({ staff }) =>
    () =>
      staff.trpc.admin.timeZoneEffect.query({ timeZone: 'America/Detroit' }),
  'admin.changeTimeZone': async (scene) => {
    const staff = await scene.freshStaff();
    const { timeZone: read } = await staff.trpc.admin.timeZone.query();
    // The same clock, so that later calls aren't about another date.
    const timeZone = read === 'America/Detroit' ? 'America/New_York' : 'America/Detroit';
    return () => staff.trpc.admin.changeTimeZone.mutate({ timeZone, read });
  },
  'admin.changeHours': async (scene) => {
    const staff = await scene.freshStaff();
    const { newestEntry: readEntry } = await staff.trpc.admin.hours.query();
    return () => staff.trpc.admin.changeHours.mutate(hoursInput({ daysAhead: 15, readEntry }));
  },
  'admin.ownPrices':
    ({ staff }) =>
    () =>
      staff.trpc.admin.ownPrices.query(),
  'admin.changePrices': async (scene) => {
    const staff = await scene.freshStaff();
    const { newestEntry: readEntry } = await staff.trpc.admin.ownPrices.query();
    return () => staff.trpc.admin.changePrices.mutate({ ...SAME, smallBag: 5.5, readEntry });
  },
  'admin.cancelPriceChange': async (scene) => {
    const staff = await scene.freshStaff();
    const { newestEntry: readEntry } = await staff.trpc.admin.ownPrices.query();
    const later = { date: scene.farDay(), time: '06:00' };
    const { newestEntry } = await staff.trpc.admin.changePrices.mutate({
      ...SAME,
      smallBag: 6,
      ...later,
      readEntry,
    });
    return () => staff.trpc.admin.cancelPriceChange.mutate({ id: newestEntry });
  },
  'admin.taxes':
    ({ staff }) =>
    () =>
      staff.trpc.admin.taxes.query(),
  'admin.accounts':
    ({ staff }) =>
    () =>
      staff.trpc.admin.accounts.query(),
  'admin.changeAccounts': async (scene) => {
    const staff = await scene.freshStaff();
    const { newestEntry: readEntry } = await staff.trpc.admin.accounts.query();
    return () =>
      staff.trpc.admin.changeAccounts.mutate({
        accounts: { cash: { quickbooks: `Till ${readEntry}`, xero: '' } },
        readEntry,
      });
  },
  'admin.ownWords':
    ({ staff }) =>
    () =>
      staff.trpc.admin.ownWords.query(),
  'admin.changeOwnWords': async (scene) => {
    const staff = await scene.freshStaff();
    const { changed } = await staff.trpc.admin.ownWords.query();
    const version = changed.find(({ id }) => id === 'booked:text')?.version ?? 0;
    const words = { subject: '', body: `Booked for {window}. ${scene.next()}` };
    return () =>
      staff.trpc.admin.changeOwnWords.mutate({
        wording: 'booked',
        channel: 'text',
        words,
        version,
      });
  },
  'admin.conversation': async ({ staff, ...scene }) => {
    const id = await scene.booked();
    return () => staff.trpc.admin.conversation.query({ id });
  },
  'admin.writeMessage': async ({ staff, ...scene }) => {
    const id = await scene.booked();
    const requestId = crypto.randomUUID();
    return () => staff.trpc.admin.writeMessage.mutate({ id, text: 'See you soon.', requestId });
  },
  'admin.savedReplies':
    ({ staff }) =>
    () =>
      staff.trpc.admin.savedReplies.query(),
  'admin.saveReply': (scene) => () =>
    scene.staff.trpc.admin.saveReply.mutate({
      title: `Late ${scene.next()}`,
      body: 'We’re late.',
      version: 0,
    }),
  'admin.removeReply': async ({ staff, next }) => {
    const reply = { title: `Late ${next()}`, body: 'We’re late.', version: 0 };
    const { id } = await staff.trpc.admin.saveReply.mutate(reply);
    return () => staff.trpc.admin.removeReply.mutate({ id });
  },
  'admin.changeTaxes': async (scene) => {
    const staff = await scene.freshStaff();
    const { newestEntry: readEntry } = await staff.trpc.admin.taxes.query();
    return () => staff.trpc.admin.changeTaxes.mutate({ ...iceTax(scene), readEntry });
  },
  'admin.cancelTaxChange': async (scene) => {
    const staff = await scene.freshStaff();
    const { newestEntry: readEntry } = await staff.trpc.admin.taxes.query();
    const { newestEntry: id } = await staff.trpc.admin.changeTaxes.mutate({
      ...iceTax(scene),
      readEntry,
    });
    return () => staff.trpc.admin.cancelTaxChange.mutate({ id });
  },
  'admin.compareCustomers': async (scene) => {
    const { staff, merge } = await mergeable(scene);
    const pair = { id: merge.keptId, otherId: merge.goneId };
    return () => staff.trpc.admin.compareCustomers.query(pair);
  },
  'admin.mergeCustomers': async (scene) => {
    const { staff, merge } = await mergeable(scene);
    return () => staff.trpc.admin.mergeCustomers.mutate(merge);
  },
  'admin.merges': async (scene) => {
    const id = await kimsId(scene);
    return () => scene.staff.trpc.admin.merges.query({ id });
  },
  'admin.undoMerge': async (scene) => {
    const { staff, merge } = await mergeable(scene);
    const { number } = await staff.trpc.admin.mergeCustomers.mutate(merge);
    return () => staff.trpc.admin.undoMerge.mutate({ number });
  },
  'admin.exemption': async (scene) => {
    const id = await kimsId(scene);
    return () => scene.staff.trpc.admin.exemption.query({ id });
  },
  'admin.changeExemption': async (scene) => {
    const id = await kimsId(scene);
    return () =>
      scene.staff.trpc.admin.changeExemption.mutate({
        userId: id,
        certificate: 'E-1',
        before: null,
      });
  },
  'admin.legalTexts':
    ({ staff }) =>
    () =>
      staff.trpc.admin.legalTexts.query(),
  'admin.saveLegalText': async (scene) => {
    const text = `Terms ${scene.next()}`;
    return () => scene.staff.trpc.admin.saveLegalText.mutate({ kind: 'terms', text });
  },
  'admin.saveHomePhoto': async (scene) => {
    const alt = `Photo ${scene.next()}`;
    const photo = await picture();
    return () => scene.staff.trpc.admin.saveHomePhoto.mutate({ photo, alt });
  },
  'admin.saveLogo': async (scene) => {
    const logo = await picture();
    let isShown = false;
    return () => {
      isShown = !isShown;
      return scene.staff.trpc.admin.saveLogo.mutate({ logo: isShown ? logo : null });
    };
  },
  'support.company':
    ({ kim }) =>
    () =>
      kim.trpc.support.company.query(),
  'support.legalText':
    ({ kim }) =>
    () =>
      kim.trpc.support.legalText.query({ kind: 'terms' }),
  'calendar.links':
    ({ staff }) =>
    () =>
      staff.trpc.calendar.links.query(),
  'calendar.createLink': async (scene) => {
    const staff = await scene.freshStaff();
    return () => staff.trpc.calendar.createLink.mutate({ name: 'All', driverId: null });
  },
  'calendar.revokeLink': async (scene) => {
    const { calendar } = (await scene.newDriver()).visitor.trpc;
    await calendar.createLink.mutate({ name: 'All', driverId: null });
    const [link] = await calendar.links.query();
    return () => calendar.revokeLink.mutate({ id: link?.id ?? '' });
  },
};

export const officeCalls: Calls = {
  ...calendarCalls,
  ...peopleCalls,
  ...settingsCalls,
  ...accessCalls,
  'support.info':
    ({ kim }) =>
    () =>
      kim.trpc.support.info.query(),
  'pricing.current':
    ({ kim }) =>
    () =>
      kim.trpc.pricing.current.query(),
  'weather.forecast':
    ({ kim }) =>
    () =>
      kim.trpc.weather.forecast.query(),
};
