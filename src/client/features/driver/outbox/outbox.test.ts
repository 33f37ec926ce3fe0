import { expect, test } from 'bun:test';
import { type DriverAction, type KeptAction, nextToSend, withWaiting } from './actions';
import { createOutbox, type Sent } from './outbox';

/** An outbox over memory, and a server that answers as told. */
function start(answer: (kept: KeptAction) => Sent = done) {
  let kept: KeptAction[] = [];
  let seq = 0;
  const state = { answer, sent: [] as string[], done: [] as string[], keys: 0 };
  const outbox = createOutbox({
    store: {
      all: async () => [...kept],
      keep: async (actions) => {
        for (const action of actions) {
          seq += 1;
          kept.push({ ...action, seq });
        }
      },
      drop: async (seqs) => {
        kept = kept.filter((one) => !seqs.includes(one.seq));
      },
      refuse: async (which, refusal) => {
        kept = kept.map((one) => (one.seq === which ? { ...one, refusal } : one));
      },
    },
    send: async (one) => {
      state.sent.push(`${one.action.kind} ${one.key}`);
      return state.answer(one);
    },
    onDone: (one) => state.done.push(one.action.kind),
    onRefused: () => {},
    alone: (work) => work(),
    newKey: () => {
      state.keys += 1;
      return `k${state.keys}`;
    },
    now: () => new Date(0),
  });
  return { outbox, state, kept: () => kept };
}

function done(): Sent {
  return { kind: 'done', customerNotified: true };
}
const later = (): Sent => ({ kind: 'later' });

const COMPLETE: DriverAction = {
  kind: 'complete',
  id: 'a',
  actualGallons: '18.5',
  notes: null,
  position: null,
};

test('with signal: kept, sent, told, gone', async () => {
  const { outbox, state, kept } = start();
  const outcome = await outbox.perform('u', 'ABC', { kind: 'enRoute', id: 'a' });
  expect(outcome).toEqual({ kind: 'done', customerNotified: true });
  expect(state.sent).toEqual(['enRoute k1']);
  expect(kept()).toEqual([]);
});

test('without signal everything stays; back again it goes once, in order, photos last', async () => {
  const { outbox, state, kept } = start(later);
  const set = await outbox.perform('u', 'ABC', { kind: 'enRoute', id: 'a' });
  expect(set).toEqual({ kind: 'waiting' });
  await outbox.perform('u', 'ABC', COMPLETE, 'data:1');
  await outbox.perform('u', 'DEF', { kind: 'enRoute', id: 'b' });
  expect(kept().map(({ action }) => action.kind)).toEqual([
    'enRoute',
    'complete',
    'completePhoto',
    'enRoute',
  ]);
  state.answer = done;
  state.sent = [];
  expect(await outbox.flush()).toBe(true);
  expect(state.sent).toEqual(['enRoute k1', 'complete k2', 'enRoute k4', 'completePhoto k3']);
  expect(state.done).toEqual(['enRoute', 'complete', 'enRoute', 'completePhoto']);
  expect(kept()).toEqual([]);
});

test('a refusal stays in sight with its photo, and holds up nothing else', async () => {
  const { outbox, state, kept } = start(({ action }) =>
    action.kind === 'complete' ? { kind: 'refused', sentence: 'It is cancelled.' } : done(),
  );
  const outcome = await outbox.perform('u', 'ABC', COMPLETE, 'data:1');
  expect(outcome).toEqual({ kind: 'refused', sentence: 'It is cancelled.' });
  await outbox.perform('u', 'DEF', { kind: 'enRoute', id: 'b' });
  expect(state.done).toEqual(['enRoute']);
  expect(kept().map(({ action, refusal }) => [action.kind, refusal])).toEqual([
    ['complete', 'It is cancelled.'],
    ['completePhoto', null],
  ]);
  expect(nextToSend(kept())).toBeNull();
  await outbox.discard('k1');
  expect(kept()).toEqual([]);
});

test('of several orders of the stops only the last is sent', async () => {
  const { outbox, state } = start(later);
  const order = (stopIds: string[]): DriverAction => ({
    kind: 'order',
    driverId: 1,
    date: '2026-06-13',
    stopIds,
  });
  await outbox.perform('u', null, order(['a', 'b']));
  await outbox.perform('u', null, order(['b', 'a']));
  state.answer = done;
  state.sent = [];
  await outbox.flush();
  expect(state.sent).toEqual(['order k2']);
});

test('the day shows what waits', async () => {
  const { outbox, kept } = start(later);
  await outbox.perform('u', 'ABC', { kind: 'enRoute', id: 'a' });
  const day = {
    driver: { id: 1 },
    date: '2026-06-13',
    isManualOrder: false,
    deliveries: [
      { id: 'a', status: 'scheduled' },
      { id: 'b', status: 'scheduled' },
    ],
  } as unknown as Parameters<typeof withWaiting>[0];
  const order = { kind: 'order', driverId: 1, date: '2026-06-13', stopIds: ['b', 'a'] } as const;
  await outbox.perform('u', null, { ...order, stopIds: [...order.stopIds] });
  const { deliveries, isManualOrder } = withWaiting(day, kept());
  expect(isManualOrder).toBe(true);
  expect(deliveries.map(({ id, status, waiting }) => [id, status, waiting])).toEqual([
    ['b', 'scheduled', null],
    ['a', 'en_route', 'enRoute'],
  ]);
});
