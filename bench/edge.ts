/**
 * `bun run bench:edge` measures each call with a distant database: a real sqld behind a 40 ms connection
 * (`--trip 120` sets another latency) that only the built product and its jobs use. For each call, it
 * measures milliseconds, sequential round trips until the answer, all round trips, rows read, and rows
 * returned. It prints a table and writes bench/edge.json. It fails if a call fails or isn't in the table,
 * never because it's slow. `--only book` only measures calls with that in their name, and `--no-idle`
 * skips the idle minute.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../scripts/test-runs';
import { startFarScene } from './edge/far-product';
import {
  type Cost,
  copyOnSilentLine,
  crowdOfConfirms,
  idleMinute,
  measureCall,
  waking,
} from './edge/measure';
import { costTable } from './edge/print';
import { CALLS, ENDS, unlisted } from './edge/table';
import { killAll, ROOT } from './processes';

const { values } = parseArgs({
  options: {
    trip: { type: 'string', default: '40' },
    only: { type: 'string' },
    'no-idle': { type: 'boolean', default: false },
  },
});
const tripMs = Number(values.trip);
const { only } = values;

const missing = unlisted();
if (missing.length > 0)
  throw new Error(`These calls are neither measured nor excluded: ${missing.join(', ')}`);

// Results from an outdated build would be misleading, so this builds first.
if (await build()) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), 'dockside-edge-'));
process.on('exit', () => {
  killAll();
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

console.log(only ? 'Measuring…' : 'This takes about 4 minutes for the calls, then 3 for the rest.');
const scene = await startFarScene(folder);
const costs: Record<string, Cost> = {};
const failures: string[] = [];
const say = (part: string) => process.stderr.isTTY && console.error(part);

// This must run before the calls that reduce the capacity.
const confirmsMs = only ? null : await crowdOfConfirms(scene, tripMs);
for (const [name, prepare] of Object.entries(CALLS)) {
  if (only && !name.toLowerCase().includes(only.toLowerCase())) continue;
  say(name);
  try {
    costs[name] = await measureCall(scene, prepare, { tripMs, end: ENDS[name] ?? 'answer' });
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}
console.log(`sqld behind ${tripMs} ms\n\n${costTable(costs)}`);
const woken = only ? null : await waking(scene, tripMs);
const copy = only ? null : await copyOnSilentLine(scene, tripMs);
const idle = only || values['no-idle'] ? null : await idleMinute(scene, tripMs);
await scene.stop();

if (confirmsMs !== null)
  console.log(`\n  40 simultaneous confirmations: ${confirmsMs.toFixed(0)} ms (goal: 1,000)`);
if (woken) {
  const { firstAnswerMs, firstReadMs } = woken;
  console.log(
    `  after a process starts: first answer in ${firstAnswerMs.toFixed(0)} ms (goal: 500), time windows in ${firstReadMs.toFixed(0)} ms`,
  );
}
if (copy) {
  console.log(
    `  longest wait with a copy, without database calls: ${copy.workingMs.toFixed(0)} ms, on a silent connection ${copy.silentMs.toFixed(0)} ms (goal: 20)`,
  );
}
if (idle) {
  console.log(
    `  idle minute: ${idle.trips} round trips, including ${idle.writes} writes (goals: 10, 3)`,
  );
}
if (!only) {
  const found = { bun: Bun.version, tripMs, costs, confirmsMs, woken, copy, idle };
  await Bun.write(join(ROOT, 'bench/edge.json'), `${JSON.stringify(found, null, 2)}\n`);
}
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
