import { expect, test } from 'bun:test';
import type { QueuedAction } from './device-action';
import { reportUnsent, unsentText } from './report-unsent';
import type { Client } from './send-action';

const queued = (...codes: (string | null)[]) =>
  codes.map((publicCode, seq) => ({ seq, actionKey: `key-${seq}`, publicCode })) as QueuedAction[];

test('the report has the number of unsent actions for each order, but not their content', () => {
  expect(unsentText(queued('D-1', 'D-1', 'D-2', null), 'other')).toBe(
    'This device has 4 unsent updates from another driver. Orders: D-1, D-2. They’ll be sent when that driver signs in on this device again.',
  );
  expect(unsentText(queued(null), 'own')).toMatch(
    /^Signed out with 1 unsent update on this device\. It’ll be sent/,
  );
  expect(unsentText(queued(...Array(500).fill('D-7KM3Q9')), 'own').length).toBeLessThan(1000);
});

test('the same unsent work has the same key, and no report is sent without work', async () => {
  const keys: string[] = [];
  const mutate = async ({ actionKey }: { actionKey: string }) => keys.push(actionKey);
  const client = { driver: { reportIssue: { mutate } } } as unknown as Client;
  for (let time = 0; time < 2; time += 1) await reportUnsent(client, queued('D-1', 'D-2'), 'other');
  await reportUnsent(client, [], 'own');
  expect(keys).toEqual(['unsent-key-1', 'unsent-key-1']);
});
