/**
 * `bun run bench:edge`: what each call costs where the database is far away. The real sqld stands
 * behind a line of 40 ms (`--trip 120` for another length), and the built product has nothing but its
 * jobs on that line. Of each call: milliseconds, trips in a row until its answer, trips in all, rows
 * read, and the rows of its answer. Prints a table and writes bench/edge.json; fails where a call fails
 * or is not in the table, never because it takes long. `--only book` measures the calls with that in
 * their name, `--no-idle` leaves the quiet minute out.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
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
import { buildWithout, removeBuilt } from './without';

const { values } = parseArgs({
  options: {
    trip: { type: 'string', default: '40' },
    only: { type: 'string' },
    'no-idle': { type: 'boolean', default: false },
  },
});
const tripMs = Number(values.trip);
const { only } = values;
const BUILD = 'edge';

const missing = unlisted();
if (missing.length > 0) throw new Error(`neither measured nor left out: ${missing.join(', ')}`);

const folder = mkdtempSync(join(tmpdir(), 'dockside-edge-'));
process.on('exit', () => {
  killAll();
  removeBuilt(BUILD);
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const scene = await startFarScene(await buildWithout(BUILD, []), folder);
const costs: Record<string, Cost> = {};
const failures: string[] = [];
const say = (part: string) => process.stderr.isTTY && console.error(part);

// Before the calls that take places away.
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
const woken = only ? null : await waking(scene, tripMs);
const copy = only ? null : await copyOnSilentLine(scene, tripMs);
const idle = only || values['no-idle'] ? null : await idleMinute(scene, tripMs);
await scene.stop();

console.log(`sqld behind ${tripMs} ms\n\n${costTable(costs)}`);
if (confirmsMs !== null)
  console.log(`\n  40 confirmations at once: ${confirmsMs.toFixed(0)} ms (goal: 1,000)`);
if (woken) {
  const { firstAnswerMs, firstReadMs } = woken;
  console.log(
    `  from the start of a process: first answer after ${firstAnswerMs.toFixed(0)} ms (goal: 500), the time slots after ${firstReadMs.toFixed(0)} ms`,
  );
}
if (copy) {
  console.log(
    `  with a copy the longest wait for nothing: ${copy.workingMs.toFixed(0)} ms, on a silent line ${copy.silentMs.toFixed(0)} ms (goal: 20)`,
  );
}
if (idle) {
  console.log(
    `  an idle minute: ${idle.trips} trips, ${idle.writes} of them writes (goals: 10, 3)`,
  );
}
if (!only) {
  const found = { bun: Bun.version, tripMs, costs, confirmsMs, woken, copy, idle };
  await Bun.write(join(ROOT, 'bench/edge.json'), `${JSON.stringify(found, null, 2)}\n`);
}
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
