import { afterAll, afterEach, expect, spyOn, test } from 'bun:test';
import { hasSignal, isOnline, watchedFetch } from './connection';

const reported = { onLine: true };
Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => reported.onLine });
const answer = () => Response.json({});
const fetching = spyOn(globalThis, 'fetch');

afterEach(async () => {
  reported.onLine = true;
  fetching.mockImplementation((async () => answer()) as unknown as typeof fetch);
  await watchedFetch('http://localhost/');
});

afterAll(() => {
  Reflect.deleteProperty(navigator, 'onLine');
  fetching.mockRestore();
});

test('an answer while the browser reports no connection proves that there is one', async () => {
  fetching.mockImplementation((async () => answer()) as unknown as typeof fetch);
  reported.onLine = false;
  expect(isOnline()).toBe(false);
  await watchedFetch('http://localhost/');
  expect(hasSignal()).toBe(true);
});

test('an answer to a call from before the connection ended proves nothing', async () => {
  const pending = Promise.withResolvers<Response>();
  fetching.mockImplementation((() => pending.promise) as unknown as typeof fetch);
  const call = watchedFetch('http://localhost/');
  reported.onLine = false;
  pending.resolve(answer());
  await call;
  expect(isOnline()).toBe(false);
});
