/**
 * `bun run test:steady` runs the browser tests and the process tests 20 times each, every second time with
 * one core kept busy. It ends with `N runs passed, N failed`. Each run is recorded in
 * `docs/steady-runs.json`, which is committed, so that an interrupted series can continue on any machine.
 * A part starts over if its code has changed. `.steady` has the output and screenshots of failed runs.
 *
 * `bun run test:steady [e2e | process] [--runs N] [--reset]`
 */
import { appendFileSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { $ } from 'bun';
import { fingerprintOf } from './build-stamp';
import { keepBusy } from './busy-core';
import {
  isBusyRun,
  isProven,
  next,
  PARTS,
  type Part,
  type Run,
  readRuns,
  summary,
} from './steady-runs';
import { browserTests, build, processTests, type Tell } from './test-runs';
import type { Tally } from './test-tally';

const root = join(import.meta.dir, '..');
const folder = join(root, '.steady');
const notes = join(root, 'docs/steady-runs.json');

/** Files that a run can cover. `isProven` leaves out tests that aren't part of it. */
const SOURCES = ['{src,tests,scripts,bench,drizzle}/**/*', '*.{ts,json,toml,lock}'];

/** A fingerprint for each part, without files that git ignores, such as benchmark results. */
async function fingerprints(): Promise<Record<Part, string>> {
  const listed = await $`git ls-files --cached --others --exclude-standard -z`.cwd(root).text();
  const ours = new Set(listed.split('\0'));
  const of = (part: Part) =>
    fingerprintOf(SOURCES, (file) => ours.has(file) && isProven(part, file));
  return { e2e: await of('e2e'), process: await of('process') };
}

/** How each part runs. The argument is the folder for screenshots of failures. */
const runners: Record<Part, (tell: Tell, pictures: string) => Promise<Tally>> = {
  e2e: (tell, pictures) => browserTests(['--output', pictures], tell),
  process: processTests,
};

function usage(): never {
  console.error('bun run test:steady [e2e | process] [--runs N] [--reset]');
  process.exit(2);
}

function choices() {
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(2),
      options: { runs: { type: 'string', default: '20' }, reset: { type: 'boolean' } },
      allowPositionals: true,
    });
    const parts = PARTS.filter((part) => positionals.length === 0 || positionals.includes(part));
    const isKnown = positionals.every((name) => PARTS.some((part) => part === name));
    if (!isKnown || !/^[1-9]\d*$/.test(values.runs)) usage();
    return { parts, count: Number(values.runs), reset: values.reset ?? false };
  } catch {
    return usage();
  }
}

async function runOnce(part: Part, number: number, sources: string): Promise<Run> {
  const isBusy = isBusyRun(number);
  const pictures = join(folder, `${part}-${number}`);
  const log = `${pictures}.log`;
  for (const path of [pictures, log]) rmSync(path, { recursive: true, force: true });
  const startedAt = Date.now();
  const busy = isBusy ? keepBusy() : null;
  try {
    const tally = await runners[part]((printed) => appendFileSync(log, `${printed}\n`), pictures);
    if (tally.failed === 0) rmSync(pictures, { recursive: true, force: true });
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    return { part, number, isBusy, sources, seconds, ...tally };
  } finally {
    busy?.stop();
  }
}

// The test runner ends together with this process (see test-runs.ts).
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const { parts, count, reset } = choices();
if (reset) for (const path of [folder, notes]) rmSync(path, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const sources = await fingerprints();
const runs = (await readRuns(notes)).filter((run) => run.sources === sources[run.part]);

const unbuilt = await build();
if (unbuilt) process.exit(1);

for (let todo = next(runs, parts, count); todo; todo = next(runs, parts, count)) {
  const run = await runOnce(todo.part, todo.number, sources[todo.part]);
  runs.push(run);
  // Replaces the file as a whole, so that an interruption loses only one run.
  await Bun.write(`${notes}.part`, `${JSON.stringify(runs, null, 2)}\n`);
  renameSync(`${notes}.part`, notes);
  const how = run.isBusy ? 'one core busy' : 'free';
  const outcome = `${run.passed} passed, ${run.failed} failed in ${run.seconds} s`;
  console.log(`${run.part} ${run.number} of ${count}, ${how}: ${outcome}`);
  for (const failure of run.failures) console.log(`  ${failure}`);
}

const chosen = runs.filter((run) => run.number <= count && parts.some((part) => part === run.part));
const { lines, failed } = summary(chosen);
console.log(lines.join('\n'));
process.exit(failed === 0 ? 0 : 1);
