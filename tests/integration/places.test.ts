/** Tests the owner's list of places: Settings, its file, and the search in the order form. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { MAX_PLACES } from '@/domain/places/place';
import { FILE_TOO_LONG, MAX_PLACE_FILE, PLACE_MESSAGES } from '@/domain/places/place.schema';
import { admin } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let owner: Visitor;
let stranger: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  owner = await admin(app);
  stranger = app.visitor();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.deps.db.client.execute('delete from places');
});

const EAGLE = {
  name: 'Eagle Point Marina',
  address: '12 Pier Rd, Dowagiac, MI 49047',
  position: '41.99340, -86.12560',
  note: 'Ring at the office first',
  aliases: 'EPM',
};
const save = (input: object = {}) =>
  owner.trpc.admin.savePlace.mutate({ ...EAGLE, ...input } as never);
const search = (text: string) => stranger.trpc.places.search.query({ text });
const list = () => owner.trpc.admin.places.query();

test('a saved place is found by any visitor, without the note for drivers', async () => {
  const { id } = await save();
  const found = {
    id,
    name: EAGLE.name,
    address: EAGLE.address,
    location: 'Eagle Point Marina, 12 Pier Rd, Dowagiac, MI 49047',
  };
  expect(await search('éagle POINT')).toEqual([found]);
  expect(await search('epm')).toEqual([found]);
  expect(await search('miami')).toEqual([]);
  expect(await search('  ')).toEqual([]);
  const near = (latitude: number) =>
    stranger.trpc.places.near.query({ latitude, longitude: -86.1256 });
  expect(await near(41.995)).toEqual(found);
  expect(await near(42.1)).toBeNull();
});

test('each name is used once, however it’s spelled', async () => {
  const { id } = await save();
  expect(await refusal(save({ name: 'EAGLE  point márina' }))).toMatchObject({
    status: 409,
    field: 'name',
    message: PLACE_MESSAGES.taken,
  });
  const pier = await save({ name: 'Pier' });
  expect(await refusal(save({ id: pier.id, name: EAGLE.name }))).toMatchObject({ status: 409 });
  expect(await save({ id, name: 'EAGLE Point Marina' })).toMatchObject({
    name: 'EAGLE Point Marina',
  });
  expect(await list()).toHaveLength(2);
});

test('a place needs a name, and an address or a position', async () => {
  expect(await refusal(save({ name: ' ' }))).toMatchObject({ message: PLACE_MESSAGES.name });
  const nowhere = { address: '', position: '' };
  expect(await refusal(save(nowhere))).toMatchObject({ message: PLACE_MESSAGES.lost });
  expect(await refusal(save({ position: 'by the lake' }))).toMatchObject({
    field: 'position',
    message: PLACE_MESSAGES.position,
  });
  expect(await list()).toEqual([]);
});

test('an edit based on an older version is refused, and one without changes writes nothing', async () => {
  const { id } = await save();
  await save({ id, note: 'Ring twice' });
  const read = { note: EAGLE.note };
  expect(await refusal(save({ id, note: 'Call first', read }))).toMatchObject({
    reason: 'changed_meanwhile',
  });
  const entries = () => app.deps.db.client.execute('select count(*) as count from audit_log');
  const before = (await entries()).rows;
  await save({ id, note: 'Ring twice' });
  expect((await entries()).rows).toEqual(before);
});

test('a removed place is no longer found, and removing it again is an error', async () => {
  const { id } = await save();
  await owner.trpc.admin.removePlace.mutate({ id });
  expect(await search('eagle')).toEqual([]);
  const again = () => owner.trpc.admin.removePlace.mutate({ id });
  expect(await refusal(again())).toMatchObject({ status: 404 });
  expect(await refusal(save({ id }))).toMatchObject({ status: 404 });
});

test('a file is previewed, then imported whole', async () => {
  await save();
  const text = [
    'name,address,latitude,longitude,note,other names',
    'eagle point marina,14 Pier Rd,,,,',
    'Élan Harbor,3 Bay St,42.0811,-86.1984,"Shallow, stay left",Elan',
  ].join('\r\n');
  const expected = {
    ...{ added: ['Élan Harbor'], changed: ['eagle point marina'], unchanged: 0 },
    ...{ errors: [], moreErrors: 0 },
  };
  expect(await owner.trpc.admin.previewPlaces.mutate({ text })).toEqual(expected);
  expect(await list()).toHaveLength(1);
  expect(await owner.trpc.admin.importPlaces.mutate({ text })).toEqual(expected);
  expect(await list()).toMatchObject([
    {
      ...{ name: 'eagle point marina', address: '14 Pier Rd', note: EAGLE.note },
      position: { latitude: 41.9934, longitude: -86.1256 },
    },
    { name: 'Élan Harbor', note: 'Shallow, stay left', aliases: 'Elan' },
  ]);
  expect(await owner.trpc.admin.importPlaces.mutate({ text })).toMatchObject({
    ...{ added: [], changed: [], unchanged: 2 },
  });
});

test('nothing of a file with an error is imported', async () => {
  const text = 'name,address\nPier,1 Pier Rd\n,2 Pier Rd';
  expect(await owner.trpc.admin.previewPlaces.mutate({ text })).toMatchObject({
    added: ['Pier'],
    errors: [{ line: 3, message: PLACE_MESSAGES.name }],
  });
  const importing = () => owner.trpc.admin.importPlaces.mutate({ text });
  expect(await refusal(importing())).toMatchObject({
    status: 400,
    message: 'Line 3: Enter a name.',
  });
  expect(await list()).toEqual([]);
});

test('a file that’s too long is refused with a clear message', async () => {
  const text = 'x'.repeat(MAX_PLACE_FILE + 1);
  expect(await refusal(owner.trpc.admin.previewPlaces.mutate({ text }))).toMatchObject({
    status: 400,
    message: FILE_TOO_LONG,
  });
});

test('the list has at most 1,000 places, also while two people add to it', async () => {
  const lines = (from: number, count: number) =>
    `name,address\n${Array.from({ length: count }, (_, i) => `Dock ${from + i},1 Pier Rd`).join('\n')}`;
  await owner.trpc.admin.importPlaces.mutate({ text: lines(0, MAX_PLACES - 2) });
  const results = await Promise.allSettled([
    owner.trpc.admin.importPlaces.mutate({ text: lines(2_000, 2) }),
    owner.trpc.admin.importPlaces.mutate({ text: lines(3_000, 2) }),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await list()).toHaveLength(MAX_PLACES);
  expect(await refusal(save())).toMatchObject({ status: 409 });
});

test('a search is bounded in length, and counts against a limit by address', async () => {
  expect(await refusal(search('x'.repeat(201)))).toMatchObject({ status: 400 });
  const limited = await startTestApp({ settings: { limitFactor: 1, trustProxy: 1 } });
  const askFrom = async (address: string) => {
    const input = encodeURIComponent(JSON.stringify({ json: { text: 'eagle' } }));
    const answer = await limited.visitor().fetch(`/api/trpc/places.search?input=${input}`, {
      headers: { 'x-forwarded-for': address },
    });
    return answer.status;
  };
  try {
    const answers: number[] = [];
    for (let i = 0; i < 201; i += 1) answers.push(await askFrom('203.0.113.7'));
    expect(answers.slice(0, 200).every((status) => status === 200)).toBe(true);
    expect(answers.at(-1)).toBe(429);
    expect(await askFrom('203.0.113.8')).toBe(200);
  } finally {
    await limited.close();
  }
});
