/** Every piece of code that is fetched later is fetched by the one helper, whose failure has a type. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';

const client = join(import.meta.dir, '../src/client');

/** An import at run time that is not handed to `fetchedCode`, and React's own ways to wait for one. */
const BARE = /(?<!fetchedCode\(\s*\(\) => )\bimport\(|\blazy\(|\bSuspense\b/;
/** The router fetches its pages; page-code.ts waits for them. */
const ROUTER = new Set(['routes/__root.tsx', 'routeTree.gen.ts']);

test('no code is fetched past the helper', async () => {
  const bare: string[] = [];
  for await (const file of new Glob('**/*.{ts,tsx}').scan(client)) {
    // No browser runs a test.
    if (ROUTER.has(file) || file === 'lib/fetched-code.ts' || file.includes('.test.')) continue;
    if (BARE.test(await Bun.file(join(client, file)).text())) bare.push(file);
  }
  expect(bare).toEqual([]);
});
