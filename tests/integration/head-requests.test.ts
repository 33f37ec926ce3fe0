import { afterAll, beforeAll, expect, test } from 'bun:test';
import { OPERATIONS } from '@/server/rest/table';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ask = (method: string, path: string) =>
  app.handle(new Request(`http://dockside.test${path}`, { method }));

test.each([
  '/healthz',
  '/healthz/database',
  '/readyz',
  '/metrics',
  '/api/openapi.json',
  '/api/docs',
  '/api/fuel-prices',
  '/api/weather',
  '/api/support',
  `/api/time-slots/${TOMORROW}`,
  '/api/auth/status',
  '/api/photos/unknown',
  '/api/calendar/unknown.ics',
  '/api/no-such-call',
])('HEAD %s has the status and type of GET', async (path) => {
  const [head, get] = [await ask('HEAD', path), await ask('GET', path)];
  expect(head.status).toBe(get.status);
  expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
});

test('HEAD is allowed wherever GET is, and nowhere else', async () => {
  for (const path of new Set(OPERATIONS.map((operation) => operation.path))) {
    const methods = OPERATIONS.filter((one) => one.path === path).map((one) => one.method);
    const answer = await ask('PROPFIND', path.replace(/\{\w+\}/g, 'x'));
    const allowed = answer.headers.get('allow')?.split(', ') ?? [];
    expect(allowed.includes('HEAD')).toBe(methods.includes('GET'));
  }
});
