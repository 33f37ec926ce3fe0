/** The verbs that still go back and forth inside a transaction. A verb that leaves takes its line with it. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';

const root = join(import.meta.dir, '../src/server');

/** By file, how many. docs/decisions/2026-11-22-one-shape-for-a-verb.md has the shape that replaces them. */
const REMAINING: Record<string, number> = {};

test('no verb but the listed ones holds a transaction open', async () => {
  const found: Record<string, number> = {};
  for await (const file of new Glob('**/*.ts').scan(root)) {
    const source = await Bun.file(join(root, file)).text();
    const count = source.match(/\.transaction\(/g)?.length ?? 0;
    if (count > 0) found[file] = count;
  }
  expect(found).toEqual(REMAINING);
});
