/** A deactivated driver's unsent work reaches staff, as actions or as reports. */
import { expect, test } from 'bun:test';
import { TRPCClientError } from '@trpc/client';
import type { DeviceAction, QueuedAction } from './device-action';
import { handOverAction, readyToHandOver } from './hand-over';
import { withMemory } from './memory-store';
import type { Client } from './send-action';

type Sent = [string, Record<string, unknown>];

/** A server that refuses some procedures with an HTTP status and accepts all others. */
function serverThat(fails: Record<string, number> = {}) {
  const sent: Sent[] = [];
  const taking = (name: string) => async (input: Record<string, unknown>) => {
    sent.push([name, input]);
    const httpStatus = fails[name];
    if (!httpStatus) return { id: 'taken' };
    const reason = httpStatus === 401 ? 'unauthenticated' : 'not_found';
    const error = { message: 'We could not find it.', code: -32004, data: { httpStatus, reason } };
    throw TRPCClientError.from({ error });
  };
  const procedure = { get: (_: object, name: string) => ({ mutate: taking(name) }) };
  return { sent, client: { driver: new Proxy({}, procedure) } as unknown as Client };
}

const queued = (action: DeviceAction, over: Partial<QueuedAction> = {}): QueuedAction => ({
  seq: 1,
  action,
  actionKey: 'key-of-it',
  userId: 'u',
  pressedAt: 'then',
  afterKey: null,
  publicCode: 'A7',
  refusal: null,
  ...over,
});
const COMPLETE: DeviceAction = {
  kind: 'complete',
  id: 'a',
  actualGallons: '9',
  notes: 'Left with Joe',
  position: null,
  smallIceBags: 2,
  largeIceBags: 0,
};
const PHOTO = { kind: 'completePhoto', id: 'a', photo: 'data:1' } as const;
const DONE = { kind: 'done', customerNotified: null } as const;

test('a stop is handed over to staff with its figures and notes', async () => {
  const { client, sent } = serverThat();
  expect(await handOverAction(client, queued(COMPLETE))).toEqual(DONE);
  expect(sent).toMatchObject([
    [
      'handOver',
      {
        id: 'a',
        kind: 'complete',
        actualGallons: '9',
        smallIceBags: 2,
        notes: 'Left with Joe',
        actionKey: 'key-of-it',
        pressedAt: 'then',
      },
    ],
  ]);
});

test('an action at an unknown appointment is sent as a report with all its facts', async () => {
  const { client, sent } = serverThat({ handOver: 404, completePhoto: 404 });
  expect(await handOverAction(client, queued(COMPLETE))).toEqual(DONE);
  expect(await handOverAction(client, queued(PHOTO, { actionKey: 'key-of-photo' }))).toEqual(DONE);
  const texts = sent.flatMap(([name, { text }]) => (name === 'reportIssue' ? [String(text)] : []));
  expect(texts).toEqual([
    'Order A7: Complete with 9 gallons, ice: 2 small. Notes: Left with Joe',
    'Order A7: Delivery photo',
  ]);
  expect(sent.at(-1)).toEqual(['reportIssuePhoto', { id: 'key-of-photo', photo: 'data:1' }]);
});

test("duty, location, and stop order aren't sent to staff", async () => {
  const { client, sent } = serverThat();
  const duty = queued({ kind: 'duty', driverId: 1, status: 'offline' });
  expect(await handOverAction(client, duty)).toEqual(DONE);
  expect(sent).toEqual([]);
});

test('an action stays on the device while the server fails or refuses the session', async () => {
  const ended = serverThat({ handOver: 401 });
  expect(await handOverAction(ended.client, queued(COMPLETE))).toEqual({ kind: 'later' });
  const broken = serverThat({ handOver: 500 });
  expect((await handOverAction(broken.client, queued(COMPLETE))).kind).toBe('failed');
  expect([...ended.sent, ...broken.sent].map(([name]) => name)).toEqual(['handOver', 'handOver']);
});

test('actions that staff have are removed, and refused ones are handed over with the reason', async () => {
  let stored = [
    queued(COMPLETE, { seq: 1, refusal: 'It was moved.', isKept: true }),
    queued(PHOTO, { seq: 2, afterKey: 'key-of-it' }),
    queued({ kind: 'walkUp' } as DeviceAction, { seq: 3, refusal: 'No such fuel.' }),
  ];
  const outbox = withMemory({
    all: async () => stored,
    add: async () => {},
    remove: async (seqs) => {
      stored = stored.filter(({ seq }) => !seqs.includes(seq));
    },
    change: async (which, changes) => {
      stored = stored.map((one) => (one.seq === which ? { ...one, ...changes } : one));
    },
  });
  await readyToHandOver(outbox);
  expect(stored).toMatchObject([
    { seq: 2, refusal: null },
    { seq: 3, refusal: null, handedOverFor: 'No such fuel.' },
  ]);
});
