import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import superjson from 'superjson';
import { readCookies } from '@/server/modules/auth/cookies';
import { appRouter } from '@/server/trpc';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const SENTENCE = /^(That input isn’t valid\.|Invalid input|Username is required)$/;
const SIGN_IN = '/api/trpc/auth.login';

async function post(body: string) {
  const headers = { 'content-type': 'application/json' };
  const request = new Request(`http://dockside.test${SIGN_IN}`, { method: 'POST', body, headers });
  const response = await app.handle(request);
  const { error } = JSON.parse(await response.text());
  return { status: response.status, message: error.json.message as string };
}

describe("a body that superjson didn't write is refused with a readable message", () => {
  const BODIES = {
    'no JSON': '{',
    'no envelope': 'null',
    'a text': '"text"',
    'a number': '5',
    'a list': '[]',
    'an envelope without a value': '{}',
    'notes of no form': '{"json":{},"meta":5}',
    'a note on a forbidden name': '{"json":{},"meta":{"values":{"__proto__.x":["Date"]}}}',
    'a note on a class that is not there': '{"json":{"a":1},"meta":{"values":{"a":["class","X"]}}}',
    'a note on a type that is not there': '{"json":{"a":1},"meta":{"values":{"a":["nothing"]}}}',
  };
  for (const [name, body] of Object.entries(BODIES)) {
    test(name, async () => {
      expect(await post(body)).toEqual({
        status: 400,
        message: expect.stringMatching(SENTENCE),
      });
    });
  }
});

test.each(['%', '%E0%A4%A', 'auth.login,%', 'auth.login%2'])(
  "a path that can't be decoded is refused: %s",
  async (name) => {
    for (const method of ['GET', 'POST']) {
      const request = new Request(`http://dockside.test/api/trpc/${name}?batch=1`, {
        method,
        ...(method === 'POST' && { body: '{}', headers: { 'content-type': 'application/json' } }),
      });
      const response = await app.handle(request);
      const { error } = JSON.parse(await response.text());
      expect([method, response.status, error.json.message]).toEqual([
        ...[method, 400, 'That input isn’t valid.'],
      ]);
    }
  },
);

describe('notes that keep superjson busy for seconds are refused before it reads them', () => {
  const { deserialize } = appRouter._def._config.transformer.input;
  const nested: unknown = JSON.parse(`${'{"a":'.repeat(1_000)}["Date"]${'}'.repeat(1_000)}`);
  const NOTES = {
    'a class': { a: ['class', 'X'] },
    'a type of our own': { a: ['custom', 'X'] },
    'a text in place of notes': 'X',
    'notes in notes': nested,
    'a set of many': { a: ['set'] },
  };
  for (const [name, values] of Object.entries(NOTES)) {
    test(name, () => {
      const sent = { json: { a: [1] }, meta: { values, v: 1 } };
      expect(() => deserialize(sent)).toThrow('notes of an unknown form');
    });
  }

  test("our pages' input is read as they sent it", () => {
    const one = { at: new Date(5), none: undefined, odd: Number.NaN, large: 5n };
    for (const sent of [undefined, null, 'text', one, { list: [one, one] }, [undefined, 1]]) {
      expect(deserialize(superjson.serialize(sent))).toEqual(sent);
    }
  });
});

test("prototype names in a body don't change any prototype", async () => {
  for (const name of ['__proto__', 'prototype', 'constructor']) {
    const { status } = await post(`{"json":{"${name}":{"polluted":true},"username":5}}`);
    expect(status).toBe(400);
    const text = encodeURIComponent(`{"json":{"${name}":{"polluted":true},"date":"${TOMORROW}"}}`);
    const read = new Request(`http://dockside.test/api/trpc/slots.open?input=${text}`);
    expect((await app.handle(read)).status).toBe(200);
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('a foreign or garbled cookie identifies nobody and refuses nothing', async () => {
  for (const cookie of ['discount=50%', '%=1', 'dockside_session=%E0%A4%A', 'dockside_guest=%']) {
    for (const path of ['/api/auth/status', '/api/trpc/auth.me']) {
      const headers = { cookie };
      const answer = await app.handle(new Request(`http://dockside.test${path}`, { headers }));
      expect([cookie, path, answer.status]).toEqual([cookie, path, 200]);
    }
  }
});

test("another host's cookie can't pass for ours by spelling its name differently", () => {
  const name = '__Host-dockside_session';
  for (const other of ['%5F%5FHost-dockside_session', '__Host-dockside%5Fsession']) {
    expect(readCookies(`${name}=ours; ${other}=theirs`, true).session).toBe('ours');
  }
});
