/** Every number and every list that a caller may send has a bound, found in the schemas of all calls. */
import { expect, test } from 'bun:test';
import * as z from 'zod/mini';
import { contains, type Field, OPERATION_FIELDS, PROCEDURES } from './support/fields';

const CALLS = [
  ...PROCEDURES.map(({ name, fields }) => ({ name, fields })),
  ...OPERATION_FIELDS.map(({ name, params, query, body }) => ({
    name,
    fields: [...params, ...query, ...body],
  })),
];

const BEYOND = [1e308, -1e308, 1e21, 2 ** 53 + 2, Number.NaN, Number.POSITIVE_INFINITY];

/** What takes any number, because nothing calculates with it. */
const ANY_NUMBER = [
  // As a form was opened with them: compared with what is stored.
  /^read\.0$/,
  // A device's own clock, kept as text.
  /^completedAt$/,
  // Sent by older programs, and never read.
  /^(userId|iceTotal|deliveryFeeAmount|promoCodeUsed|totalPrice)$/,
];
/** Lists whose own reading bounds them. */
const BOUNDED_BY_READING = [/^faqItems$/];

const pathOf = ({ path }: Field) => path.join('.');

test('no number is taken beyond its bounds', () => {
  const unbounded = CALLS.flatMap(({ name, fields }) =>
    fields
      .filter((field) => !ANY_NUMBER.some((known) => known.test(pathOf(field))))
      .filter(({ schema }) => BEYOND.some((number) => z.core.safeParse(schema, number).success))
      .map((field) => `${name}: ${pathOf(field)}`),
  );
  expect(unbounded).toEqual([]);
});

test('no list is taken without a most', () => {
  const isLong = (def: z.core.$ZodTypeDef) =>
    def.type === 'array' && !(def.checks ?? []).some(({ _zod }) => _zod.def.check === 'max_length');
  const unbounded = CALLS.flatMap(({ name, fields }) =>
    fields
      .filter((field) => !BOUNDED_BY_READING.some((known) => known.test(pathOf(field))))
      .filter(({ schema }) => contains(schema, isLong))
      .map((field) => `${name}: ${pathOf(field)}`),
  );
  expect(unbounded).toEqual([]);
});
