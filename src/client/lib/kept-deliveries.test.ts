import { afterAll, beforeEach, expect, test } from 'bun:test';
import { forgetDeliveries, keepDeliveries, keptDeliveries } from './kept-deliveries';

const DAY_MS = 86_400_000;
const stored = new Map<string, string>();
const before = globalThis.window;
Object.assign(globalThis, {
  window: {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
      removeItem: (key: string) => stored.delete(key),
    },
  },
});
afterAll(() => Object.assign(globalThis, { window: before }));

const deliveries = [{ publicCode: 'S-0000A3', lines: ['Saturday, Jun 13'] }];
const keep = (at: number) => keepDeliveries({ person: 'sam', at, deliveries });
beforeEach(() => {
  stored.clear();
  stored.set('dockside.session-of', 'sam');
});

test('a browser keeps the deliveries of the person who was last signed in', () => {
  keep(Date.now());
  expect(keptDeliveries()).toMatchObject({ deliveries });
  stored.set('dockside.session-of', 'lee');
  expect(keptDeliveries()).toBeNull();
  stored.set('dockside.session-of', 'sam');
  forgetDeliveries();
  expect(keptDeliveries()).toBeNull();
});

test('kept deliveries are deleted after two weeks, and if their time is unknown', () => {
  keep(Date.now() - 13 * DAY_MS);
  expect(keptDeliveries()).toMatchObject({ deliveries });
  for (const at of [Date.now() - 15 * DAY_MS, undefined as never]) {
    keep(at);
    expect(keptDeliveries()).toBeNull();
    expect([...stored.keys()]).toEqual(['dockside.session-of']);
  }
});
