import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { isScreen, SCREENS } from './screens';

test("the server knows the client's screens", async () => {
  const generated = join(import.meta.dir, '../../client/routeTree.gen.ts');
  const [, union = ''] =
    /\n {2}to:\n([\s\S]+?)\n {2}id:/.exec(await Bun.file(generated).text()) ?? [];
  const routes = [...union.matchAll(/'(.+)'/g)].map(([, path]) => path as string);
  expect(routes.toSorted()).toEqual([...SCREENS].sort());
});

test('a screen is recognized only by its exact path', () => {
  expect(['/', '/schedule', '/schedule/', '/d/abc', '/admin/evidence/7'].every(isScreen)).toBe(
    true,
  );
  const others = ['/x', '/schedule/x', '/d', '/d/a/b', '/scheduled', '/index', '/admin.php'];
  expect(others.filter(isScreen)).toEqual([]);
});
