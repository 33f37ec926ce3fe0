import { expect, test } from 'bun:test';
import { lazy, lazyPort } from './lazy';

test('a lazy port is loaded once, by its first call, and answers and fails like the port', async () => {
  let loads = 0;
  const port = lazyPort(async () => {
    loads += 1;
    return {
      twice: async (n: number) => n * 2,
      fails: async () => {
        throw new Error('no card');
      },
    };
  });
  expect(await (async () => port)()).toBe(port);
  expect(loads).toBe(0);
  expect(await Promise.all([port.twice(2), port.twice(3)])).toEqual([4, 6]);
  await expect(port.fails()).rejects.toThrow('no card');
  expect(loads).toBe(1);
});

test("a lazy value is created once, even if it's undefined", () => {
  let makes = 0;
  const nothing = lazy(() => {
    makes += 1;
    return undefined;
  });
  expect(makes).toBe(0);
  nothing();
  nothing();
  expect(makes).toBe(1);
});
