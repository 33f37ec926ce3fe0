import { afterAll, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Glob } from 'bun';
import packageJson from '../../package.json';

const root = join(import.meta.dir, '../..');
const folder = mkdtempSync(join(tmpdir(), 'dockside-packages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Maximum size of a first start's downloads. Today they total 238 MB. */
const MOST_BYTES = 260e6;

test('bun start installs what it needs, and no browser, linter, or test tool', async () => {
  const own = 'packages/stripe-sandbox/package.json';
  for (const file of ['package.json', 'bun.lock', 'bunfig.toml', own]) {
    cpSync(join(root, file), join(folder, file), { recursive: true });
  }
  const [install = '', run] = packageJson.scripts.start.split(' && ');
  expect(run).toBe('bun scripts/start.ts');
  const [, ...args] = install.split(' ');
  const child = Bun.spawn([process.execPath, ...args], { cwd: folder, stderr: 'pipe' });
  expect({ code: await child.exited, printed: await new Response(child.stderr).text() }).toEqual({
    code: 0,
    printed: '',
  });

  const isInstalled = (name: string) => existsSync(join(folder, 'node_modules', name));
  expect(Object.keys(packageJson.dependencies).filter((name) => !isInstalled(name))).toEqual([]);
  expect(Object.keys(packageJson.devDependencies).filter(isInstalled)).toEqual([]);

  const files = new Glob('node_modules/**').scan({ cwd: folder, dot: true, followSymlinks: false });
  let bytes = 0;
  for await (const file of files) bytes += statSync(join(folder, file)).size;
  expect(bytes).toBeGreaterThan(100e6);
  expect(bytes).toBeLessThan(MOST_BYTES);
});
