/** What would make every first page heavier, found before anybody weighs it. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';

const client = join(import.meta.dir, '../src/client');

async function filesThatImport(pattern: string, what: RegExp): Promise<string[]> {
  const found: string[] = [];
  for await (const file of new Glob(pattern).scan(client)) {
    if (what.test(await Bun.file(join(client, file)).text())) found.push(file);
  }
  return found;
}

test('no route carries a schema: addresses are read by lib/search.ts', async () => {
  expect(await filesThatImport('routes/*.tsx', /from 'zod/)).toEqual([]);
});

test('the page reads the envelope of its calls itself, and brings its own hooks', async () => {
  const runtime = /^import (?!type )[^;]*from '(superjson|@trpc\/react-query)'/m;
  const files = await filesThatImport('**/*.{ts,tsx}', runtime);
  expect(files.filter((file) => !file.endsWith('.test.ts'))).toEqual([]);
});
