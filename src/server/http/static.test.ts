import { expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Company, DEFAULT_COMPANY_NAME } from '@/domain/company';
import { staticFiles } from './static';

const company: Company = {
  name: DEFAULT_COMPANY_NAME,
  address: '',
  waters: '',
  license: '',
  cancellation: '',
  phone: '(269) 555-0100',
  email: 'us@dock.example',
  hours: '',
  photo: null,
  logo: null,
  timeZone: 'Europe/Berlin',
};
const asDefault = async () => company;
const marked = (of: Company) => `data-company="${Bun.escapeHTML(JSON.stringify(of))}"`;

test("a build that's replaced while it's served stays complete", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-static-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<p>old</p>');
  writeFileSync(join(folder, 'assets/old-1.js'), 'old()');
  writeFileSync(join(folder, 'assets/old-1.js.br'), 'packed');
  const files = staticFiles(folder);
  rmSync(folder, { recursive: true });

  const page = await files('/', null, asDefault);
  expect(await page?.text()).toBe('<p>old</p>');
  expect(page?.headers.get('cache-control')).toBe('no-store');
  const script = await files('/assets/old-1.js', 'gzip, br', asDefault);
  expect(await script?.text()).toBe('packed');
  expect(Object.fromEntries(script?.headers ?? [])).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(await (await files('/assets/old-1.js', null, asDefault))?.text()).toBe('old()');
  expect(files('/assets/other.js', null, asDefault)).toBeNull();
});

test("the page names the business's time zone, compressed or not", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-static-'));
  const built = '<!doctype html><html lang="en"><body>';
  const line =
    '<aside class="zone-line" aria-label="Time zone">Times are in Central European Time.</aside>';
  const zoned = `<!doctype html><html lang="en" ${marked(company)} data-zone="Europe/Berlin"><body>${line}`;
  writeFileSync(join(folder, 'index.html'), built);
  writeFileSync(join(folder, 'index.html.br'), 'of the build');
  const files = staticFiles(folder);
  rmSync(folder, { recursive: true });
  for (const path of ['/', '/index.html']) {
    expect(await (await files(path, null, asDefault))?.text()).toBe(zoned);
    const packed = await files(path, 'gzip, br', asDefault);
    expect(packed?.headers.get('content-encoding')).toBe('gzip');
    expect(new TextDecoder().decode(Bun.gunzipSync((await packed?.bytes()) ?? ''))).toBe(zoned);
  }
  const moved = await files('/', null, async () => ({ ...company, timeZone: 'America/Chicago' }));
  expect(await moved?.text()).toContain('data-zone="America/Chicago"><body><aside');
});

test('the page and the manifests name the company, and follow its next name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-static-'));
  const pages = join(import.meta.dir, '../../client');
  const page = readFileSync(join(pages, 'index.html'), 'utf8');
  writeFileSync(join(folder, 'index.html'), page);
  for (const name of ['dockside', 'driver']) {
    copyFileSync(join(pages, `public/${name}.webmanifest`), join(folder, `${name}.webmanifest`));
  }
  const files = staticFiles(folder);
  rmSync(folder, { recursive: true });
  let now = company;
  const read = async (path: string) => (await files(path, null, async () => now))?.text();
  const before = await read('/');
  expect(before).toContain('<title>Dockside: fuel and ice delivered to your dock</title>');
  expect(before).toContain('property="og:image" content="/share.png"');
  expect(await files('/driver.webmanifest', null, asDefault)).toMatchObject({
    status: 200,
    headers: expect.anything(),
  });

  now = { ...company, name: '"Fuel" & <Ice> $& Co.' };
  const after = await read('/');
  const name = '&quot;Fuel&quot; &amp; &lt;Ice&gt; $&amp; Co.';
  expect(after).toContain(`<title>${name}: fuel and ice delivered to your dock</title>`);
  expect(after).toContain(`property="og:site_name" content="${name}"`);
  expect(after).toContain('property="og:image" content="/share-plain.png"');
  expect(after).toContain(marked(now));
  expect(after).not.toContain('Dockside');
  expect(JSON.parse((await read('/dockside.webmanifest')) ?? '')).toMatchObject({
    name: now.name,
    short_name: now.name,
    start_url: '/',
  });
  expect(JSON.parse((await read('/driver.webmanifest')) ?? '')).toMatchObject({
    name: `${now.name} Driver`,
    short_name: 'Driver',
  });
});
