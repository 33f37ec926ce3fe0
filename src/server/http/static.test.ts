import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { staticFiles } from './static';

test("a build that's replaced while it's served stays complete", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-static-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<p>old</p>');
  writeFileSync(join(folder, 'assets/old-1.js'), 'old()');
  writeFileSync(join(folder, 'assets/old-1.js.br'), 'packed');
  const files = staticFiles(folder, 'Europe/Berlin');
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

test("the page names the business's time zone, compressed or not", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-static-'));
  const built = '<!doctype html><html lang="en"><body>';
  const line =
    '<aside class="zone-line" aria-label="Time zone">Times are in Central European Time.</aside>';
  const zoned = `<!doctype html><html lang="en" data-zone="Europe/Berlin"><body>${line}`;
  writeFileSync(join(folder, 'index.html'), built);
  writeFileSync(join(folder, 'index.html.br'), 'of the build');
  const files = staticFiles(folder, 'Europe/Berlin');
  rmSync(folder, { recursive: true });
  for (const path of ['/', '/index.html']) {
    expect(await files(path, null)?.text()).toBe(zoned);
    const packed = files(path, 'gzip, br');
    expect(packed?.headers.get('content-encoding')).toBe('gzip');
    expect(new TextDecoder().decode(Bun.gunzipSync((await packed?.bytes()) ?? ''))).toBe(zoned);
  }
});
