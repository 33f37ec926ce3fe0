import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import superjson from 'superjson';
import { envelope } from './envelope';

const overTheWire = (value: unknown) => JSON.parse(JSON.stringify(value));

describe("the server's envelope", () => {
  test('says of any JSON what superjson says', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
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

  test('reads what holds no value as no value', () => {
    for (const sealed of [{}, null, 'text', 5]) {
      expect(envelope.deserialize(sealed as never)).toBeUndefined();
    }
  });
});
