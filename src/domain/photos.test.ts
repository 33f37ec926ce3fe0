import { expect, test } from 'bun:test';
import { bringsPhoto, isHeic } from './photos';

const startsWith = (text: string) => isHeic(new TextEncoder().encode(text));

test('a HEIC photo is recognized by its first bytes', () => {
  expect(['....ftypheic', '....ftypmif1', '....ftyphevc'].map(startsWith)).toEqual([
    ...[true, true, true],
  ]);
  expect(['', '....ftypavif', '....ftypmp42', 'heic', '....JFIFheic'].map(startsWith)).toEqual([
    ...[false, false, false, false, false],
  ]);
});

test('a photo is found in any field of an input', () => {
  const photo = 'data:image/png;base64,AAAA';
  expect([{ id: 'x', photo }, { fuelPhoto: photo }].map(bringsPhoto)).toEqual([true, true]);
  expect([{ photo: null }, { notes: 'data' }, null, undefined, 'x'].map(bringsPhoto)).toEqual([
    ...[false, false, false, false, false],
  ]);
});
