import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { type Product, startProduct } from '../support/product';

const ATTEMPTS = 600;
const AT_ONCE = 60;

let folder: string;
let servers: Product[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-three-'));
  const env = { DEMO: '0', LOG_LEVEL: 'warn', BUSINESS_TIME_ZONE: zoneBeforeOpening() };
  // All three start on the same empty file, so they also migrate it together.
  servers = await Promise.all([1, 2, 3].map(() => startProduct({ folder, env })));
}, 60_000);

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

/** A zone in which it is between midnight and 8 now, so that none of today's windows has passed. */
function zoneBeforeOpening(): string {
  const hour = new Date().getUTCHours();
  // Etc/GMT+5 is five hours behind. Offsets reach from 12 behind to 14 ahead.
  const behind = hour <= 12 ? hour : hour - 24;
  return behind >= 0 ? `Etc/GMT+${behind}` : `Etc/GMT-${-behind}`;
}

test('three processes on one file, 600 attempts for 42 windows: 42 bookings, 558 clean refusals', async () => {
  const [first] = servers;
  const answer = await fetch(`${first?.url}/api/trpc/slots.window`);
  const { days } = (await answer.json()).result.data.json as {
    days: { date: string; windows: { label: string }[] }[];
  };
  const windows = days.flatMap(({ date, windows }) =>
    windows.map(({ label }) => ({ date, time: label })),
  );
  expect(windows).toHaveLength(42);

  const statuses: number[] = [];
  const messages = new Set<string>();
  let next = 0;
  const attempt = async () => {
    for (let index = next++; index < ATTEMPTS; index = next++) {
      const response = await fetch(`${servers[index % 3]?.url}/api/appointments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...windows[index % windows.length],
          location: `Dock ${index}`,
          estimatedGallons: 10,
          customerPhone: '2695550100',
        }),
      });
      statuses.push(response.status);
      const { message } = (await response.json()) as { message?: string };
      if (message) messages.add(message);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, attempt));

  const tally = Object.groupBy(statuses, String);
  expect(Object.keys(tally).sort()).toEqual(['201', '409']);
  expect(tally['201']).toHaveLength(42);
  expect(tally['409']).toHaveLength(ATTEMPTS - 42);
  expect([...messages]).toEqual([
    'Unable to schedule your appointment. Please select a different time.',
  ]);

  const client = createClient({ url: `file:${join(folder, 'dockside.db')}` });
  const { rows } = await client.execute(
    'select count(*) as bookings, count(distinct date || window_index) as windows from appointments',
  );
  client.close();
  expect(rows[0]).toMatchObject({ bookings: 42, windows: 42 });
}, 60_000);
