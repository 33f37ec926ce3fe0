import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isQuicklyRead } from './json-shape';

const MOST = 256 * 1024;
const PHOTO = `data:image/jpeg;base64,${'A'.repeat(4_000_000)}`;

test('JSON of ordinary size is accepted, whatever its texts contain', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 8 }),
    fc.dictionary(fc.string(), fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', ',', 'a') })),
  );
  fc.assert(fc.property(value, (given) => isQuicklyRead(JSON.stringify(given), MOST)));
});

test('two photos are accepted with ordinary fields', () => {
  const body = { id: 'x', receiptPhoto: PHOTO, fuelPhoto: PHOTO, notes: 'a "note" \\' };
  expect(isQuicklyRead(JSON.stringify({ json: body }), MOST)).toBe(true);
});

test('deep, long, and fragmented values are refused, even around a photo', () => {
  const photo = JSON.stringify(PHOTO);
  const bad = {
    'deep lists': '['.repeat(4_000_000),
    'deep objects': '{"a":'.repeat(1_000_000),
    'many parts': `[${'[],'.repeat(30_000)}0]`,
    'a long number': '9'.repeat(MOST + 1),
    'a long text': JSON.stringify('a'.repeat(MOST + 1)),
    'a long text of escapes': `"${'\\"'.repeat(2_000_000)}"`,
    'a long name': `{${JSON.stringify('a'.repeat(MOST))}:1}`,
    'many short texts': `[${'"abcdefghij" '.repeat(30_000)}]`,
    'a photo, then brackets': `[${photo},${'['.repeat(40)}`,
    'a photo that hides brackets behind an escape': `["data:image/\\"",${'['.repeat(40)}"x"]`,
    'a photo of escapes': `"data:image/${'\\"'.repeat(2_000_000)}"`,
  };
  for (const [name, text] of Object.entries(bad)) {
    expect([name, isQuicklyRead(text, MOST)]).toEqual([name, false]);
  }
});
