/** No verb holds a transaction open: docs/decisions/2026-11-22-one-shape-for-a-verb.md has their shape. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';

const root = join(import.meta.dir, '../src/server');

test('no verb holds a transaction open', async () => {
  const found: string[] = [];
  for await (const file of new Glob('**/*.ts').scan(root)) {
    const source = await Bun.file(join(root, file)).text();
    if (/\btransaction\(/.test(source)) found.push(file);
  }
  expect(found).toEqual([]);
});
