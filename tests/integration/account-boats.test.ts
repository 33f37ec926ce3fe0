import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { admin, book, customer, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, refusals } from '../support/visitor';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe("an account's boats", () => {
  test('have the first as default, named by the profile, until the customer picks another', async () => {
    const sam = await customer(app);
    expect(await sam.trpc.account.boats.query()).toEqual([]);
    const [gull] = await sam.trpc.account.addBoat.mutate({
      name: ' Gull ',
      type: 'Pontoon',
      length: '22',
      fuelCapacity: 30,
    });
    expect(gull).toMatchObject({
      name: 'Gull',
      type: 'Pontoon',
      length: 22,
      fuelCapacity: 30,
      isDefault: true,
    });
    expect(gull).not.toHaveProperty('userId');
    app.clock.advance(1000);
    const two = await sam.trpc.account.addBoat.mutate({ name: 'Second Wind' });
    expect(two.map((boat) => [boat.name, boat.isDefault])).toEqual([
      ['Gull', true],
      ['Second Wind', false],
    ]);
    const me = () => sam.trpc.auth.me.query();
    expect(await me()).toMatchObject({ boatName: 'Gull', boatType: 'Pontoon' });

    const swapped = await sam.trpc.account.setDefaultBoat.mutate({ id: two[1]?.id ?? '' });
    expect(swapped.map((boat) => [boat.name, boat.isDefault])).toEqual([
      ['Second Wind', true],
      ['Gull', false],
    ]);
    expect(await me()).toMatchObject({ boatName: 'Second Wind', boatType: null });
    await sam.trpc.account.editBoat.mutate({ id: two[1]?.id ?? '', name: 'Third', length: '' });
    expect(await me()).toMatchObject({ boatName: 'Third' });
    const left = await sam.trpc.account.removeBoat.mutate({ id: two[1]?.id ?? '' });
    expect(left).toMatchObject([{ name: 'Gull', isDefault: true }]);
    expect(await me()).toMatchObject({ boatName: 'Gull' });
  });

  test('belong to one customer', async () => {
    const [sam, other] = [await customer(app), await customer(app)];
    const [boat] = await sam.trpc.account.addBoat.mutate({ name: 'Gull' });
    const id = boat?.id ?? '';
    for (const answer of await refusals([
      other.trpc.account.editBoat.mutate({ id, name: 'Mine' }),
      other.trpc.account.removeBoat.mutate({ id }),
      other.trpc.account.setDefaultBoat.mutate({ id }),
    ])) {
      expect(answer).toMatchObject({
        status: 404,
        message: 'We couldn’t find that boat.',
      });
    }
    expect(await sam.trpc.account.boats.query()).toEqual([boat!]);
    const visitor = app.visitor().trpc.account;
    for (const answer of await refusals([
      visitor.boats.query(),
      visitor.addBoat.mutate({ name: 'x' }),
      visitor.editBoat.mutate({ id, name: 'x' }),
      visitor.removeBoat.mutate({ id }),
      visitor.setDefaultBoat.mutate({ id }),
      visitor.loyalty.query(),
    ])) {
      expect(answer.status).toBe(401);
    }
  });

  test('are at most twenty, even if added simultaneously', async () => {
    const sam = await customer(app);
    const added = await Promise.allSettled(
      Array.from({ length: 22 }, (_, index) =>
        sam.trpc.account.addBoat.mutate({ name: `Boat ${index}` }),
      ),
    );
    expect(added.filter((one) => one.status === 'rejected')).toHaveLength(2);
    const boats = await sam.trpc.account.boats.query();
    expect(boats).toHaveLength(20);
    expect(boats.filter((boat) => boat.isDefault)).toHaveLength(1);
    expect(await refusal(sam.trpc.account.addBoat.mutate({ name: 'x' }))).toMatchObject({
      status: 409,
      message: 'You can save up to 20 boats.',
    });
  });

  test.each([
    [{ name: ' ' }, 'Please enter the boat’s name.', 'name'],
    [{}, 'Please enter the boat’s name.', 'name'],
    [{ name: 'x'.repeat(61) }, 'Please use at most 60 characters.', 'name'],
    [{ name: 'x', length: 0 }, 'Length in feet must be a whole number from 1 to 200.', 'length'],
    [
      { name: 'x', length: 'long' },
      'Length in feet must be a whole number from 1 to 200.',
      'length',
    ],
    [
      { name: 'x', fuelCapacity: 1001 },
      'Fuel capacity in gallons must be a whole number from 1 to 1000.',
      'fuelCapacity',
    ],
  ])('%j is refused', async (boat, message, field) => {
    const sam = await customer(app);
    expect(await refusal(sam.trpc.account.addBoat.mutate(boat as never))).toMatchObject({
      status: 400,
      message,
      field,
    });
  });
});

describe('loyalty points', () => {
  test('are one per whole dollar paid, counted once even if the webhook repeats', async () => {
    const sam = await customer(app);
    const staff = await admin(app);
    expect(await sam.trpc.account.loyalty.query()).toEqual({
      points: 0,
      totalEarned: 0,
      lastUpdated: null,
      rule: 'One point for every whole dollar paid by card.',
    });
    const id = await book(sam);
    await readyToDeliver(staff, id);
    // 18.5 x 4.10 + 17 + 30 = 122.85
    const complete = () => staff.trpc.admin.complete.mutate({ id, actualGallons: 18.5 });
    await Promise.all([complete(), complete(), complete()]);
    await app.sandbox.flushWebhooks();
    expect(await sam.trpc.account.loyalty.query()).toMatchObject({
      points: 122,
      totalEarned: 122,
      lastUpdated: app.clock.now(),
    });
    const next = await book(sam, { date: '2026-06-15' });
    await readyToDeliver(staff, next);
    await staff.trpc.admin.complete.mutate({ id: next, actualGallons: 10 });
    expect(await sam.trpc.account.loyalty.query()).toMatchObject({ points: 210, totalEarned: 210 });
  });
});
