import { expect, test } from 'bun:test';

/** Runs the date tests again with other time zones. */
const SUITES = ['dates.test.ts', 'time.test.ts', 'slots/time-slots.test.ts'].map(
  (name) => `./src/domain/${name}`,
);
/** Two processes start per zone, which takes a while on a busy machine. */
const START_WITHIN_MS = 30_000;
const root = `${import.meta.dir}/../..`;

async function run(command: string[], zone: string) {
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: root,
    env: { ...process.env, TZ: zone },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, out, err };
}

test.each([
  ['UTC', 0],
  ['America/New_York', 240],
  ['Asia/Tokyo', -540],
  ['Pacific/Kiritimati', -840],
])(
  'dates and windows are the same on a machine in %s',
  async (zone, minutesBehind) => {
    // Checks that the variable changes the process's clock. Otherwise, this test would prove
    // nothing.
    const clock = await run(['-p', "new Date('2026-06-13T12:00Z').getTimezoneOffset()"], zone);
    expect(Number(clock.out)).toBe(minutesBehind);
    const suites = await run(['--no-env-file', 'test', '--only-failures', ...SUITES], zone);
    expect(suites.code, suites.err).toBe(0);
    expect(suites.err).toMatch(/^ *0 fail$/m);
  },
  START_WITHIN_MS,
);
