import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { screensOf } from './screens';

const ROUTES = join(import.meta.dir, '../../../routes/admin');

test('the search finds every staff screen by its name and by other words', () => {
  const screens = [...new Bun.Glob('*.tsx').scanSync(ROUTES)]
    // Leaves out the layout, and screens that are only opened from a list.
    .filter((name) => name !== 'route.tsx' && !name.includes('$'))
    .map((name) => (name === 'index.tsx' ? '/admin' : `/admin/${name.slice(0, -4)}`));
  const reached = new Set<string | undefined>(
    screensOf('', 'admin').map(({ target }) => target.to),
  );
  expect(screens.filter((path) => !reached.has(path))).toEqual([]);
  const first = (text: string) => screensOf(text, 'admin').map(({ name }) => name);
  expect(first('ledger')).toEqual(['Months']);
  expect(first('dispatch')).toEqual(['Dispatch']);
});

test('a dispatcher finds only the screens for the role', () => {
  const names = screensOf('', 'dispatcher').map(({ name }) => name);
  expect(names).toContain('Calendar Management');
  for (const name of ['Settings', 'People', 'Activity', 'Reports']) {
    expect(names).not.toContain(name);
  }
});
