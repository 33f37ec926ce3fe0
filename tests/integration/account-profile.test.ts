import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { prefilledCanType } from '@/domain/order/options';
import { customer } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal } from '../support/visitor';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('the profile', () => {
  test("can't be read or changed by a visitor", async () => {
    const visitor = app.visitor();
    expect(
      await refusal(visitor.trpc.auth.updateProfile.mutate({ boatName: 'Gull' })),
    ).toMatchObject({ status: 401, message: 'Please sign in first.' });
    for (const [method, path] of [
      ['GET', '/api/user/profile'],
      ['PUT', '/api/user/profile'],
      ['PUT', '/api/auth/profile'],
    ] as const) {
      const answer = await visitor.rest(
        method,
        path,
        method === 'PUT' ? { boatName: 'x' } : undefined,
      );
      expect([path, answer.status]).toEqual([path, 401]);
    }
  });

  test('changes only in the sent fields', async () => {
    const sam = await customer(app);
    const before = await sam.trpc.auth.me.query();
    const after = await sam.trpc.auth.updateProfile.mutate({
      boatName: '  Second Wind ',
      boatType: 'Pontoon',
      fullName: 'Samuel Waters',
    });
    expect(after).toMatchObject({
      boatName: 'Second Wind',
      boatType: 'Pontoon',
      fullName: 'Samuel Waters',
      email: before?.email,
      phone: before?.phone,
      address: '58112 Lakeshore Drive',
      preferencesSavedAt: null,
    });
    expect(await sam.trpc.auth.me.query()).toEqual(after);
    const cleared = await sam.trpc.auth.updateProfile.mutate({ boatName: ' ', boatType: null });
    expect(cleared).toMatchObject({ boatName: null, boatType: null, fullName: 'Samuel Waters' });
  });

  test('marks saved preferences as chosen', async () => {
    const sam = await customer(app);
    const saved = await sam.trpc.auth.updateProfile.mutate({
      preferredFuelType: 'Premium',
      typicalFuelCapacity: 40,
      deliveryMethod: 'cans',
    });
    expect(saved).toMatchObject({
      preferredFuelType: 'Premium',
      typicalFuelCapacity: 40,
      deliveryMethod: 'cans',
      preferencesSavedAt: app.clock.now(),
    });
  });

  test('can have a can type that fills the form without a delivery method', async () => {
    const sam = await customer(app);
    const saved = await sam.rest('PUT', '/api/user/profile', { preferredCanType: 'service' });
    expect(saved.status).toBe(200);
    const me = await sam.trpc.auth.me.query();
    expect(prefilledCanType(me ?? {})).toBe('service');
    const both = { preferredCanType: 'service', deliveryMethod: 'cans' } as const;
    expect(prefilledCanType(await sam.trpc.auth.updateProfile.mutate(both))).toBe('cans');
  });

  test('has one address field with four names', async () => {
    const sam = await customer(app);
    for (const name of ['address', 'homeAddress', 'preferredAddress', 'customerAddress']) {
      const put = await sam.rest('PUT', '/api/user/profile', { [name]: `Dock ${name}` });
      expect(put.status).toBe(200);
      expect(put.body).toMatchObject({
        address: `Dock ${name}`,
        preferredAddress: `Dock ${name}`,
      });
      expect((await sam.rest('GET', '/api/user/profile')).body.address).toBe(`Dock ${name}`);
    }
  });

  test('has two REST paths that share one use case and answer with the specified fields', async () => {
    const sam = await customer(app);
    const first = await sam.rest('PUT', '/api/auth/profile', { typicalFuelCapacity: '55' });
    const second = await sam.rest('PUT', '/api/user/profile', {
      boatName: 'Gull',
      id: 'x',
      role: 'admin',
    });
    expect(first.body.typicalFuelCapacity).toBe(55);
    const read = await sam.rest('GET', '/api/user/profile');
    expect(read.body).toEqual(second.body);
    expect(Object.keys(read.body)).toEqual(
      expect.arrayContaining([
        'id',
        'address',
        'boatName',
        'preferredFuelType',
        'preferredCanType',
        'typicalFuelCapacity',
        'email',
        'phone',
        'fullName',
      ]),
    );
    expect(JSON.stringify(read.body)).not.toContain('argon');
    expect((await sam.trpc.auth.me.query())?.role).toBe('customer');
  });

  test('has a unique username and email, ignoring case', async () => {
    const sam = await customer(app);
    await customer(app, { username: 'Harbor', email: 'Harbor@Lake.example' });
    expect(await refusal(sam.trpc.auth.updateProfile.mutate({ username: 'HARBOR' }))).toMatchObject(
      {
        status: 409,
        field: 'username',
        message: 'That username is already taken.',
      },
    );
    expect(
      await refusal(sam.trpc.auth.updateProfile.mutate({ email: 'harbor@lake.EXAMPLE' })),
    ).toMatchObject({
      status: 409,
      field: 'email',
      message: 'An account with that email already exists.',
    });
    const me = await sam.trpc.auth.me.query();
    const same = await sam.trpc.auth.updateProfile.mutate({ email: me?.email?.toUpperCase() });
    expect(same.email).toBe(me?.email?.toUpperCase() ?? '');
  });

  test('is available to only one of two customers who choose it at the same time', async () => {
    const [a, b] = await Promise.all([customer(app), customer(app)]);
    const both = await Promise.allSettled(
      [a, b].map((visitor) => visitor?.trpc.auth.updateProfile.mutate({ username: 'wanted' })),
    );
    expect(both.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test.each([
    [{ fullName: ' ' }, 'Full name is required', 'fullName'],
    [{ email: 'sam' }, 'Valid email is required', 'email'],
    [{ email: '' }, 'Valid email is required', 'email'],
    [{ phone: '555-0117' }, 'Valid phone number is required', 'phone'],
    [
      { preferredFuelType: 'Diesel' },
      'Please select Regular or Premium fuel.',
      'preferredFuelType',
    ],
    [
      { preferredCanType: 'bucket' },
      'Please select how the fuel is delivered.',
      'preferredCanType',
    ],
    [{ deliveryMethod: 'plane' }, 'Please select the boat or gas cans.', 'deliveryMethod'],
    [{ username: '' }, 'Please enter a username.', 'username'],
    ...[0, 201, 2.5, 'many', -1].map((typicalFuelCapacity) => [
      { typicalFuelCapacity },
      'Fuel capacity must be a whole number from 1 to 200.',
      'typicalFuelCapacity',
    ]),
  ] as [Record<string, unknown>, string, string][])(
    '%j is refused',
    async (body, message, field) => {
      const sam = await customer(app);
      const answer = await sam.rest('PUT', '/api/auth/profile', body);
      expect(answer).toMatchObject({ status: 400, body: { message, field } });
    },
  );
});
