import superjson, { type SuperJSONResult } from 'superjson';

/** The types in our pages' input that JSON doesn't have. */
const NOTES = ['undefined', 'number', 'Date', 'bigint'];

const isNote = (note: unknown) =>
  Array.isArray(note) && note.length === 1 && NOTES.includes(note[0]);

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/**
 * Reads an input in superjson's envelope. Only the type notes that our pages send are allowed, and
 * no references between values. For some other notes of a few bytes, superjson needs seconds and
 * would block all calls.
 * @throws TypeError for other notes
 */
function readInput({ json, meta }: SuperJSONResult): unknown {
  const values: unknown = meta?.values;
  const isKnown =
    values === undefined || isNote(values) || (isObject(values) && areNotes(values as object));
  if (!isKnown) throw new TypeError('notes of an unknown form');
  return superjson.deserialize({ json, meta: meta?.values && { values: meta.values, v: meta.v } });
}

const areNotes = (values: object) => !Array.isArray(values) && Object.values(values).every(isNote);

/** How inputs and answers are encoded for tRPC. */
export const transformer = {
  input: { serialize: superjson.serialize, deserialize: readInput },
  output: superjson,
};
