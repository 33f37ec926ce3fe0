import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Glob, Transpiler } from 'bun';
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

const folder = mkdtempSync(join(tmpdir(), 'dockside-steady-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (part: Part, number: number, failures: string[] = []): Run => ({
  part,
  number,
  isBusy: isBusyRun(number),
  sources: 'a',
  seconds: 1,
  passed: 5,
  failed: failures.length,
  failures,
});

test('the parts take turns, and a noted run is not repeated', () => {
  const parts = ['e2e', 'process'] as const;
  expect(next([], parts, 2)).toEqual({ part: 'e2e', number: 1 });
  expect(next([run('e2e', 1)], parts, 2)).toEqual({ part: 'process', number: 1 });
  const noted = [run('e2e', 1), run('process', 1), run('process', 2)];
  expect(next(noted, parts, 2)).toEqual({ part: 'e2e', number: 2 });
  expect(next([...noted, run('e2e', 2)], parts, 2)).toBeNull();
  expect(next([...noted, run('e2e', 2)], parts, 3)).toEqual({ part: 'e2e', number: 3 });
});

test('half of the runs have to do with one core less', () => {
  expect([1, 2, 3, 4].map(isBusyRun)).toEqual([false, true, false, true]);
});

test('a run is a proof of the product, its own tests and what they use, and of no other test', () => {
  const both = [
    'src/domain/quote.ts',
    'scripts/test-runs.ts',
    'tests/faults/stripe.test.ts',
    'tests/support/product.ts',
    'tests/integration/support.ts',
    'package.json',
  ];
  const own = {
    e2e: ['tests/e2e/customer.e2e.ts', 'tests/e2e/steps/connection.ts'],
    process: ['tests/process/restore.test.ts', 'tests/load/load.test.ts', 'tests/support/sqld.ts'],
  };
  const none = [
    'src/domain/quote.test.ts',
    'tests/integration/book.test.ts',
    'tests/boundaries.test.ts',
    'tests/outside-client/generated/api.ts',
    'tests/browsers/phones.ts',
    'scripts/steady.ts',
    'scripts/steady-runs.ts',
  ];
  for (const part of PARTS) {
    const proven = [...both, ...own.e2e, ...own.process, ...none].filter((file) =>
      isProven(part, file),
    );
    expect(proven).toEqual([...both, ...own[part]]);
  }
});

/** The files of the project that run where these do, themselves included. */
async function reachedFrom(pattern: string): Promise<string[]> {
  const root = join(import.meta.dir, '..');
  const reached = new Set(await Array.fromAsync(new Glob(pattern).scan({ cwd: root })));
  for (const file of reached) {
    if (!/\.tsx?$/.test(file)) continue;
    const transpiler = new Transpiler({ loader: file.endsWith('x') ? 'tsx' : 'ts' });
    const source = await Bun.file(join(root, file)).text();
    for (const { path } of transpiler.scanImports(source)) {
      if (!/^(\.|@\/)/.test(path)) continue;
      const [imported = ''] = path.split('?');
      reached.add(relative(root, Bun.resolveSync(imported, dirname(join(root, file)))));
    }
  }
  return [...reached].sort();
}

test.each([
  ['e2e', 'tests/e2e/**/*.ts', 'tests/support/product.ts'],
  ['process', 'tests/{process,load,faults}/**/*.ts', 'tests/support/sqld.ts'],
] as const)('%s: every file that its tests run counts', async (part, pattern, used) => {
  const reached = await reachedFrom(pattern);
  expect(reached).toContain(used);
  expect(reached.filter((file) => !isProven(part, file))).toEqual([]);
});

test('the summary names every test that failed, and its runs', () => {
  const runs = [run('e2e', 1, ['a', 'b']), run('process', 1), run('e2e', 2, ['a'])];
  expect(summary(runs)).toEqual({
    lines: ['failed in e2e 1, e2e 2: a', 'failed in e2e 1: b', '1 runs passed, 2 failed'],
    failed: 2,
  });
  expect(summary([run('e2e', 1)])).toEqual({ lines: ['1 runs passed, 0 failed'], failed: 0 });
});

test('notes that are not there, or were cut off, hold no run', async () => {
  const path = join(folder, 'runs.json');
  expect(await readRuns(path)).toEqual([]);
  await Bun.write(path, '[{"part":"e2');
  expect(await readRuns(path)).toEqual([]);
  await Bun.write(path, JSON.stringify([run('e2e', 1)]));
  expect(await readRuns(path)).toEqual([run('e2e', 1)]);
});
