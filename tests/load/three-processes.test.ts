import { afterAll, beforeAll, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBeside } from '../support/beside';
import { type Product, startProduct } from '../support/product';
import { zoneOfEarlyMorning } from '../support/zones';
import { ATTEMPTS, expectNoFailures, expectOneBookingEach } from './rush';

let folder: string;
let servers: Product[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-three-'));
  const env = {
    DEMO: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FACTOR: '1000',
    BUSINESS_TIME_ZONE: zoneOfEarlyMorning(),
  };
  // All three start on the same empty file, so they also migrate it together.
  servers = await Promise.all([1, 2, 3].map(() => startProduct({ folder, env })));
}, 120_000);

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

test(`three processes on one file with ${ATTEMPTS} attempts for 42 time slots make 42 appointments and refuse the rest with 409`, async () => {
  const client = openBeside(folder);
  await expectOneBookingEach(servers, client);
  client.close();
  expectNoFailures(servers);
}, 300_000);
