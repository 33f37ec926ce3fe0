import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { staticFiles } from './static';

test('a build that is replaced while it is served stays whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-static-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<p>old</p>');
  writeFileSync(join(folder, 'assets/old-1.js'), 'old()');
  writeFileSync(join(folder, 'assets/old-1.js.br'), 'packed');
  const files = staticFiles(folder);
  rmSync(folder, { recursive: true });

  const page = files?.('/', null);
  expect(await page?.text()).toBe('<p>old</p>');
  expect(page?.headers.get('cache-control')).toBe('no-store');
  const script = files?.('/assets/old-1.js', 'gzip, br');
  expect(await script?.text()).toBe('packed');
  expect(Object.fromEntries(script?.headers ?? [])).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(await files?.('/assets/old-1.js', null)?.text()).toBe('old()');
  expect(files?.('/assets/other.js', null)).toBeNull();
});
