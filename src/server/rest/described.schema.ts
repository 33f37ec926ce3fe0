/** Building blocks of bodies and answers: units, instants, and their descriptions in the document. */
import * as z from 'zod/mini';

import { type GallonTenths, toDollars, toGallons, type UnitPrice } from '@/domain/money';
import { TIME_SLOT_LABELS } from '@/domain/slots/time-slots';
import type { Schema } from './operation';

/** The document's details about a schema in addition to its shape. An `id` makes it a component. */
export const words = z.registry<{
  id?: string;
  description?: string;
  [keyword: string]: unknown;
}>();

/** Schemas of personal values. */
const ofPeople = new WeakSet<z.core.$ZodType>();

/** Copies a schema and describes the copy. */
export function described<S extends Schema>(schema: S, description: string, more: object = {}): S {
  const copy = schema.clone();
  words.add(copy, { ...words.get(schema), ...more, description });
  if (ofPeople.has(schema)) ofPeople.add(copy);
  return copy as S;
}

const WITHOUT_PEOPLE = 'Null for an API key without the `people` scope.';

/**
 * Marks a value that identifies, locates, or describes a person. `withoutPeople` replaces it with
 * null, and the document mentions that.
 */
export function personal<S extends Schema>(schema: S, description?: string) {
  const own = schema._zod.def.type === 'nullable' ? schema.clone() : z.nullable(schema);
  ofPeople.add(own);
  const words = [description, WITHOUT_PEOPLE].filter(Boolean).join(' ');
  return described(own, words) as z.ZodMiniNullable<S>;
}

type Def = {
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  options?: z.core.$ZodType[];
};

/** Replaces all personal values of an answer with null, at any depth. */
export function withoutPeople(schema: z.core.$ZodType, answer: unknown): unknown {
  if (answer === null || answer === undefined) return answer;
  if (ofPeople.has(schema)) return null;
  const { shape, element, innerType, options } = schema._zod.def as Def;
  const inner = innerType ?? options?.find((one) => z.core.safeParse(one, answer).success);
  if (inner) return withoutPeople(inner, answer);
  if (element) return (answer as unknown[]).map((item) => withoutPeople(element, item));
  if (!shape) return answer;
  const fields = Object.entries(answer).map(([name, value]) => {
    const field = shape[name];
    return [name, field ? withoutPeople(field, value) : value];
  });
  return Object.fromEntries(fields);
}

/** Names a schema, so that the document has it once, as a component. */
export function named<S extends Schema>(id: string, schema: S, description?: string): S {
  words.add(schema, { id, ...(description !== undefined && { description }) });
  return schema;
}

const shownInstead = new WeakMap<z.core.$ZodType, Schema>();

/**
 * Describes a schema in the document with another one, for a rule that JSON Schema can't express.
 */
export function shownAs<S extends Schema>(schema: S, shown: Schema): S {
  shownInstead.set(schema, shown);
  return schema;
}

/** Returns the schema that describes this one in the document, if there is one. */
export function shownFor(schema: z.core.$ZodType): Schema | undefined {
  return shownInstead.get(schema);
}

/** A text, or null if there is none. */
export const text = z.nullable(z.string());

declare const unit: unique symbol;
type Dollars = number & { readonly [unit]: 'dollars' };
type Gallons = number & { readonly [unit]: 'gallons' };

const isNumber = (value: unknown) => typeof value === 'number';

/** An amount as a JSON number of dollars. The type accepts only results of `inDollars`, never cents. */
export const dollars = shownAs(
  z.custom<Dollars>(isNumber),
  described(z.number(), 'US dollars, such as 122.85.'),
);

/** Gallons as a JSON number. The type accepts only results of `inGallons`, never tenths. */
export const gallons = shownAs(
  z.custom<Gallons>(isNumber),
  described(z.number(), 'US gallons with one decimal, such as 12.5.'),
);

/** Converts cents to the API's dollars, such as 4.1. */
export const inDollars = (cents: UnitPrice) => toDollars(cents) as Dollars;
/** Converts tenths of a gallon to the API's gallons, such as 20.5. */
export const inGallons = (tenths: GallonTenths) => toGallons(tenths) as Gallons;

/** Converts a value unless it's null. */
export const orNull = <In, Out>(value: In | null, convert: (value: In) => Out) =>
  value === null ? null : convert(value);

export const instant = described(z.int(), 'Milliseconds since January 1, 1970, UTC.');
export const isoInstant = described(z.string(), 'A date and time in UTC.', { format: 'date-time' });
export const date = described(z.string(), 'A calendar date in the time zone of the business.', {
  format: 'date',
});
export const timeSlot = named(
  'TimeSlot',
  z.string(),
  `A time window. The owner sets them. The first ones are ${TIME_SLOT_LABELS.join(', ')}.`,
);
export const count = z.int().check(z.minimum(0));

export const messageAnswer = named('Message', z.object({ message: z.string() }));
