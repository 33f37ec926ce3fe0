/**
 * `bun run bench:pieces [piece …] [--near | --far]` compares the server with and without each
 * optimization. It takes about 1 minute per piece. CPU time is more reliable than the other values, because
 * other programs on the machine hardly affect it.
 *
 * `--programs WITH WITHOUT MEASURE …` compares two built servers by their paths instead.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoad } from './load-process';
import { createMeasures, type MeasureName, type Programs, type Row } from './measures';
import { PIECES } from './pieces';
import { killAll } from './processes';
import { startStripe } from './servers';
import { buildWithout, removeBuilt } from './without';

const folder = mkdtempSync(join(tmpdir(), 'dockside-pieces-'));
const load = startLoad();
const built: string[] = [];
process.on('exit', () => {
  load.stop();
  killAll();
  for (const name of built) removeBuilt(name);
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const words = process.argv.slice(2);
const measures = await createMeasures(load, await startStripe(folder), folder);

if (words[0] === '--programs') {
  const [, path = '', other = '', ...names] = words;
  await compare({ with: path, without: other }, names as MeasureName[]);
} else {
  const part = words.find((word) => word === '--near' || word === '--far');
  const chosen = words.filter((word) => !word.startsWith('--'));
  const whole = await build('whole', []);
  for (const name of chosen.length > 0 ? chosen : Object.keys(PIECES)) {
    const piece = PIECES[name];
    if (!piece)
      throw new Error(
        `There's no piece named ${name}. Use one of ${Object.keys(PIECES).join(', ')}.`,
      );
    console.log(
      `\n${name.padEnd(48)}${'with'.padStart(12)}${'without'.padStart(12)}${'gain'.padStart(8)}`,
    );
    await compare(
      { with: whole, without: await build(name, piece.edits) },
      piece.measures.filter((one) => !part || one.startsWith('far') === (part === '--far')),
    );
    removeBuilt(name);
  }
}
process.exit(0);

function build(name: string, edits: Parameters<typeof buildWithout>[1]): Promise<string> {
  built.push(name);
  return buildWithout(name, edits);
}

async function compare(programs: Programs, names: readonly MeasureName[]): Promise<void> {
  for (const name of names) {
    for (const row of await measures.run(name, programs)) console.log(line(row));
  }
}

function line({ figure, unit, with: a, without: b }: Row): string {
  const cell = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ${unit}`.padStart(12);
  // How much the piece reduces the value, or how many answers it adds.
  const gain = unit === '/s' ? a / b - 1 : 1 - a / b;
  return `  ${figure.padEnd(46)}${cell(a)}${cell(b)}${`${(gain * 100).toFixed(0)} %`.padStart(8)}`;
}
