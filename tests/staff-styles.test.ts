/** Staff's screens have their styles: `customer.css`, which every page begins with, has none of theirs. */
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SOURCES = join(import.meta.dir, '../src');
const ROUTES = join(SOURCES, 'client/routes');
const STAFF_STYLES = join(SOURCES, 'client/styles/staff.css');

const importsOf = (file: string) =>
  new Bun.Transpiler({ loader: 'tsx' })
    .scanImports(readFileSync(file, 'utf8'))
    .map(({ path }) => path);

/** The file that an import leads to; null for a package. */
function sourceOf(path: string, from: string): string | null {
  const base = path.startsWith('@/') ? join(SOURCES, path.slice(2)) : join(dirname(from), path);
  if (!path.startsWith('@/') && !path.startsWith('.')) return null;
  return [base, `${base}.ts`, `${base}.tsx`].find((file) => existsSync(file)) ?? null;
}

/** Every file that a screen imports, directly or by others. */
function importedBy(entry: string): Set<string> {
  const found = new Set([entry]);
  for (const file of found) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const path of importsOf(file)) {
      const source = sourceOf(path, file);
      if (source) found.add(source);
    }
  }
  return found;
}

test('every screen with parts of staff brings the styles of staff', () => {
  const screens = [...new Bun.Glob('**/*.tsx').scanSync(ROUTES)]
    // Within the layout of /admin, which is checked itself.
    .filter((name) => !name.startsWith('admin/') || name === 'admin/route.tsx')
    .filter((name) =>
      importsOf(join(ROUTES, name)).some((path) => /\/features\/(admin|driver)\//.test(path)),
    );
  expect(screens).toContain('driver.tsx');
  expect(screens).toContain('admin/route.tsx');
  const bare = screens.filter((name) => !importedBy(join(ROUTES, name)).has(STAFF_STYLES));
  expect(bare).toEqual([]);
});
