import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { admin, driver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let owner: Visitor;
let dana: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  owner = await admin(app);
  dana = (await driver(app)).visitor;
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.deps.db.client.executeMultiple('delete from truck_days; delete from trucks;');
});

const add = (name: string, meterSerial = '') =>
  owner.trpc.admin.saveTruck.mutate({ name, meterSerial });
const day = () => dana.trpc.driver.day.query({});

test('the owner adds trucks, which are numbered from 1', async () => {
  expect((await add('Blue Ford', 'LC-100')).id).toBe(1);
  expect((await add('Red Ford')).id).toBe(2);
  expect(await owner.trpc.admin.trucks.query()).toEqual([
    { id: 1, name: 'Blue Ford', meterSerial: 'LC-100', isActive: true },
    { id: 2, name: 'Red Ford', meterSerial: null, isActive: true },
  ]);
});

test('two trucks can’t have one name', async () => {
  await add('Blue Ford');
  expect(await refusal(add('blue  FORD'))).toMatchObject({
    ...{ reason: 'conflict', field: 'name', message: 'Another truck has this name.' },
  });
  const red = await add('Red Ford');
  const taken = { id: red.id, name: 'Blue Ford', meterSerial: '' };
  expect(await refusal(owner.trpc.admin.saveTruck.mutate(taken))).toMatchObject({
    ...{ reason: 'conflict', field: 'name' },
  });
});

test('a save doesn’t overwrite another owner’s change', async () => {
  const { id } = await add('Blue Ford', 'LC-100');
  const read = { name: 'Blue Ford', meterSerial: 'LC-100' };
  await owner.trpc.admin.saveTruck.mutate({ id, name: 'Blue Ford', meterSerial: 'LC-200' });
  const late = { id, name: 'Blue Ford', meterSerial: 'LC-300', read };
  expect(await refusal(owner.trpc.admin.saveTruck.mutate(late))).toMatchObject({
    reason: 'changed_meanwhile',
  });
});

test('a driver isn’t asked about the only truck', async () => {
  expect(await day()).toMatchObject({ truck: null, trucks: [] });
  const { id } = await add('Blue Ford');
  expect((await day()).truck?.id).toBe(id);
});

test('a driver chooses one of several trucks and keeps it', async () => {
  const blue = await add('Blue Ford');
  const red = await add('Red Ford');
  expect(await day()).toMatchObject({ truck: null, trucks: [{ id: blue.id }, { id: red.id }] });
  await dana.trpc.driver.setTruck.mutate({ date: TODAY, truckId: red.id });
  await dana.trpc.driver.setTruck.mutate({ date: TODAY, truckId: red.id });
  expect((await day()).truck?.id).toBe(red.id);
});

test('a driver can’t choose an inactive or an unknown truck', async () => {
  await add('Blue Ford');
  const { id } = await add('Red Ford');
  await owner.trpc.admin.setTruckActive.mutate({ id, isActive: false });
  const choose = (truckId: number) => dana.trpc.driver.setTruck.mutate({ date: TODAY, truckId });
  expect(await refusal(choose(id))).toMatchObject({
    message: 'Red Ford is inactive. Select another truck.',
  });
  expect(await refusal(choose(99))).toMatchObject({ message: 'Select a truck.' });
  expect((await day()).trucks).toHaveLength(1);
});
