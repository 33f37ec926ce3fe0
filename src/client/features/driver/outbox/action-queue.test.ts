import { expect, test } from 'bun:test';
import { createActionQueue } from './action-queue';
import { type DeviceAction, isSetAside, type QueuedAction } from './device-action';
import { withMemory } from './memory-store';
import { nextToSend } from './next-to-send';
import { afterAction, withQueuedActions } from './queued-day';
import { refusedThreads } from './refused-threads';
import type { SendResult } from './send-result';

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
      change: async (which, changes) => {
        queued = queued.map((one) => (one.seq === which ? { ...one, ...changes } : one));
      },
      isFailing: () => false,
    },
    send: async (one) => {
      state.sent.push(`${one.action.kind} ${one.actionKey}`);
      return state.answer(one);
    },
    onDone: (one) => state.done.push(one.action.kind),
    onRefused: () => {},
    exclusively: (work) => work(),
    isOnline: () => true,
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

test('an action with signal is sent, reported, and removed', async () => {
  const { queue, state, queued } = start();
  const outcome = await queue.perform('u', 'ABC', { kind: 'enRoute', id: 'a' });
  expect(outcome).toEqual({ kind: 'done', customerNotified: true });
  expect(state.sent).toEqual(['enRoute k1']);
  expect(queued()).toEqual([]);
});

test('the driver sees that an action is stored before the server answers', async () => {
  const answers: ((result: SendResult) => void)[] = [];
  const told: string[] = [];
  const { queue, queued } = start(
    () => new Promise<SendResult>((resolve) => answers.push(resolve)) as unknown as SendResult,
  );
  const stored = Promise.withResolvers<void>();
  const action = { kind: 'enRoute', id: 'a' } as const;
  const onStored = () => {
    told.push('stored');
    stored.resolve();
  };
  const performed = queue
    .perform('u', 'ABC', action, null, null, { onStored })
    .then(({ kind }) => told.push(kind));
  await stored.promise;
  expect(told).toEqual(['stored']);
  expect(queued()).toMatchObject([{ action }]);
  expect(queue.list()).toMatchObject([{ action }]);
  while (answers.length === 0) await Promise.resolve();
  answers[0]?.(done());
  await performed;
  expect(told).toEqual(['stored', 'done']);
});

test('actions wait for signal and are then sent once each, in order, with photos last', async () => {
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

test("a refused action stays with its photo and doesn't block others", async () => {
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
  await queue.discard(['k1']);
  expect(queued()).toEqual([]);
});

test('only the latest stop order is sent', async () => {
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

test('the shown day includes the waiting actions', async () => {
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

test("an action that fails on the server doesn't block other appointments and can be handed over", async () => {
  const { queue, state, queued } = start(({ action, handedOverFor }) => {
    if (handedOverFor !== undefined) return { kind: 'refused', refusal: 'Broken.', isKept: true };
    return 'id' in action && action.id === 'a' ? { kind: 'failed', failure: 'Broken.' } : done();
  });
  expect(await queue.perform('u', 'ABC', { kind: 'enRoute', id: 'a' })).toEqual({
    kind: 'waiting',
  });
  await queue.perform('u', 'ABC', COMPLETE, 'data:1');
  await queue.perform('u', 'DEF', { kind: 'enRoute', id: 'b' });
  expect(state.done).toEqual(['enRoute']);
  // Later actions for the same appointment wait for this one.
  expect(state.sent).not.toContain('complete k2');
  for (let time = 0; time < 5; time += 1) expect(await queue.flush()).toBe(false);
  const [failing] = queued();
  expect(failing && isSetAside(failing)).toBe(true);
  expect(failing?.failure).toBe('Broken.');

  if (failing) await queue.handOver(failing);
  await queue.flush();
  expect(queued().map(({ action, isKept }) => [action.kind, isKept])).toEqual([
    ['enRoute', true],
    ['complete', undefined],
    ['completePhoto', undefined],
  ]);
});

test('an action that staff have is shown on one card, and its photo follows', async () => {
  const { queue, state, queued } = start(({ action }) =>
    action.kind === 'completePhoto'
      ? done()
      : { kind: 'refused', refusal: 'It is cancelled.', isKept: true },
  );
  await queue.perform('u', 'ABC', { kind: 'enRoute', id: 'a' });
  await queue.perform('u', 'ABC', COMPLETE, 'data:1');
  await queue.flush();
  expect(state.done).toEqual(['completePhoto']);
  const [card, ...more] = refusedThreads(queued());
  expect(card).toMatchObject({ keys: ['k1', 'k2'], isKept: true, photos: [] });
  expect(more).toEqual([]);
  await queue.discard(card?.keys ?? []);
  expect(queued()).toEqual([]);
});

test('a refused delivery shows its photo and its signature', async () => {
  const { queue, queued } = start(({ action }) =>
    action.kind === 'complete' ? { kind: 'refused', refusal: 'No.' } : done(),
  );
  const proof = { kind: 'signature', photo: 'data:2' } as const;
  await queue.perform('u', 'ABC', COMPLETE, 'data:1', proof);
  expect(refusedThreads(queued())).toMatchObject([{ photos: ['data:1', 'data:2'] }]);
});

test('the driver decides about a refused En Route', async () => {
  const { queue, queued } = start(() => ({ kind: 'refused', refusal: 'No.', isKept: true }));
  await queue.perform('u', 'ABC', { kind: 'enRoute', id: 'a' });
  expect(refusedThreads(queued())).toMatchObject([{ isKept: false }]);
});

test("actions are sent in order even if the browser can't store them", async () => {
  const refuse = () => Promise.reject(new Error('no room'));
  const store = withMemory({ all: refuse, add: refuse, remove: refuse, change: refuse });
  const sent: string[] = [];
  let answer: SendResult = later();
  const queue = createActionQueue({
    store,
    send: async ({ action }) => {
      sent.push(action.kind);
      return answer;
    },
    onDone: () => {},
    onRefused: () => {},
    exclusively: (work) => work(),
    isOnline: () => true,
    newKey: () => crypto.randomUUID(),
    now: () => new Date(0),
  });
  expect(await queue.perform('u', 'ABC', { kind: 'enRoute', id: 'a' })).toEqual({
    kind: 'waiting',
  });
  expect(queue.isStorageFailing()).toBe(true);
  answer = done();
  expect(await queue.perform('u', 'ABC', COMPLETE, 'data:1')).toMatchObject({ kind: 'done' });
  expect(await queue.flush()).toBe(true);
  expect(sent).toEqual(['enRoute', 'enRoute', 'complete', 'completePhoto']);
  expect(queue.list()).toEqual([]);
});

test('a waiting action is undone with its photo and never sent', async () => {
  const { queue, state, queued } = start(later);
  await queue.perform('u', 'ABC', COMPLETE, 'data:1');
  expect(await queue.undo('k1')).toEqual({ wasTried: true });
  expect(queued()).toEqual([]);
  state.answer = done;
  expect(await queue.flush()).toBe(true);
  expect(state.done).toEqual([]);
  expect(await queue.undo('k1')).toBeNull();
});

test('a completion is sent before its photo and proof, and undone with both', async () => {
  const { queue, state, queued } = start(later);
  const proof = { kind: 'signature', photo: 'a name' } as const;
  await queue.perform('u', 'D-1', COMPLETE, 'a photo', proof);
  expect(queued()).toMatchObject([
    { action: { kind: 'complete' }, afterKey: null },
    { action: { kind: 'completePhoto', photo: 'a photo' }, afterKey: 'k1' },
    { action: { kind: 'completePhoto', photo: 'a name', proof: 'signature' }, afterKey: 'k1' },
  ]);
  await queue.undo('k1');
  expect(queued()).toEqual([]);
  state.answer = done;
  await queue.perform('u', 'D-1', COMPLETE, null, proof);
  await queue.flush();
  expect(state.done).toEqual(['complete', 'completePhoto']);
});

test("a fuel-fill photo is sent after the figures and doesn't block its appointment", async () => {
  const { queue, state } = start(later);
  await queue.perform('u', 'D-1', { kind: 'fillerPhoto', id: 'a', photo: 'a filler' });
  await queue.perform('u', 'D-1', COMPLETE);
  state.sent = [];
  state.answer = ({ action }) =>
    action.kind === 'fillerPhoto' ? { kind: 'failed', failure: 'Out of order' } : done();
  await queue.flush();
  expect(state.sent).toEqual(['complete k2', 'fillerPhoto k1']);
  expect(state.done).toEqual(['complete']);
});

test('a postponed stop stays open, and its photo follows', async () => {
  const { queue, state, queued } = start(later);
  await queue.perform('u', 'D-1', { kind: 'enRoute', id: 'a' });
  const reason = 'boat_not_there' as const;
  const putOff = { kind: 'notDelivered', id: 'a', reason, note: null, tryAgain: true } as const;
  await queue.perform('u', 'D-1', putOff, 'a photo');
  const day = {
    driver: { id: 1 },
    deliveries: [{ id: 'a', status: 'scheduled' }],
  } as unknown as Parameters<typeof withQueuedActions>[0];
  const open = { id: 'a', status: 'scheduled', waiting: 'tryAgain' };
  expect(withQueuedActions(day, queued()).deliveries).toMatchObject([open]);
  expect(afterAction(day, putOff).deliveries).toMatchObject([{ id: 'a', status: 'scheduled' }]);
  expect(afterAction(day, { ...putOff, tryAgain: false }).deliveries).toEqual([]);
  state.answer = done;
  state.sent = [];
  await queue.flush();
  expect(state.sent).toEqual(['enRoute k1', 'notDelivered k2', 'reportPhoto k3']);
});
