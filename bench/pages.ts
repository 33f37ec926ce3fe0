/**
 * `bun run bench:pages` measures how long a visitor and a customer wait for their pages in a browser.
 * It's the browser's part of `bun run bench`, and prints the same figures.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../scripts/test-runs';
import { waiting } from './browser';
import { migratedFile } from './database';
import { waitingFigures } from './figures';
import { killAll } from './processes';
import { figureTable } from './report';
import { startStripe } from './servers';

// Results from an outdated build would be misleading.
if (await build()) process.exit(1);
const [load = 0] = loadavg();
const folder = mkdtempSync(join(tmpdir(), 'dockside-pages-'));
process.on('exit', () => {
  killAll();
  rmSync(folder, { recursive: true, force: true });
});

const stripe = await startStripe(folder);
const emptyDatabase = await migratedFile(folder);
const waited = await waiting({ stripe, folder, emptyDatabase });
if (!waited) {
  console.error('No browser was found. Install Chromium, and run the command again.');
  process.exit(1);
}
console.log(`Load ${load.toFixed(1)}\n\n${figureTable(waitingFigures(waited))}`);
process.exit(0);
