import { describe, expect, test } from 'bun:test';
import superjson from 'superjson';
import { envelope } from './wire';

/** What the page makes of an answer of the server. */
const read = (value: unknown) =>
  envelope.deserialize(JSON.parse(JSON.stringify(superjson.serialize(value))));

/** What the server makes of an input of the page. */
const sent = (value: unknown) =>
  superjson.deserialize(JSON.parse(JSON.stringify(envelope.serialize(value))));

describe('the envelope of the calls', () => {
  test('plain answers come as they are', () => {
    for (const value of [null, 0, 'text', [], { a: [1, { b: null }] }]) {
      expect(read(value)).toEqual(value);
    }
  });

  test('what is undefined stays so, wherever it stands', () => {
    expect(read(undefined)).toBeUndefined();
    const value = [
      { a: undefined, b: { c: [1, undefined] } },
      { a: 1, d: undefined },
    ];
    expect(read(value)).toStrictEqual(value);
  });

  test('a value that stands in several places stands in all of them', () => {
    const shared = { a: undefined };
    expect(read([shared, shared])).toStrictEqual([{ a: undefined }, { a: undefined }]);
  });

  test('a type that nobody sends yet is refused, not misread', () => {
    expect(() => read({ at: new Date(0) })).toThrow('cannot read');
    expect(() => read(new Set([1]))).toThrow('cannot read');
  });

  test('the server reads what the page sends', () => {
    expect(sent({ a: 1, b: null, c: [true] })).toEqual({ a: 1, b: null, c: [true] });
    expect(sent({ a: undefined })).toEqual({});
    expect(sent(undefined)).toBeUndefined();
  });
});
