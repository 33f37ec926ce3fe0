/** The figures of `/metrics`. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { noteBackup } from '@/db/backup';
import { createApp } from '@/server/http/app';
import { admin, book, customer } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { noting } from '../support/query-log';

const TOKEN = 'a token of many characters';
let app: TestApp;
let log: ReturnType<typeof noting>;
let served: ReturnType<typeof createApp>;
beforeAll(async () => {
  app = await startTestApp({
    settings: { metricsToken: TOKEN },
    db(real) {
      log = noting(real);
      return log.db;
    },
  });
  const build = Promise.resolve({ version: '1.2.3', sources: 'abc' });
  served = createApp({ deps: app.deps, files: null, sandbox: null, build });
});
afterAll(() => app.close());

/** Each figure of a reading, by name and labels. */
async function reading(): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const answer = await served.handle(new Request('http://dockside.test/metrics', { headers }));
  expect(answer.status).toBe(200);
  const lines = (await answer.text()).split('\n').filter((line) => /^dockside/.test(line));
  return new Map(
    lines.map((line): [string, number] => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}
const statusOf = (status: string) => `dockside_appointments{status="${status}"}`;

test('open items are counted at each reading, and closed ones every five minutes', async () => {
  const sam = await customer(app);
  const staff = await admin(app);
  const id = await book(sam);
  const first = await reading();
  expect([first.get(statusOf('pending')), first.get(statusOf('cancelled'))]).toEqual([1, 0]);
  expect(first.get('dockside_charges{state="declined"}')).toBe(0);

  await staff.trpc.admin.confirm.mutate({ id });
  await sam.trpc.booking.cancel.mutate({ id });
  log.take();
  const next = await reading();
  expect([next.get(statusOf('pending')), next.get(statusOf('cancelled'))]).toEqual([0, 0]);
  const counts = log
    .take()
    .filter(({ text }) => /^select .*count\(\*\) from "appointments"/.test(text));
  expect(counts).toHaveLength(1);
  expect(counts[0]?.values).not.toContain('completed');

  app.clock.advance(5 * 60_000);
  expect((await reading()).get(statusOf('cancelled'))).toBe(1);
});

/**
 * Blocks the process for a while.
 * @returns whether the next reading shows the delay
 */
async function showsStandstill(): Promise<boolean> {
  const until = performance.now() + 300;
  while (performance.now() < until);
  // The delay is recorded at the next measurement.
  await new Promise((resolve) => setTimeout(resolve, 250));
  return Number((await reading()).get('dockside_event_loop_delay_seconds')) > 0.1;
}

test("the metrics show the program's version, its resource use, and the database's size", async () => {
  const figures = await reading();
  const build = `dockside_build_info{version="1.2.3",sources="abc",bun="${Bun.version}"}`;
  expect(figures.get(build)).toBe(1);
  expect(figures.get('dockside_cpu_seconds_total')).toBeGreaterThan(0);
  expect(figures.get('dockside_database_bytes')).toBeGreaterThan(100_000);
  while (!(await showsStandstill()));
}, 60_000);

test('the metrics show the age of the last backup once there is one', async () => {
  expect((await reading()).has('dockside_backup_age_seconds')).toBe(false);
  const { rows } = await app.deps.db.client.execute('pragma database_list');
  const address = { url: `file:${rows[0]?.file}` };
  await noteBackup(address, app.clock.now() - 7_200_000);
  expect((await reading()).get('dockside_backup_age_seconds')).toBe(7_200);
  await noteBackup(address, app.clock.now());
  expect((await reading()).get('dockside_backup_age_seconds')).toBe(0);
});
