/** How bodies, queries, and path parameters are read. The domain's schemas decide. */
import * as z from 'zod/mini';
import { calendarDate, idSchema } from '@/domain/fields';
import { described, shownAs } from './described.schema';
import type { Schema } from './operation';

/**
 * Checks a value with a domain schema but passes on the raw value. The procedure reads it with the same
 * schema, so converting here would turn dollars into cents twice.
 */
export function asSent<S extends Schema>(schema: S): z.ZodMiniCustom<z.input<S>, z.input<S>> {
  const sent = z.custom<z.input<S>>().check(({ value, issues }) => {
    for (const { path, message } of z.safeParse(schema, value).error?.issues ?? []) {
      issues.push({ code: 'custom', path, message, input: value });
    }
  });
  return shownAs(sent, schema);
}

type Fields = Readonly<Record<string, Schema>>;
type AsSent<F extends Fields> = {
  [K in keyof F]: undefined extends z.input<F[K]>
    ? z.ZodMiniOptional<ReturnType<typeof asSent<F[K]>>>
    : F[K];
};

/**
 * The fields of a body. Optional fields are passed on raw, and their numbers may be sent as digits.
 * Required fields convert nothing. `leftOut` makes a field optional.
 */
export function eachAsSent<F extends Fields>(
  fields: F,
  leftOut: (schema: Schema) => Schema = z.optional,
): AsSent<F> {
  const sent = Object.entries(fields).map(([name, schema]) => {
    if (!z.safeParse(schema, undefined).success) return [name, schema];
    return [name, leftOut(refusesDigits(schema) ? tolerantNumber(schema) : asSent(schema))];
  });
  return Object.fromEntries(sent) as AsSent<F>;
}

/** Whether the domain's schema is a number that refuses digits in a string. */
function refusesDigits(schema: Schema): schema is Schema<number, number> {
  const issues = z.safeParse(schema, '1').error?.issues ?? [];
  return issues.some((issue) => issue.code === 'invalid_type' && issue.expected === 'number');
}

export const DIGITS = /^\d+$/;

/** A whole number in a path or a query, whose values are all text. */
export function numberInText(schema: Schema<number, number>) {
  const read = z.transform((value: unknown) =>
    typeof value === 'string' && DIGITS.test(value) ? Number(value) : (value as number),
  );
  return shownAs(z.pipe(read, schema), schema);
}

/** A whole number in a body. Outside callers may also send it as a string of digits. */
export function tolerantNumber(schema: Schema<number, number>) {
  const digits = z.string().check(z.regex(DIGITS));
  return shownAs(numberInText(asSent(schema)), z.union([schema, digits]));
}

/** An optional field. Null counts as omitted. */
export function nullAsLeftOut<S extends Schema>(schema: S) {
  return z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? undefined),
  );
}

/** A field that older callers send. The server calculates it and never reads what was sent. */
export const neverRead = z.optional(
  shownAs(
    z.unknown(),
    described(z.union([z.string(), z.number(), z.boolean(), z.null()]), 'Accepted and ignored.', {
      deprecated: true,
    }),
  ),
);

/** `{date}` in a path. */
export const dateParams = z.object({ date: calendarDate() });

/** `{id}` of an appointment in a path. */
export const idParams = z.object({ id: idSchema });
