import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { forgetDeliveries } from '@/client/lib/kept-deliveries';
import type { DeliveryState } from '@/domain/delivery-page/state';
import { forgetPage, keepPage, keptPage } from './kept-pages';

const HOUR_MS = 3_600_000;

/** Creates a browser's storage, whose keys are also its properties. */
function emptyStorage() {
  const stored: Record<string, string> = Object.create({
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, text: string) => void Object.assign(stored, { [key]: text }),
    removeItem: (key: string) => Reflect.deleteProperty(stored, key),
  });
  return stored;
}

const { localStorage: storageBefore, window: windowBefore } = globalThis;
beforeEach(() => {
  const localStorage = emptyStorage();
  Object.assign(globalThis, { localStorage, window: { localStorage } });
});
afterAll(() => {
  Object.assign(globalThis, { localStorage: storageBefore, window: windowBefore });
});

const shown = (over: Partial<DeliveryState> = {}): DeliveryState => ({
  ...{
    version: 'v1',
    title: 'Scheduled',
    parts: { status: 'Slip 12', manage: '/d/token-of-anna' },
    announcement: '',
  },
  ...{ id: 'a1', keepUntil: Date.now() + HOUR_MS, now: Date.now(), clock: '10:42 AM' },
  ...over,
});
const first = { onlyAgain: false };

describe('a device', () => {
  test('keeps the page of a link for that link only, and stores nothing that opens it', async () => {
    await keepPage('token-of-anna', shown(), first);
    expect(await keptPage('token-of-anna')).toMatchObject({
      parts: { manage: '/d/token-of-anna' },
    });
    expect(await keptPage('token-of-bert')).toBeNull();
    expect(JSON.stringify(localStorage)).not.toContain('token-of-anna');
  });

  test('deletes the page of a link that ended, and pages that are too old', async () => {
    await keepPage('ended', shown(), first);
    await forgetPage('ended');
    await keepPage('old', shown({ keepUntil: Date.now() - 1 }), first);
    expect(await keptPage('old')).toBeNull();
    await keepPage('new', shown(), first);
    expect(Object.keys(localStorage)).toHaveLength(1);
  });

  test('deletes every page at a sign-out, and an open page isn’t kept again', async () => {
    await keepPage('anna', shown(), first);
    await keepPage('bert', shown(), first);
    await keepPage('bert', shown({ version: 'v2' }), { onlyAgain: true });
    expect(await keptPage('bert')).toMatchObject({ version: 'v2' });
    forgetDeliveries();
    await keepPage('bert', shown({ version: 'v3' }), { onlyAgain: true });
    expect(Object.keys(localStorage)).toEqual([]);
  });
});
