/** Every text, list, and number that a caller sends has bounds. */
import { expect, test } from 'bun:test';
import * as z from 'zod/mini';
import { PROCEDURES, SENT_OVER_REST, unboundedIn } from '../support/schemas';

test("every procedure's inputs have bounds", () => {
  const unbounded = PROCEDURES.flatMap(({ name, inputs }) =>
    inputs.flatMap((input) => unboundedIn(input)).map((place) => `${name} ${place}`),
  );
  expect(unbounded).toEqual([]);
});

test('the paths, queries, and bodies of every REST operation have bounds', () => {
  const unbounded = SENT_OVER_REST.flatMap(({ name, schema }) =>
    unboundedIn(schema).map((place) => `${name} ${place}`),
  );
  expect(unbounded).toEqual([]);
});

test('an unbounded value is found at any depth', () => {
  const text = z.string();
  const [short, few] = [text.check(z.maxLength(9)), z.array(z.boolean()).check(z.maxLength(9))];
  const open: Record<string, z.core.$ZodType> = {
    ...{ text, list: z.array(short), number: z.number().check(z.minimum(0)) },
    ...{ pattern: text.check(z.regex(/^[a-z]+$/)), format: z.email(), any: z.unknown() },
    ...{ record: z.record(short, z.boolean()), loose: z.looseObject({ short }) },
    ...{ nested: z.optional(z.array(z.object({ text })).check(z.maxLength(9))) },
    ...{
      either: z.union([short, text]),
      converted: z.pipe(
        text,
        z.transform((given) => given),
      ),
    },
  };
  for (const [name, schema] of Object.entries(open)) {
    expect([name, unboundedIn(z.object({ [name]: schema })).length > 0]).toEqual([name, true]);
  }
  const closed = z.object({
    ...{ short, few, date: z.iso.date(), key: text.check(z.regex(/^[\w-]{16,64}$/)) },
    ...{
      read: z.pipe(
        text,
        z.pipe(
          z.transform((given: string) => given),
          short,
        ),
      ),
    },
    ...{ count: z.int().check(z.minimum(0), z.maximum(9)), flag: z.nullish(z.boolean()) },
  });
  expect(unboundedIn(closed)).toEqual([]);
});
