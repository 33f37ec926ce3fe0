/**
 * The fields that a caller may send. They're found in the schemas of all calls, so that no new call
 * is forgotten.
 */
import type * as z from 'zod/mini';
import { shownFor } from '@/server/rest/described.schema';
import { OPERATIONS } from '@/server/rest/table';
import { PROCEDURES as CALLS, defOf } from './schemas';

type Schema = z.core.$ZodType;

/** A field of an input. A number in its path means an item of a list. */
export type Field = { path: (string | number)[]; schema: Schema };

/** Returns the parts of an object, a list, or a wrapper around them, with the step to each part. */
function partsOf(schema: Schema): [step: (string | number)[], part: Schema][] {
  const shown = shownFor(schema);
  if (shown) return [[[], shown]];
  const { shape, innerType, element, options = [], valueType, in: read, out } = defOf(schema);
  const parts = [innerType, ...options, read, out].filter((part) => part !== undefined);
  return [
    ...parts.map((part): [[], Schema] => [[], part]),
    ...Object.entries(shape ?? {}).map(([name, part]): [[string], Schema] => [[name], part]),
    ...[element, valueType].flatMap((part): [[number], Schema][] => (part ? [[[0], part]] : [])),
  ];
}

/** Returns every field of an input at any depth. A field that a pipe checks twice appears once. */
function fieldsOf(schema: Schema): Field[] {
  const found = new Map<string, Field>();
  const look = (one: Schema, path: Field['path']) => {
    for (const [step, part] of partsOf(one)) {
      const at = [...path, ...step];
      if (step.length > 0) found.set(at.join('.'), { path: at, schema: part });
      look(part, at);
    }
  };
  look(schema, []);
  return [...found.values()];
}

/** Whether the schema is or wraps one for which `is` returns true. */
export function contains(schema: Schema, is: (def: z.core.$ZodTypeDef) => boolean): boolean {
  if (is(schema._zod.def)) return true;
  return partsOf(schema).some(([step, part]) => step.length === 0 && contains(part, is));
}

/** Every procedure with the fields of its input. */
export const PROCEDURES = CALLS.map(({ inputs, ...call }) => ({
  ...call,
  inputs,
  fields: inputs.flatMap(fieldsOf),
}));

/** Every operation of `/api` with the fields of each part of a request. */
export const OPERATION_FIELDS = OPERATIONS.map((operation) => {
  const isRaw = 'respond' in operation;
  const { method, path, query } = operation;
  const params = isRaw ? undefined : operation.params;
  const body = isRaw ? undefined : operation.body;
  const fields = (schema: Schema | undefined) => (schema ? fieldsOf(schema) : []);
  return {
    name: `${method} ${path}${operation.role ? ` as ${operation.role}` : ''}`,
    method,
    path,
    role: operation.role,
    params: fields(params),
    query: fields(query),
    body: fields(body),
  };
});
