import { expect, test } from 'bun:test';
import { withQueuedActions } from '../driver-day';
import { createActionQueue, type SendResult } from './action-queue';
import { type DeviceAction, nextToSend, type QueuedAction } from './device-action';

/** A queue in memory, and a server with the given answer. */
function start(answer: (queued: QueuedAction) => SendResult = done) {
  let queued: QueuedAction[] = [];
  let seq = 0;
  const state = { answer, sent: [] as string[], done: [] as string[], keys: 0 };
  const queue = createActionQueue({
    store: {
      all: async () => [...queued],
      add: async (actions) => {
        for (const action of actions) {
          seq += 1;
          queued.push({ ...action, seq });
        }
      },
      remove: async (seqs) => {
        queued = queued.filter((one) => !seqs.includes(one.seq));
      },
      markRefused: async (which, refusal) => {
        queued = queued.map((one) => (one.seq === which ? { ...one, refusal } : one));
      },
    },
    send: async (one) => {
      state.sent.push(`${one.action.kind} ${one.actionKey}`);
      return state.answer(one);
    },
    onDone: (one) => state.done.push(one.action.kind),
    onRefused: () => {},
    exclusively: (work) => work(),
    newKey: () => {
      state.keys += 1;
      return `k${state.keys}`;
    },
    now: () => new Date(0),
  });
  return { queue, state, queued: () => queued };
}

function done(): SendResult {
  return { kind: 'done', customerNotified: true };
}
const later = (): SendResult => ({ kind: 'later' });

const COMPLETE: DeviceAction = {
  kind: 'complete',
  id: 'a',
  actualGallons: '18.5',
  notes: null,
  position: null,
};

test('with signal an action is sent, reported and removed', async () => {
  const { queue, state, queued } = start();
  const outcome = await queue.perform('u', 'ABC', { kind: 'enRoute', id: 'a' });
  expect(outcome).toEqual({ kind: 'done', customerNotified: true });
  expect(state.sent).toEqual(['enRoute k1']);
  expect(queued()).toEqual([]);
});

test('without signal all actions stay; with signal each is sent once, in order, photos last', async () => {
  const { queue, state, queued } = start(later);
  const set = await queue.perform('u', 'ABC', { kind: 'enRoute', id: 'a' });
  expect(set).toEqual({ kind: 'waiting' });
  await queue.perform('u', 'ABC', COMPLETE, 'data:1');
  await queue.perform('u', 'DEF', { kind: 'enRoute', id: 'b' });
  expect(queued().map(({ action }) => action.kind)).toEqual([
    'enRoute',
    'complete',
    'completePhoto',
    'enRoute',
  ]);
  state.answer = done;
  state.sent = [];
  expect(await queue.flush()).toBe(true);
  expect(state.sent).toEqual(['enRoute k1', 'complete k2', 'enRoute k4', 'completePhoto k3']);
  expect(state.done).toEqual(['enRoute', 'complete', 'enRoute', 'completePhoto']);
  expect(queued()).toEqual([]);
});

test('a refused action stays with its photo and holds up no other', async () => {
  const { queue, state, queued } = start(({ action }) =>
    action.kind === 'complete' ? { kind: 'refused', refusal: 'It is cancelled.' } : done(),
  );
  const outcome = await queue.perform('u', 'ABC', COMPLETE, 'data:1');
  expect(outcome).toEqual({ kind: 'refused', refusal: 'It is cancelled.' });
  await queue.perform('u', 'DEF', { kind: 'enRoute', id: 'b' });
  expect(state.done).toEqual(['enRoute']);
  expect(queued().map(({ action, refusal }) => [action.kind, refusal])).toEqual([
    ['complete', 'It is cancelled.'],
    ['completePhoto', null],
  ]);
  expect(nextToSend(queued())).toBeNull();
  await queue.discard('k1');
  expect(queued()).toEqual([]);
});

test('only the last order of the stops is sent', async () => {
  const { queue, state } = start(later);
  const order = (stopIds: string[]): DeviceAction => ({
    kind: 'order',
    driverId: 1,
    date: '2026-06-13',
    stopIds,
  });
  await queue.perform('u', null, order(['a', 'b']));
  await queue.perform('u', null, order(['b', 'a']));
  state.answer = done;
  state.sent = [];
  await queue.flush();
  expect(state.sent).toEqual(['order k2']);
});

test('the shown day has the effect of the waiting actions', async () => {
  const { queue, queued } = start(later);
  await queue.perform('u', 'ABC', { kind: 'enRoute', id: 'a' });
  const day = {
    driver: { id: 1 },
    date: '2026-06-13',
    isManualOrder: false,
    deliveries: [
      { id: 'a', status: 'scheduled' },
      { id: 'b', status: 'scheduled' },
    ],
  } as unknown as Parameters<typeof withQueuedActions>[0];
  const order = { kind: 'order', driverId: 1, date: '2026-06-13', stopIds: ['b', 'a'] } as const;
  await queue.perform('u', null, { ...order, stopIds: [...order.stopIds] });
  const { deliveries, isManualOrder } = withQueuedActions(day, queued());
  expect(isManualOrder).toBe(true);
  expect(deliveries.map(({ id, status, waiting }) => [id, status, waiting])).toEqual([
    ['b', 'scheduled', null],
    ['a', 'en_route', 'enRoute'],
  ]);
});
