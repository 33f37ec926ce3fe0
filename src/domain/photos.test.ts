import { expect, test } from 'bun:test';
import { isHeic } from './photos';

const startsWith = (text: string) => isHeic(new TextEncoder().encode(text));

test('a HEIC photo is known by its first bytes, not by its name', () => {
  expect(['....ftypheic', '....ftypmif1', '....ftyphevc'].map(startsWith)).toEqual([
    ...[true, true, true],
  ]);
  expect(['', '....ftypavif', '....ftypmp42', 'heic', '....JFIFheic'].map(startsWith)).toEqual([
    ...[false, false, false, false, false],
  ]);
});
