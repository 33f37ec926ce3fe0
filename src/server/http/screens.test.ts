import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { isScreen, SCREENS } from './screens';

test('the server knows the screens of the client', async () => {
  const generated = join(import.meta.dir, '../../client/routeTree.gen.ts');
  const [, union = ''] =
    /\n {2}to:\n([\s\S]+?)\n {2}id:/.exec(await Bun.file(generated).text()) ?? [];
  const routes = [...union.matchAll(/'(.+)'/g)].map(([, path]) => path as string);
  expect(routes.toSorted()).toEqual([...SCREENS].sort());
});

test('a screen is known by its path, and nothing else is one', () => {
  expect(['/', '/schedule', '/schedule/', '/d/abc', '/admin/evidence/7'].every(isScreen)).toBe(
    true,
  );
  const others = ['/x', '/schedule/x', '/d', '/d/a/b', '/scheduled', '/index', '/admin.php'];
  expect(others.filter(isScreen)).toEqual([]);
});
