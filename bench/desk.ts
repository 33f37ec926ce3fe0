/**
 * `bun run bench:desk` measures the desk in a real browser, after a season of 50,000 appointments
 * and 5,000 customers. It measures each list from the click to the frame that shows it, and at the
 * server. It moves a whole day. And it lets 2 admins and 3 drivers work in 5 browsers,
 * and measures the delay until each write appears on the others' screens. It also shows the CPU
 * time, which other programs hardly affect. It prints tables and writes bench/desk.json. It fails
 * if something is lost or refused, never because it's slow. `--minutes 10` sets how long they work
 * (0 skips it), `--only board` only measures lists with that in their name, and `--deliveries 200` sets
 * how many the busy day has (default: 60). Run `bun run build` first.
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
  options: {
    minutes: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    deliveries: { type: 'string', default: '60' },
  },
});
const minutes = Number(values.minutes);
const [load = 0] = loadavg();

const folder = mkdtempSync(join(tmpdir(), 'dockside-desk-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const say = (part: string) => process.stderr.isTTY && console.error(part);

say('Season…');
const scene = await setScene(folder, Number(values.deliveries));
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
  say('Lists…');
  const lists = await measureLists(browser, scene, { only: values.only, errors });
  say('Moving a day…');
  const moved = await moveDay(browser, scene, errors);
  say('5 people at work…');
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
