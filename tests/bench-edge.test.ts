import { expect, test } from 'bun:test';
import { unlisted } from '../bench/edge/table';

test('the bench of a far database makes every call, or says why it makes one not', () => {
  expect(unlisted()).toEqual([]);
});
