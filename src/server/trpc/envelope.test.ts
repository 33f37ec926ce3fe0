import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import superjson from 'superjson';
import { envelope } from './envelope';

const overTheWire = (value: unknown) => JSON.parse(JSON.stringify(value));
/** Names that superjson refuses to write; no answer of ours has them. */
const REFUSED = ['__proto__', 'prototype', 'constructor'];
const isRefused = (value: unknown) =>
  REFUSED.some((name) => JSON.stringify(value).includes(`"${name}":`));

describe("the server's envelope", () => {
  // Over the wire, because JSON itself knows no -0.
  const jsonValues = fc
    .jsonValue({ maxDepth: 6 })
    .map(overTheWire)
    .filter((value) => !isRefused(value));

  test('says of any JSON what superjson says', () => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        const sealed = envelope.serialize(value);
        expect(JSON.stringify(sealed)).toBe(JSON.stringify(superjson.serialize(value)));
        expect(envelope.deserialize(overTheWire(sealed))).toEqual(overTheWire(value));
      }),
    );
  });

  test('leaves to superjson whatever JSON does not know', () => {
    const loop: Record<string, unknown> = { name: 'loop' };
    loop.self = loop;
    const others = [
      undefined,
      { a: [1, undefined] },
      new Date(5),
      { when: { at: new Date(0) } },
      new Set([1]),
      new Map([['a', 1]]),
      Number.NaN,
      Number.POSITIVE_INFINITY,
      [-0],
      10n,
      loop,
    ];
    for (const value of others) {
      const sealed = envelope.serialize(value);
      expect(sealed).toEqual(superjson.serialize(value));
      expect(envelope.deserialize(overTheWire(sealed))).toEqual(value);
    }
  });

  test('writes the names that superjson refuses, and reads them as names', () => {
    for (const name of REFUSED) {
      const value = JSON.parse(`{"${name}":{"polluted":true}}`);
      const read = envelope.deserialize(overTheWire(envelope.serialize(value))) as object;
      expect(Object.keys(read)).toEqual([name]);
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    }
  });

  test('reads what holds no value as no value', () => {
    for (const sealed of [{}, null, 'text', 5]) {
      expect(envelope.deserialize(sealed as never)).toBeUndefined();
    }
  });
});
