/** What the schemas of calls take, taken apart. */
import type * as z from 'zod/mini';
import { appRouter } from '@/server/trpc';

type Def = {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  element?: z.core.$ZodType;
  keyType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
};

export const defOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Def;

/** Every schema within one, itself included, with the names that lead to it. */
export function* partsOf(
  schema: z.core.$ZodType,
  path = '',
): Generator<{ path: string; schema: z.core.$ZodType }> {
  yield { path, schema };
  const { shape, innerType, in: given, out, options, element, keyType, valueType } = defOf(schema);
  for (const [name, field] of Object.entries(shape ?? {})) yield* partsOf(field, `${path}.${name}`);
  for (const part of [innerType, given, out, ...(options ?? [])]) {
    if (part) yield* partsOf(part, path);
  }
  for (const part of [element, keyType, valueType]) if (part) yield* partsOf(part, `${path}[]`);
}

type Procedure = { _def: { type: string; inputs?: z.core.$ZodType[] } };

/** The procedures, each with the schemas of its input. */
export const PROCEDURES = Object.entries(
  appRouter._def.procedures as unknown as Record<string, Procedure>,
).map(([name, { _def }]) => ({ name, type: _def.type, inputs: _def.inputs ?? [] }));

type Check = {
  check: string;
  format?: string;
  pattern?: RegExp;
  maximum?: unknown;
  value?: unknown;
};

/** The checks of a schema. */
export const checksOf = (schema: z.core.$ZodType): Check[] => {
  const { checks = [] } = schema._zod.def as { checks?: z.core.$ZodCheck[] };
  return checks.map((check) => check._zod.def as unknown as Check);
};

/** Whether a schema takes a photo somewhere. */
export const takesPhoto = (schema: z.core.$ZodType) =>
  [...partsOf(schema)].some(({ schema: part }) =>
    checksOf(part).some(({ pattern }) => pattern?.source.startsWith('^data:image')),
  );
