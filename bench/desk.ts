/**
 * `bun run bench:desk`: the desk with a season behind it, 50,000 appointments and 5,000 customers, in a
 * real browser. The time of each list from its press to the frame that shows it, and at the server; a day
 * of 60 moved; two admins and three drivers at work in five browsers, each write looked for on the others'
 * screens. Beside each time stands the work of the processor, which other programs change little. Prints
 * tables and writes bench/desk.json; fails where something is lost or refused, never because it takes long.
 * `--minutes 10` of work, or 0 for none; `--only board` measures the lists with that in their name.
 * `bun run build` comes before it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { atWork } from './desk/at-work';
import { startBrowser } from './desk/browser';
import { measureLists, moveDay } from './desk/lists';
import { listTable, moveText, workTable } from './desk/print';
import { setScene } from './desk/scene';
import { ROOT } from './processes';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '2' }, only: { type: 'string', default: '' } },
});
const minutes = Number(values.minutes);
const [load = 0] = loadavg();

const folder = mkdtempSync(join(tmpdir(), 'dockside-desk-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const say = (part: string) => process.stderr.isTTY && console.error(part);

say('The season …');
const scene = await setScene(folder);
const browser = await startBrowser();
const stop = async () => {
  await browser.close();
  await scene.product.stop();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => stop().finally(() => process.exit(130)));
}

const errors: string[] = [];
try {
  say('Lists …');
  const lists = await measureLists(browser, scene, { only: values.only, errors });
  say('A day moved …');
  const moved = await moveDay(browser, scene, errors);
  say('Five at work …');
  const work = await atWork(browser, scene, { minutes, errors });

  const machine = { bun: Bun.version, cores: availableParallelism(), load };
  console.log(`Bun ${machine.bun}, ${machine.cores} cores, load ${load.toFixed(1)}\n`);
  console.log(listTable(lists));
  console.log(`\n${moveText(moved)}\n`);
  console.log(workTable(work));
  await Bun.write(
    join(ROOT, 'bench/desk.json'),
    `${JSON.stringify({ machine, lists, moved, work, errors }, null, 2)}\n`,
  );
  errors.push(...work.lost);
} finally {
  await stop();
}
if (errors.length > 0) {
  console.error(`\n${errors.length} errors:\n${errors.slice(0, 20).join('\n')}`);
  process.exit(1);
}
process.exit(0);
