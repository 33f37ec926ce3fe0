import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { PIECES } from '../bench/pieces';

const root = join(import.meta.dir, '..');

test.each(Object.entries(PIECES))('the bench can take %s away', async (_, { edits }) => {
  for (const { file, find } of edits) {
    const text = await Bun.file(join(root, file)).text();
    expect(text.split(find).length - 1, `${file} once has: ${find}`).toBe(1);
  }
});
