/** If the server limits a kind of action, that kind waits for the named time and the rest is sent. */
import { expect, test } from 'bun:test';
import { TRPCClientError } from '@trpc/client';
import { type ActionQueueParts, createActionQueue } from './action-queue';
import type { DeviceAction, QueuedAction } from './device-action';
import { withMemory } from './memory-store';
import { resultOf } from './send-action';
import type { SendResult } from './send-result';

const COMPLETE: DeviceAction = {
  kind: 'complete',
  id: 'a',
  actualGallons: '9',
  notes: null,
  position: null,
};
const REPORT: DeviceAction = { kind: 'report', driverId: 1, id: null, text: 'The pump leaks' };

/** A queue in memory whose sends have the given results. */
function start(send: (queued: QueuedAction) => SendResult) {
  const noRoom = () => Promise.reject(new Error('no room'));
  const state = { now: 0, sent: [] as string[], send };
  const parts: ActionQueueParts = {
    store: withMemory({ all: noRoom, add: noRoom, remove: noRoom, change: noRoom }),
    send: async (one) => {
      state.sent.push(one.action.kind);
      return state.send(one);
    },
    onDone: () => {},
    onRefused: () => {},
    exclusively: (work) => work(),
    isOnline: () => true,
    newKey: () => crypto.randomUUID(),
    now: () => new Date(state.now),
  };
  return { queue: createActionQueue(parts), state };
}
const done = (): SendResult => ({ kind: 'done', customerNotified: null });

test('limited actions wait for the time the server named, and other work continues', async () => {
  const { queue, state } = start(({ action }) =>
    action.kind === 'report' ? { kind: 'limited', waitMs: 30_000 } : done(),
  );
  expect(await queue.perform('u', null, REPORT)).toEqual({ kind: 'waiting', until: 30_000 });
  expect(await queue.perform('u', 'ABC', COMPLETE, 'data:1')).toMatchObject({ kind: 'done' });
  expect(await queue.perform('u', null, REPORT)).toEqual({ kind: 'waiting', until: 30_000 });
  expect(state.sent).toEqual(['report', 'complete', 'completePhoto']);

  state.now = 29_999;
  expect(await queue.flush()).toBe(false);
  expect(state.sent).toHaveLength(3);
  state.now = 30_000;
  state.send = done;
  expect(await queue.flush()).toBe(true);
  expect(state.sent.slice(3)).toEqual(['report', 'report']);
  expect(queue.list()).toEqual([]);
});

test('an action that never gets an answer stops blocking the others after some tries', async () => {
  const { queue } = start(({ action }) => (action.kind === 'report' ? { kind: 'later' } : done()));
  await queue.perform('u', null, REPORT);
  expect(await queue.perform('u', 'ABC', COMPLETE)).toEqual({ kind: 'waiting' });
  await queue.flush();
  expect(queue.list()).toHaveLength(2);
  expect(await queue.flush()).toBe(false);
  expect(queue.list().map(({ action }) => action.kind)).toEqual(['report']);
});

test('an action that timed out or had no session is kept for later', async () => {
  const data = [
    { httpStatus: 408, reason: 'unavailable' },
    { httpStatus: 413, reason: 'unauthenticated' },
  ];
  for (const told of data) {
    const failure = { error: { message: 'No.', code: -32008, data: told } } as never;
    const sent = resultOf(async () => {
      throw TRPCClientError.from(failure);
    });
    expect(await sent).toEqual({ kind: 'later' });
  }
});

test('the pause comes from the answer, its header, or the default of ten seconds', async () => {
  const failure = (data: object | null, headers: Record<string, string> = {}) => {
    const meta = { response: new Response(null, { status: 429, headers }) };
    return data
      ? TRPCClientError.from({ error: { message: 'No.', code: -32029, data } } as never, { meta })
      : new TRPCClientError('Unexpected token <', { meta });
  };
  const waitOf = (error: unknown) =>
    resultOf(async () => {
      throw error;
    });
  const data = { httpStatus: 429, reason: 'rate_limited' };
  const named = { ...data, details: { retryAfterSeconds: 90 } };
  expect(await waitOf(failure(named))).toEqual({ kind: 'limited', waitMs: 90_000 });
  expect(await waitOf(failure(data, { 'retry-after': '7' }))).toMatchObject({ waitMs: 7_000 });
  // A proxy answers with an HTML page.
  expect(await waitOf(failure(null, { 'retry-after': '7' }))).toMatchObject({ waitMs: 7_000 });
  expect(await waitOf(failure(null))).toEqual({ kind: 'limited', waitMs: 10_000 });
  expect(await waitOf(failure(null, { 'retry-after': 'soon' }))).toMatchObject({ waitMs: 10_000 });
  expect(await waitOf(failure(null, { 'retry-after': '900000' }))).toMatchObject({
    waitMs: 3_600_000,
  });
});
