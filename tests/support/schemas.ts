/** Analyzes the schemas of calls. */
import * as z from 'zod/mini';
import { shownFor } from '@/server/rest/described.schema';
import { neverRead } from '@/server/rest/sent';
import { OPERATIONS } from '@/server/rest/table';
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
  catchall?: z.core.$ZodType;
  /** The pattern of a format, such as a date. */
  pattern?: RegExp;
};

export const defOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Def;

/** Yields every schema within one, including itself, with the names that lead to it. */
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

/** Returns a schema's checks. */
export const checksOf = (schema: z.core.$ZodType): Check[] => {
  const { checks = [] } = schema._zod.def as { checks?: z.core.$ZodCheck[] };
  return checks.map((check) => check._zod.def as unknown as Check);
};

/** Whether a schema has a photo anywhere. */
export const takesPhoto = (schema: z.core.$ZodType) =>
  [...partsOf(schema)].some(({ schema: part }) =>
    checksOf(part).some(({ pattern }) => pattern?.source.startsWith('^data:image')),
  );

/** The path, query, and body schemas of each REST operation. */
export const SENT_OVER_REST = OPERATIONS.flatMap((operation) => {
  const { method, path, query } = operation;
  const parts = 'respond' in operation ? { query } : operation;
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = (parts as Partial<Record<typeof part, z.core.$ZodType>>)[part];
    return schema ? [{ name: `${method} ${path} ${part}`, schema }] : [];
  });
});

const CLOSED = ['enum', 'literal', 'boolean', 'null', 'undefined', 'void', 'never', 'nan'];
/** A pattern's part that may repeat without a limit: `*`, `+`, or `{3,}` outside of a class. */
const ENDLESS = /[*+]|\{\d*,\}/;

const withoutClasses = ({ source }: RegExp) =>
  source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');

/** Returns the parts of a schema in which a value may have any size. */
export function unboundedIn(schema: z.core.$ZodType, path = ''): string[] {
  if (schema === neverRead) return [];
  const def = defOf(schema);
  const checks = checksOf(schema);
  const has = (...names: string[]) => checks.some(({ check }) => names.includes(check));
  const found = (what: string) => [`${path || '(input)'}: ${what}`];
  switch (def.type) {
    case 'string': {
      const patterns = [def, ...checks].flatMap(({ pattern }) => (pattern ? [pattern] : []));
      const isShort = patterns.some((pattern) => !ENDLESS.test(withoutClasses(pattern)));
      return isShort || has('max_length', 'length_equals') ? [] : found('a text without a length');
    }
    case 'number':
      return has('less_than') && has('greater_than') ? [] : found('a number without bounds');
    case 'array':
      return [
        ...(has('max_length', 'length_equals') ? [] : found('a list without a length')),
        ...(def.element ? unboundedIn(def.element, `${path}[]`) : []),
      ];
    case 'object': {
      const takesAny = def.catchall && defOf(def.catchall).type !== 'never';
      // The document shows which fields are accepted. The procedure names the others when it
      // refuses them.
      const shown = takesAny && shownFor(schema);
      if (shown) return unboundedIn(shown, path);
      return [
        ...(takesAny ? found('any fields') : []),
        ...Object.entries(def.shape ?? {}).flatMap(([name, field]) =>
          unboundedIn(field, path ? `${path}.${name}` : name),
        ),
      ];
    }
    case 'record': {
      const isSmall = !takesFields(schema, 10_000) && takesFields(schema, 1);
      return [
        ...(isSmall ? [] : found('any number of fields')),
        ...[def.keyType, def.valueType].flatMap((part) =>
          part ? unboundedIn(part, `${path}[]`) : [],
        ),
      ];
    }
    case 'union':
      return (def.options ?? []).flatMap((option) => unboundedIn(option, path));
    case 'pipe': {
      // A value that one side refuses doesn't reach the other.
      const sides = [def.in, def.out].map((side) => (side ? unboundedIn(side, path) : []));
      return sides.some((side) => side.length === 0) ? [] : (sides.find(isNamed) ?? sides.flat());
    }
    case 'custom': {
      const shown = shownFor(schema);
      return shown ? unboundedIn(shown, path) : found('any value');
    }
    default:
      if (CLOSED.includes(def.type)) return [];
      return def.innerType ? unboundedIn(def.innerType, path) : found(`any ${def.type}`);
  }
}

/** Whether a record accepts this many fields with some kind of value. */
const takesFields = (schema: z.core.$ZodType, count: number) =>
  [null, true, 0, '', {}].some((value) => {
    const fields = Array.from({ length: count }, (_, n) => [`f${n}`, value]);
    return z.safeParse(schema, Object.fromEntries(fields)).success;
  });

/** Returns whether the places have more specific names than "anything". */
const isNamed = (places: string[]) => places.every((place) => !place.includes(': any '));
