/**
 * Tests many simultaneous changes by customers: nothing is lost or doubled, on a file and on a
 * server.
 */
import { beforeAll, expect, test } from 'bun:test';
import { bookRecurring } from '@/server/modules/recurring/book-recurring.usecases';
import { book, customer } from '../support/actors';
import type { TestApp } from '../support/app';
import { onEveryDatabase } from '../support/every-database';

onEveryDatabase((started) => {
  let app: TestApp;
  beforeAll(() => {
    app = started();
  });

  test('an account keeps one default boat, named by the profile, and refuses a twenty-first boat', async () => {
    const sam = await customer(app);
    const { account } = sam.trpc;
    const added = await Promise.allSettled(
      Array.from({ length: 22 }, (_, index) => account.addBoat.mutate({ name: `Boat ${index}` })),
    );
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const boats = await account.boats.query();
    const oneDefault = async () => {
      const [first, ...others] = await account.boats.query();
      expect(first?.isDefault).toBe(true);
      expect(others.filter(({ isDefault }) => isDefault)).toEqual([]);
      expect((await sam.trpc.auth.me.query())?.boatName).toBe(first?.name ?? '');
    };
    await oneDefault();
    await Promise.all(boats.map(({ id }) => account.setDefaultBoat.mutate({ id })));
    await oneDefault();
    const removed = boats
      .slice(0, 12)
      .flatMap(({ id }) => [
        account.removeBoat.mutate({ id }),
        account.editBoat.mutate({ id: boats[19]?.id ?? '', name: `Renamed ${id}` }),
      ]);
    await Promise.all(removed);
    expect(await account.boats.query()).toHaveLength(8);
    await oneDefault();
  });

  test('an account has at most five recurring deliveries, and a pause during the job stays', async () => {
    const sam = await customer(app);
    await sam.trpc.booking.cancel.mutate({ id: await book(sam, { date: '2026-06-26' }) });
    const { account } = sam.trpc;
    const plan = { planType: 'weekly', fuelType: 'Premium', gallons: 15 } as const;
    const added = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        account.addRecurring.mutate({ ...plan, deliveryDay: 'Thursday' }),
      ),
    );
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const { deliveries } = await account.recurring.query();
    await Promise.all([
      bookRecurring(app),
      ...deliveries.map(({ id }) => account.changeRecurring.mutate({ id, status: 'paused' })),
    ]);
    const paused = await account.recurring.query();
    expect(paused.deliveries.map(({ status }) => status)).toEqual(deliveries.map(() => 'paused'));
    expect(paused.deliveries.map(({ nextDelivery }) => nextDelivery)).toEqual(
      deliveries.map(() => null),
    );
  });

  test('one of two password changes wins, ends the other sessions, and sends one message', async () => {
    const sam = await customer(app);
    const { email, username } = (await sam.trpc.auth.me.query()) ?? {};
    const phone = app.visitor();
    const signIn = { username: username ?? '', password: 'six-characters' };
    await phone.trpc.auth.login.mutate(signIn);
    const changes = await Promise.allSettled(
      ['first-one', 'second-one', 'third-one'].map((newPassword) =>
        sam.trpc.auth.changePassword.mutate({ currentPassword: signIn.password, newPassword }),
      ),
    );
    expect(changes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await phone.trpc.auth.me.query()).toBeNull();
    expect((await sam.trpc.auth.me.query())?.username).toBe(signIn.username);
    const { rows } = await app.deps.db.client.execute({
      sql: "select id from outbox where recipient = ? and dedupe_key like 'password-changed:%'",
      args: [email ?? ''],
    });
    expect(rows).toHaveLength(1);
  });
});
