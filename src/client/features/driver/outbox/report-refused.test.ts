import { expect, test } from 'bun:test';
import { createActionQueue } from './action-queue';
import type { DeviceAction, QueuedAction } from './device-action';
import { withMemory } from './memory-store';
import { performActionFor } from './perform-action';
import { refusedThreads } from './refused-threads';
import { reportRefused } from './report-refused';
import type { SendResult } from './send-result';

const COMPLETE: DeviceAction = {
  kind: 'complete',
  id: 'a',
  actualGallons: '9',
  notes: null,
  position: null,
};
const REFUSED: SendResult = { kind: 'refused', refusal: 'It was cancelled.', isKept: false };
const DONE: SendResult = { kind: 'done', customerNotified: null };

/**
 * A device with a refused delivery and its photo. `send` answers the next actions.
 */
async function refusedDelivery() {
  let rows: QueuedAction[] = [];
  let seq = 0;
  const state = { isFull: false, send: (_: QueuedAction): SendResult => REFUSED };
  const store = withMemory({
    all: async () => [...rows],
    async add(actions) {
      if (state.isFull) throw new Error('no room');
      for (const action of actions) {
        seq += 1;
        rows.push({ ...action, seq });
      }
    },
    async remove(seqs) {
      rows = rows.filter((one) => !seqs.includes(one.seq));
    },
    async change(which, changes) {
      rows = rows.map((one) => (one.seq === which ? { ...one, ...changes } : one));
    },
  });
  const queue = createActionQueue({
    store,
    send: async (one) => state.send(one),
    onDone: () => {},
    onRefused: () => {},
    exclusively: (work) => work(),
    isOnline: () => true,
    newKey: () => crypto.randomUUID(),
    now: () => new Date(0),
  });
  await queue.perform('u', 'ABC', COMPLETE, 'data:1');
  const [thread] = refusedThreads(queue.list());
  if (!thread) throw new Error('nothing was refused');
  const report = () => reportRefused(thread, 1, queue, performActionFor(queue, 'u'));
  return { queue, state, report, stored: () => rows.map(({ action }) => action.kind) };
}

test("a refused delivery leaves the device once it's reported", async () => {
  const { state, report, stored } = await refusedDelivery();
  expect(stored()).toEqual(['complete', 'completePhoto']);
  state.send = () => DONE;
  await report();
  expect(stored()).toEqual([]);
});

test("a refused delivery stays until dispatch has it if the device can't store the report", async () => {
  const { state, report, stored } = await refusedDelivery();
  state.isFull = true;
  const held: string[][] = [];
  state.send = () => {
    held.push(stored());
    return DONE;
  };
  await report();
  expect(held[0]).toEqual(['complete', 'completePhoto']);
  expect(stored()).toEqual([]);
});

test("a photo that was refused too doesn't count as still sending", async () => {
  const { queue } = await refusedDelivery();
  const [before] = refusedThreads(queue.list());
  expect(before).toMatchObject({ photos: ['data:1'], isPhotoWaiting: true });
  const photoRefused = queue.list().map((one) => ({ ...one, refusal: 'It cannot be read.' }));
  const [after] = refusedThreads(photoRefused);
  expect(after).toMatchObject({ photos: ['data:1'], isPhotoWaiting: false });
});
