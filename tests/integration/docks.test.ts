/** Tests a customer's docks, and the facts that a delivery adds to them. */
import { afterAll, describe, expect, test } from 'bun:test';
import { customer, readyToDeliver } from '../support/actors';
import { TODAY } from '../support/app';
import { MAPLE, NEAR, startDockScene } from '../support/dock-scene';
import { refusal, refusals } from '../support/visitor';

const { app, staff, dana, withBoatAndDock, bookWith } = await startDockScene();
afterAll(() => app.close());

describe('docks', () => {
  test('are saved in the account, the first as the default, until the customer picks another', async () => {
    const sam = await customer(app);
    const { account } = sam.trpc;
    expect(await account.docks.query()).toEqual([]);
    const [maple] = await account.addDock.mutate({ ...MAPLE, label: ' Maple Island Marina ' });
    expect(maple).toMatchObject({ ...MAPLE, isDefault: true, latitude: null, metresAway: null });
    expect(maple).not.toHaveProperty('userId');
    app.clock.advance(1000);
    const two = await account.addDock.mutate({ label: 'Eagle Point', position: NEAR });
    expect(two[1]).toMatchObject({ isDefault: false, positionSource: 'given', ...NEAR });
    const id = two[1]?.id ?? '';
    expect(await account.setDefaultDock.mutate({ id })).toMatchObject([
      { label: 'Eagle Point', isDefault: true },
      { isDefault: false },
    ]);
    const edited = await account.editDock.mutate({ id, label: 'Eagle Point, east' });
    // The form has no such field, so its value is kept.
    expect(edited[0]).toMatchObject({ label: 'Eagle Point, east', slip: null, ...NEAR });
    const away = await account.editDock.mutate({ id, label: 'Eagle Point', position: null });
    expect(away[0]).toMatchObject({ latitude: null, positionSource: null });
    expect(await account.removeDock.mutate({ id })).toMatchObject([
      { label: 'Maple Island Marina', isDefault: true },
    ]);
  });

  test('belong to one customer', async () => {
    const { visitor, dockId: id } = await withBoatAndDock();
    const other = (await customer(app)).trpc.account;
    for (const answer of await refusals([
      other.editDock.mutate({ id, label: 'Mine' }),
      other.removeDock.mutate({ id }),
      other.setDefaultDock.mutate({ id }),
    ])) {
      expect(answer).toMatchObject({ status: 404, message: 'We couldn’t find that dock.' });
    }
    expect(await visitor.trpc.account.docks.query()).toMatchObject([{ id, ...MAPLE }]);
  });

  test('are at most twenty', async () => {
    const { account } = (await customer(app)).trpc;
    const labels = Array.from({ length: 22 }, (_, index) => ({ label: `Dock ${index}` }));
    const added = await Promise.allSettled(labels.map((one) => account.addDock.mutate(one)));
    expect(added.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect((await account.docks.query()).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  test('refuse a save that would overwrite another page’s, with what changed', async () => {
    const { visitor, dockId: id } = await withBoatAndDock();
    const { account } = visitor.trpc;
    await account.editDock.mutate({ ...MAPLE, id, gateCode: '0815' });
    const late = account.editDock.mutate({
      ...MAPLE,
      id,
      gateCode: '9',
      read: { gateCode: '4711' },
    });
    expect(await refusal(late)).toMatchObject({
      reason: 'changed_meanwhile',
      details: { changes: [{ field: 'gateCode', from: '4711', to: '0815' }] },
    });
  });

  test.each([
    [{ label: ' ' }, 'Please enter a delivery address.', 'label'],
    [{ ...MAPLE, gateCode: '1'.repeat(41) }, 'Please use at most 40 characters.', 'gateCode'],
    [{ ...MAPLE, position: { latitude: 91, longitude: 0 } }, 'That isn’t a valid position.', null],
  ])('%j is refused', async (dock, message, field) => {
    const { account } = (await customer(app)).trpc;
    const answer = await refusal(account.addDock.mutate(dock));
    expect(answer).toMatchObject({ status: 400, message, ...(field && { field }) });
  });
});

test('get their position from a delivery, unless the customer set it', async () => {
  const learnt = await withBoatAndDock();
  const given = await withBoatAndDock({ dock: { position: NEAR } });
  const there = { latitude: 41.99, longitude: -86.12 };
  for (const { visitor, dockId } of [learnt, given]) {
    const id = await bookWith(visitor, { dockId, date: TODAY, time: '2:00 PM - 4:00 PM' });
    await readyToDeliver(staff, id, dana.driverId);
    const { enRoute, complete } = dana.visitor.trpc.driver;
    await enRoute.mutate({ id });
    await complete.mutate({ id, actualGallons: 20, position: there });
  }
  const { trpc } = learnt.visitor;
  expect(await trpc.account.docks.query()).toMatchObject([{ ...there, positionSource: 'learned' }]);
  expect(await given.visitor.trpc.account.docks.query()).toMatchObject([NEAR]);

  // A learned position belongs to its address, and one set by the customer belongs to the dock.
  const renamed = async ({ visitor, dockId: id }: typeof learnt) => {
    await visitor.trpc.account.editDock.mutate({ ...MAPLE, id, note: 'Mind the cat' });
    const [kept] = await visitor.trpc.account.docks.query();
    const [dock] = await visitor.trpc.account.editDock.mutate({ ...MAPLE, id, label: 'Far Pier' });
    return [kept?.latitude, dock?.latitude];
  };
  expect(await renamed(learnt)).toEqual([there.latitude, null]);
  expect(await renamed(given)).toEqual([NEAR.latitude, NEAR.latitude]);
});
