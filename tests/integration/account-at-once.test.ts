/** What customers change, changed by many calls at once: nothing is lost or twice, on a file and on a server. */
import { beforeAll, expect, test } from 'bun:test';
import { customer } from '../support/actors';
import type { TestApp } from '../support/app';
import { onEveryDatabase } from '../support/every-database';

onEveryDatabase((started) => {
  let app: TestApp;
  beforeAll(() => {
    app = started();
  });

  test('boats: one is the default, the profile names it, and the twenty-first is refused', async () => {
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
});
