/** Tests the log's contents and length. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { insertRow } from '@/db/guarded-batch';
import { outbox } from '@/db/schema';
import type { Deps } from '@/server/config/deps';
import { createLog, type LogEntry } from '@/server/config/log';
import { createApp } from '@/server/http/app';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { createNoMail } from '@/server/ports/mail/none';
import { startTestApp, type TestApp } from '../support/app';

let app: TestApp;
const lines: LogEntry[] = [];
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(() => {
  lines.length = 0;
});

const deps = (over: Partial<Deps> = {}): Deps => ({
  ...app.deps,
  log: createLog('debug', (entry) => lines.push(entry)),
  ...over,
});

/**
 * Requests a path as a trusted or untrusted proxy would.
 * @returns the answer's ID and its log line
 */
async function ask(path: string, headers: Record<string, string> = {}, trustProxy = 0) {
  const settings = { ...app.deps.settings, trustProxy };
  const served = createApp({ deps: deps({ settings }), files: null, sandbox: null });
  lines.length = 0;
  const answer = await served.handle(new Request(`http://dockside.test${path}`, { headers }));
  const line = lines.find(({ message }) => message === 'request');
  return { id: answer.headers.get('x-request-id'), line, status: answer.status };
}

test.each(['/healthz', '/healthz/database', '/readyz'])(
  "%s isn't logged if it succeeds",
  async (path) => {
    const { status, line } = await ask(path);
    expect(status).toBe(200);
    expect(line?.level).toBe('debug');
  },
);

test('a failed health check, and any other request, is logged', async () => {
  expect((await ask('/metrics')).line).toMatchObject({ level: 'info', fields: { status: 404 } });
  expect((await ask('/api/weather')).line).toMatchObject({
    level: 'info',
    fields: { status: 200 },
  });
});

test.each([
  '0197b5a2-6f3c-7000-8a5e-0242ac120002',
  'f47ac10b58cc4372a5670e02b2c3d479',
  '01J1K5XQZP3V9Y7T2M4N6B8C0D',
])("a proxy's request ID is used: %s", async (given) => {
  const { id, line } = await ask('/api/weather', { 'x-request-id': given }, 1);
  expect(id).toBe(given);
  expect(line?.fields.request).toBe(given);
});

test.each([
  ['of a stranger', '0197b5a2-6f3c-7000-8a5e-0242ac120002', 0],
  ['with an address in it', 'sam.waters@lake.example', 1],
  ['with a phone number', '2695550117', 1],
  ['that is long', 'a'.repeat(65), 1],
  ['that forges a line', 'aaaaaaaaaaaaaaaa","level":"error', 1],
])("a request ID isn't used if it's %s", async (_, given, trustProxy) => {
  const { id, line } = await ask('/api/weather', { 'x-request-id': given }, trustProxy);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(id).not.toBe(given);
  expect(line?.fields.request).toBe(id);
});

test('many differences in the books are one short line with their number', async () => {
  const events = Array.from({ length: 300 }, (_, index) => ({
    ...{ id: `evt_${index}`, type: 'payment_intent.succeeded', createdAt: app.clock.now() },
    ...{ objectId: `pi_${index}`, objectType: 'payment_intent' },
  }));
  const payments: Deps['payments'] = {
    ...app.deps.payments,
    listEvents: async () => events,
    retrievePaymentIntent: () => Promise.reject(new Error('not this one')),
  };
  const { unmended } = await reconcile({ deps: deps({ payments }) });
  expect(unmended).toHaveLength(300);
  const [line] = lines.filter(({ message }) => message === 'the books differ');
  expect(line?.fields).toEqual({ count: 300, unmended: unmended.slice(0, 10) });
});

test('messages wait without an email server, and no line repeats that', async () => {
  const now = app.clock.now();
  await app.deps.db.write((orm) =>
    insertRow(orm, outbox, {
      ...{ id: 'one', dedupeKey: 'one', recipient: 'sam@lake.example', subject: 'Hello' },
      ...{ body: 'Hello', createdAt: now, nextAttemptAt: now },
    }),
  );
  expect(await sendOutbox({ deps: deps({ mail: createNoMail() }) })).toBe(0);
  expect(lines).toEqual([]);
  const { rows } = await app.deps.db.client.execute('select sent_at, last_error from outbox');
  expect(rows).toMatchObject([{ sent_at: null, last_error: 'no email server is set (SMTP_URL)' }]);
});
