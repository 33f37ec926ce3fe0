/**
 * `bun run bench` compares the product's speed with a bare Bun.serve and with the same work done directly
 * through bun:sqlite, in one run on this machine. Only the ratios can be compared between machines. It
 * prints them and writes bench/results.json. It fails if an acknowledged appointment is missing from its
 * file, or if any answer is an error.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../scripts/test-runs';
import { waiting } from './browser';
import { migratedFile } from './database';
import { figuresOf } from './figures';
import { firstPage } from './first-page';
import { type MeasuredTarget, startLoad } from './load-process';
import { weighPages } from './page-weight';
import { killAll, processorTime, ROOT, shareStolen } from './processes';
import { figureTable, loadTable, weightTable } from './report';
import { startStripe } from './servers';
import { bookings, mixed, type Run, reads, startUp, uncached } from './stages';

// Results from an outdated build would be misleading.
if (await build()) process.exit(1);
const begun = performance.now();
const [loadBefore = 0] = loadavg();
const folder = mkdtempSync(join(tmpdir(), 'dockside-bench-'));
const load = startLoad();
const cleanUp = () => {
  load.stop();
  killAll();
  rmSync(folder, { recursive: true, force: true });
};
process.on('exit', cleanUp);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const stripe = await startStripe(folder);
const stolenBefore = processorTime();
const run: Run = { load, stripe, folder, emptyDatabase: await migratedFile(folder) };
const megabytes = (kB: number) => (kB / 1_024).toFixed(0);
const say = (part: string) => process.stderr.isTTY && console.error(part);

say('Starts…');
const starts = await startUp(run);
say('Reads…');
const read = await reads(run);
say('Bookings…');
const booked = await bookings(run);
say('9 reads per booking…');
const both = await mixed(run);
say('Reads after bookings…');
const fresh = await uncached(run);
say('First page…');
const page = await firstPage(run);
say('Waiting times in the browser…');
const waited = await waiting(run);
const weights = await weighPages(join(ROOT, 'dist/client'));

const measured: Record<string, MeasuredTarget> = {
  ...read.measured,
  ...booked.measured,
  ...both.measured,
  ...fresh.measured,
  ...page?.measured,
};
const figures = figuresOf({ starts, read, booked, both, fresh, weights, page, waited });
const errors = Object.values(measured).reduce(
  (total, { kinds, broken }) =>
    total + broken + Object.values(kinds).reduce((sum, { refused }) => sum + refused, 0),
  0,
);
const rows = [booked.rows, both.rows, fresh.rows].reduce((a, b) => ({
  acknowledged: a.acknowledged + b.acknowledged,
  stored: a.stored + b.stored,
}));
const stolenShare = shareStolen(stolenBefore, processorTime());
const machine = {
  bun: Bun.version,
  platform: `${process.platform} ${process.arch}`,
  cores: availableParallelism(),
  loadBefore,
  stolenShare,
};
const seconds = (performance.now() - begun) / 1_000;

console.log(`Bun ${machine.bun}, ${machine.platform}, ${machine.cores} cores`);
if (loadBefore > 0.5) {
  console.log(
    `The machine was already busy (load ${loadBefore.toFixed(1)}), so the ratios are less reliable.`,
  );
}
if (stolenShare !== null && stolenShare > 0.02) {
  const percent = (stolenShare * 100).toFixed(0);
  console.log(
    `The host used ${percent}% of the CPU time for others, so the p99 values are less reliable.`,
  );
}
console.log('');
console.log(loadTable(measured));
console.log(
  `\n  starts: product ${starts.productMs.toFixed(0)} ms (everything loaded: ${starts.readyMs.toFixed(0)}), bare ${starts.bareMs.toFixed(0)} ms`,
);
console.log(
  `  memory: product ${megabytes(read.memory.product)} MB, bare ${megabytes(read.memory.bare)} MB${page ? `, product with its pages ${megabytes(page.memoryKb)} MB` : ''}`,
);
console.log(`  bookings: ${rows.acknowledged} acknowledged, ${rows.stored} stored`);
console.log(
  weights
    ? `\n${weightTable(weights)}`
    : "  The pages aren't built, so their size wasn't measured. Run: bun run build",
);
if (!waited) console.log('  No browser was found, so nothing was measured in one.');
console.log(`\n${figureTable(figures)}\n\n  ${seconds.toFixed(0)} seconds`);

await Bun.write(
  join(ROOT, 'bench/results.json'),
  `${JSON.stringify({ machine, figures, starts, memoryKb: read.memory, rows, measured, weights }, null, 2)}\n`,
);
if (rows.acknowledged !== rows.stored || errors > 0) {
  console.error(
    `\n${errors} errors. ${rows.acknowledged - rows.stored} acknowledged bookings are missing.`,
  );
  process.exit(1);
}
process.exit(0);
