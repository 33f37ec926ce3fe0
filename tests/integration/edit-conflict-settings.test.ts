import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';
import { admin, customer, driver, ORDER } from '../support/actors';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let alex: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  alex = await admin(app);
});
afterAll(() => app.close());

/**
 * Returns the changes that a refused save reports. Fails if the save was accepted, or refused for
 * another reason.
 */
async function changesIn(save: Promise<unknown>) {
  const { status, reason, details } = await refusal(save);
  expect({ status, reason }).toEqual({ status: 409, reason: 'changed_meanwhile' });
  return details?.changes;
}
const byAlex = () => ({ who: 'Alex Harbor', when: app.clock.now() });

test("another admin's prices aren't overwritten unseen", async () => {
  const read = { regular: 3.1, premium: 4.16 };
  const set = (regular: number, premium: number, read?: Record<string, number>) =>
    alex.trpc.admin.setFuelPrices.mutate({ regular, premium, read } as never);
  await set(3.3, 4.16, read);
  expect(await changesIn(set(3.4, 4.4, read))).toEqual([
    { field: 'regular', from: 3.1, to: 3.3, ...byAlex() },
  ]);
  expect((await alex.trpc.pricing.current.query()).market).toMatchObject({ regularCents: 330 });
  await set(3.4, 4.4, { ...read, regular: 3.3 });
  // A program that doesn't send the values it read, such as an older one, overwrites the prices.
  await set(3.5, 4.5);
  await alex.trpc.admin.revertFuelPrices.mutate();
  const [regular] = (await changesIn(set(3.6, 4.6, { regular: 3.5 }))) as object[];
  expect(regular).toMatchObject({ from: 3.5, to: 3.1, who: null, when: null });
});

test("another admin's support texts aren't overwritten unseen, and other fields don't conflict", async () => {
  const { email, phone, faqText } = await alex.trpc.admin.supportSettings.query();
  const read = { email, phone, faqItems: faqText };
  await alex.trpc.admin.saveSupport.mutate({ phone: '(269) 555-0177', read });
  await alex.trpc.admin.saveSupport.mutate({ email: 'desk@lake.example', read });
  expect(
    await changesIn(alex.trpc.admin.saveSupport.mutate({ phone: '(269) 555-0188', read })),
  ).toEqual([{ field: 'phone', from: phone, to: '(269) 555-0177', ...byAlex() }]);
  const faqItems = [{ question: 'Do you bring ice?', answer: 'Yes.' }];
  await alex.trpc.admin.saveSupport.mutate({ faqItems, read });
  const other = [{ question: 'Do you bring cans?', answer: 'Yes.' }];
  expect(
    await changesIn(alex.trpc.admin.saveSupport.mutate({ faqItems: other, read })),
  ).toMatchObject([{ field: 'faqItems', from: faqText }]);
});

test("a driver edited by another admin isn't overwritten unseen", async () => {
  const { driverId: id } = await driver(app);
  const [dana] = (await alex.trpc.admin.driverAccounts.query()).filter((one) => one.id === id);
  const { name = '', phone = null, email = null, vehicleInfo = null } = dana ?? {};
  const read = { name, phone, email, vehicleInfo };
  const edit = (change: object, read?: object) =>
    alex.trpc.admin.editDriver.mutate({
      id,
      name,
      phone,
      email,
      vehicleInfo,
      ...change,
      read,
    } as never);
  await edit({ phone: '(269) 555-0123' }, read);
  expect(await changesIn(edit({ vehicleInfo: 'Red truck' }, read))).toEqual([
    { field: 'phone', from: null, to: '(269) 555-0123', ...byAlex() },
  ]);
  const seen = { ...read, phone: '(269) 555-0123' };
  await edit({ phone: '(269) 555-0123', vehicleInfo: 'Red truck' }, seen);
});

test("another admin's promo code note isn't overwritten unseen", async () => {
  const { code } = await alex.trpc.admin.addPromoCode.mutate({ code: 'REGATTA', note: 'Crew' });
  const edit = (change: { note?: string; isActive?: boolean }, note: string) =>
    alex.trpc.admin.editPromoCode.mutate({ code, ...change, read: { note } });
  await edit({ note: 'Crew of June' }, 'Crew');
  expect(await changesIn(edit({ note: 'Guests' }, 'Crew'))).toEqual([
    { field: 'note', from: 'Crew', to: 'Crew of June', ...byAlex() },
  ]);
  // Deactivating the code keeps the note.
  await edit({ isActive: false }, 'Crew');
  expect(await edit({ note: 'Guests' }, 'Crew of June')).toMatchObject({ note: 'Guests' });
});

describe('the calendar', () => {
  test("doesn't overwrite another admin's capacity unseen", async () => {
    const set = (capacity: number | null, read: number | null) =>
      alex.trpc.admin.setTimeSlotCapacity.mutate({
        date: TOMORROW,
        time: ORDER.time,
        capacity,
        read: { capacity: read },
      });
    await set(3, null);
    expect(await changesIn(set(5, null))).toEqual([
      { field: 'capacity', from: null, to: 3, ...byAlex() },
    ]);
    await set(5, 3);
    // Setting the same value as someone else isn't a conflict.
    await set(5, 3);
  });

  test("doesn't overwrite another admin's default unseen", async () => {
    const set = (capacity: number, read: number) =>
      alex.trpc.admin.setDefaultCapacity.mutate({ capacity, read: { capacity: read } });
    await set(2, 1);
    expect(await changesIn(set(4, 1))).toEqual([
      { field: 'capacity', from: 1, to: 2, ...byAlex() },
    ]);
    await set(4, 2);
  });
});

describe('a customer in two windows', () => {
  test("doesn't overwrite their own profile unseen, under any form name of the address", async () => {
    const sam = await customer(app);
    const me = await sam.trpc.auth.me.query();
    const read = { phone: me?.phone ?? null, preferredAddress: me?.address ?? null };
    await sam.trpc.auth.updateProfile.mutate({ address: '1 Pier Road', read });
    const phone = '(269) 555-0155';
    const save = { phone, preferredAddress: '2 Pier Road', read };
    expect(await changesIn(sam.trpc.auth.updateProfile.mutate(save))).toEqual([
      {
        field: 'preferredAddress',
        from: '58112 Lakeshore Drive',
        to: '1 Pier Road',
        who: 'You',
        when: app.clock.now(),
      },
    ]);
    // An omitted field isn't a conflict.
    await sam.trpc.auth.updateProfile.mutate({ phone, read });
    expect(await sam.trpc.auth.me.query()).toMatchObject({ phone, address: '1 Pier Road' });
  });

  test('gets a success or a conflict for each of twelve simultaneous saves', async () => {
    const sam = await customer(app);
    const saves = Array.from({ length: 12 }, (_, n) =>
      sam.trpc.auth.updateProfile.mutate({ boatName: `Boat ${n}`, read: { boatName: null } }),
    );
    const outcomes = await Promise.allSettled(saves);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('saves one of two edits of a boat at the same instant', async () => {
    const sam = await customer(app);
    const [boat] = await sam.trpc.account.addBoat.mutate({ name: 'Gull' });
    const save = (name: string) =>
      sam.trpc.account.editBoat.mutate({ id: boat?.id ?? '', name, read: { name: 'Gull' } });
    const saves = await Promise.allSettled([save('Heron'), save('Tern'), save('Loon')]);
    const refused = saves.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const one of refused)
      expect((one as PromiseRejectedResult).reason.data).toMatchObject({
        reason: 'changed_meanwhile',
      });
    const [saved] = await sam.trpc.account.boats.query();
    expect((await sam.trpc.auth.me.query())?.boatName).toBe(saved?.name ?? '');
  });

  test("doesn't overwrite a boat unseen", async () => {
    const sam = await customer(app);
    const [boat] = await sam.trpc.account.addBoat.mutate({ name: 'Gull' });
    const id = boat?.id ?? '';
    const read = { name: 'Gull', type: null, length: null, fuelCapacity: null };
    await sam.trpc.account.editBoat.mutate({ id, name: 'Gull', length: 24, read } as never);
    const save = { id, name: 'Heron', length: null, read };
    expect(await changesIn(sam.trpc.account.editBoat.mutate(save as never))).toEqual([
      { field: 'length', from: null, to: 24, who: 'You', when: null },
    ]);
  });
});

test('the names of two admins are distinct', async () => {
  const signIn = { username: 'anna', password: 'anna-password' };
  await ensureAdmin(app, { ...signIn, fullName: 'Anna Pier' });
  const anna = app.visitor();
  await anna.trpc.auth.adminLogin.mutate(signIn);
  const { businessHours } = await anna.trpc.admin.supportSettings.query();
  const read = { businessHours };
  await anna.trpc.admin.saveSupport.mutate({ businessHours: 'Daily 8-6', read });
  expect(
    await changesIn(alex.trpc.admin.saveSupport.mutate({ businessHours: 'Daily 9-5', read })),
  ).toMatchObject([{ who: 'Anna Pier' }]);
});
