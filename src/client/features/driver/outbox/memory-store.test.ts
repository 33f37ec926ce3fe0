import { expect, test } from 'bun:test';
import type { DeviceAction, QueuedAction } from './device-action';
import { withMemory } from './memory-store';

const ENDED = new Error('the browser closed the database');

/** A browser's storage. The operations in `fails` fail. */
function browser() {
  let rows: QueuedAction[] = [];
  let seq = 0;
  const fails = { all: false, change: false, remove: false, larger: Number.POSITIVE_INFINITY };
  const refuseIf = (isFailing: boolean) => {
    if (isFailing) throw ENDED;
  };
  const store = withMemory({
    async all() {
      refuseIf(fails.all);
      return [...rows];
    },
    async add(actions) {
      refuseIf(JSON.stringify(actions).length > fails.larger);
      for (const action of actions) {
        seq += 1;
        rows.push({ ...action, seq });
      }
    },
    async remove(seqs) {
      refuseIf(fails.remove);
      rows = rows.filter((one) => !seqs.includes(one.seq));
    },
    async change(which, changes) {
      refuseIf(fails.change);
      rows = rows.map((one) => (one.seq === which ? { ...one, ...changes } : one));
    },
  });
  return { store, fails, rows: () => rows };
}

const queued = (actionKey: string, action: DeviceAction, afterKey: string | null = null) => ({
  actionKey,
  action,
  afterKey,
  userId: 'u',
  pressedAt: '',
  publicCode: null,
  refusal: null,
});
const setOut = (id: string) => queued(`out ${id}`, { kind: 'enRoute', id });
const delivered = (id: string) =>
  queued(`done ${id}`, {
    kind: 'complete',
    id,
    actualGallons: '9',
    notes: null,
    position: null,
  });
const photo = (id: string) =>
  queued(`photo ${id}`, { kind: 'completePhoto', id, photo: 'x'.repeat(1000) }, `done ${id}`);
const keysOf = (actions: readonly QueuedAction[]) => actions.map(({ actionKey }) => actionKey);

test("changes to a stored action apply even if they can't be written", async () => {
  const { store, fails } = browser();
  await store.add([setOut('a'), setOut('b')]);
  const [first, second] = await store.all();
  fails.change = true;
  fails.remove = true;
  await store.change(first?.seq ?? 0, { isTried: true });
  await store.change(first?.seq ?? 0, { refusal: 'No.' });
  await store.remove([second?.seq ?? 0]);
  expect(await store.all()).toMatchObject([{ actionKey: 'out a', isTried: true, refusal: 'No.' }]);
  expect(store.isFailing()).toBe(true);
});

test('stored actions stay listed after the browser closes its database', async () => {
  const { store, fails } = browser();
  await store.add([setOut('a')]);
  await store.all();
  fails.all = true;
  expect(keysOf(await store.all())).toEqual(['out a']);
});

test("figures are stored even if their photo doesn't fit", async () => {
  const { store, fails, rows } = browser();
  fails.larger = 500;
  await store.add([delivered('a'), photo('a')]);
  expect(keysOf(rows())).toEqual(['done a']);
  expect(keysOf(await store.all())).toEqual(['done a', 'photo a']);
});

test('actions that follow one in memory stay after it, and others are stored', async () => {
  const { store, fails, rows } = browser();
  fails.larger = 0;
  await store.add([setOut('a')]);
  fails.larger = Number.POSITIVE_INFINITY;
  await store.add([delivered('a'), photo('a')]);
  await store.add([setOut('b')]);
  expect(keysOf(rows())).toEqual(['out b']);
  const all = await store.all();
  expect(keysOf(all.sort((one, other) => one.seq - other.seq))).toEqual([
    ...['out b', 'out a', 'done a', 'photo a'],
  ]);
});
