import { expect, test } from 'bun:test';
import type { Db } from './client';
import { asQuery } from './engine/compile';
import { type Precondition, RequestDb } from './request-db';

const statement = (text: string) => asQuery({ text, values: [] });
const requiring = (text: string, over: Partial<Precondition> = {}): Precondition => ({
  statements: [statement(text)],
  writes: false,
  refusal: async () => null,
  ...over,
});

/** A database with round trips that the test answers in any order. */
function far() {
  const trips: { kind: string; texts: string[]; answer: PromiseWithResolvers<unknown[]> }[] = [];
  const going = (kind: string) => (queries: (orm: unknown) => { toSQL(): { sql: string } }[]) => {
    const texts = queries(null).map((query) => query.toSQL().sql);
    const answer = Promise.withResolvers<unknown[]>();
    trips.push({ kind, texts, answer });
    return answer.promise;
  };
  const db = { read: going('read'), batch: going('write'), orm: null } as unknown as Db;
  const seen = () => trips.map(({ kind, texts }) => [kind, ...texts]);
  const answer = (index: number, rows: unknown[] = []) => {
    const { texts, answer } = trips[index] ?? { texts: [], answer: Promise.withResolvers() };
    answer.resolve(texts.map(() => rows));
  };
  const end = (index: number) => trips[index]?.answer.reject(new Error('malformed JSON'));
  return { db, seen, answer, end };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('only the first round trip carries the preconditions', async () => {
  const { db, seen, answer } = far();
  const call = new RequestDb(db);
  call.require(requiring('session'));
  call.require(requiring('attempt', { writes: true }));
  const first = call.read(() => [statement('order')]);
  answer(0);
  expect(await first).toEqual([[]] as never);
  void call.read(() => [statement('price')]);
  expect(seen()).toEqual([
    ['write', 'session', 'attempt', 'order'],
    ['read', 'price'],
  ]);
});

test('a write waits for all pending answers', async () => {
  const { db, seen, answer } = far();
  const call = new RequestDb(db);
  call.require(requiring('session'));
  void call.read(() => [statement('order')]);
  call.require(requiring('attempt'));
  void call.read(() => [statement('price')]);
  void call.batch(() => [statement('change')]);
  answer(1);
  await turn();
  expect(seen().map(([kind]) => kind)).toEqual(['read', 'read']);
  answer(0);
  await turn();
  expect(seen().at(-1)).toEqual(['write', 'change']);
});

test('a refused call stays refused and writes nothing', async () => {
  const { db, seen, end } = far();
  const call = new RequestDb(db);
  const refusal = new Error('the session has ended');
  call.require(requiring('session', { refusal: async () => refusal }));
  const reading = call.read(() => [statement('order')]);
  const writing = call.batch(() => [statement('change')]);
  end(0);
  const outcomes = await Promise.allSettled([reading, writing, call.settled()]);
  expect(outcomes.map((one) => one.status === 'rejected' && one.reason)).toEqual([
    refusal,
    refusal,
    refusal,
  ]);
  expect(seen()).toEqual([['read', 'session', 'order']]);
});

test('after a round trip fails for another reason, the next one carries the preconditions', async () => {
  const { db, seen, answer } = far();
  let isDown = true;
  const read = (...queries: Parameters<Db['read']>) =>
    isDown ? Promise.reject(new Error('no line')) : db.read(...queries);
  const call = new RequestDb({ ...db, read } as Db);
  call.require(requiring('session'));
  await expect(call.read(() => [statement('order')])).rejects.toThrow('no line');
  isDown = false;
  const settled = call.settled();
  await turn();
  answer(0);
  await settled;
  expect(seen()).toEqual([['read', 'session']]);
});

test('only the first effective write carries its preconditions', async () => {
  const { db, seen, answer } = far();
  const call = new RequestDb(db);
  const session = requiring('session');
  call.require(session);
  call.requireOfWrite(session);
  const reading = call.read(() => [statement('order')]);
  answer(0);
  await reading;
  const change = (text: string) => call.batch(() => [statement(text)], isHeld);
  const isHeld = ([rows]: readonly unknown[]) => (rows as unknown[]).length > 0;
  const writes = [
    { text: 'change that is too late', rows: [] },
    { text: 'change', rows: ['row'] },
    { text: 'what follows', rows: [] },
  ];
  for (const [index, { text, rows }] of writes.entries()) {
    const writing = change(text);
    await turn();
    answer(index + 1, rows);
    await writing;
  }
  expect(seen()).toEqual([
    ['read', 'session', 'order'],
    ['write', 'session', 'change that is too late'],
    ['write', 'session', 'change'],
    ['write', 'what follows'],
  ]);
});

test('a first round trip that writes checks each precondition once', async () => {
  const { db, seen, answer } = far();
  const call = new RequestDb(db);
  const session = requiring('session');
  call.require(session);
  call.requireOfWrite(session);
  const writing = call.batch(() => [statement('change')]);
  await turn();
  answer(0);
  await writing;
  expect(seen()).toEqual([['write', 'session', 'change']]);
});
