import { expect, test } from 'bun:test';
import { loadedLate } from './lazy';

test('a port is loaded once, by its first call, and answers and fails as itself', async () => {
  let loads = 0;
  const port = loadedLate(async () => {
    loads += 1;
    return {
      twice: async (n: number) => n * 2,
      fails: async () => {
        throw new Error('no card');
      },
    };
  });
  expect(loads).toBe(0);
  expect(await Promise.all([port.twice(2), port.twice(3)])).toEqual([4, 6]);
  await expect(port.fails()).rejects.toThrow('no card');
  expect(loads).toBe(1);
});
