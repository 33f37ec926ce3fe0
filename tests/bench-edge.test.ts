import { expect, test } from 'bun:test';
import { unlisted } from '../bench/edge/table';

test('the far-database bench makes every call, or says why it leaves one out', () => {
  expect(unlisted()).toEqual([]);
});
