import superjson, { type SuperJSONResult } from 'superjson';

/** Deeper than any answer of ours, and soon enough to end where a value holds itself. */
const DEEPEST = 20;

/**
 * superjson's envelope as tRPC writes and reads it. superjson looks at every value several times to
 * find those that JSON does not know; where a first look finds none, its answer is that value as it
 * is, and is given at once. (A value in several places is then written in each, and a name such as
 * `constructor`, which superjson refuses, as any other.)
 */
export const envelope = {
  serialize: (value: unknown): SuperJSONResult =>
    isPlain(value, DEEPEST)
      ? { json: value as SuperJSONResult['json'] }
      : superjson.serialize(value),

  deserialize: (sealed: SuperJSONResult): unknown =>
    sealed?.meta ? superjson.deserialize(sealed) : sealed?.json,
};

/** Whether JSON gives the value back just as it was. */
function isPlain(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      return value === null || (depth > 0 && isPlainInside(value, depth - 1));
    default:
      return false;
  }
}

function isPlainInside(value: object, depth: number): boolean {
  if (Array.isArray(value)) return value.every((one) => isPlain(one, depth));
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const key in value) {
    if (!isPlain((value as Record<string, unknown>)[key], depth)) return false;
  }
  return true;
}
