/**
 * superjson's envelope, as far as our calls use it: JSON, and what is undefined. The whole of
 * superjson would be a twentieth of our own code on the first page.
 */

type Sealed = { json?: unknown; meta?: { values?: unknown } };

/** Puts values into the envelope and takes them out of it. */
export const envelope = {
  serialize: (value: unknown): Sealed => ({ json: value }),

  /** @throws Error for a type of value that no call of ours has given so far */
  deserialize({ json, meta }: Sealed): unknown {
    return meta?.values ? restored(json, meta.values) : json;
  },
};

/**
 * `types` is a leaf, ['undefined'], or a tree of leaves by path; the keys of a path are joined by
 * dots. Changes `json` in place, which nobody else holds.
 */
function restored(json: unknown, types: unknown): unknown {
  if (Array.isArray(types)) {
    if (types.length === 1 && types[0] === 'undefined') return undefined;
    throw new Error(`the page cannot read a value of type ${JSON.stringify(types)}`);
  }
  for (const [path, type] of Object.entries(types as object)) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const parent = keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], json);
    const holder = parent as Record<string, unknown>;
    holder[last] = restored(holder[last], type);
  }
  return json;
}
