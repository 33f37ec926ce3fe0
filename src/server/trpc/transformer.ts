import superjson, { type SuperJSONResult } from 'superjson';

/** What our pages send that JSON has no word for. */
const NOTES = ['undefined', 'number', 'Date', 'bigint'];

const isNote = (note: unknown) =>
  Array.isArray(note) && note.length === 1 && NOTES.includes(note[0]);

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/**
 * Reads an input in superjson's envelope. It may say of its values only what our pages say, and not which
 * of them are one object: of other notes superjson reads some of a few bytes for seconds, and holds up all
 * calls meanwhile. Throws TypeError for such notes.
 */
function readInput({ json, meta }: SuperJSONResult): unknown {
  const values: unknown = meta?.values;
  const isKnown =
    values === undefined || isNote(values) || (isObject(values) && areNotes(values as object));
  if (!isKnown) throw new TypeError('notes of an unknown form');
  return superjson.deserialize({ json, meta: meta?.values && { values: meta.values, v: meta.v } });
}

const areNotes = (values: object) => !Array.isArray(values) && Object.values(values).every(isNote);

/** How inputs and answers travel over tRPC. */
export const transformer = {
  input: { serialize: superjson.serialize, deserialize: readInput },
  output: superjson,
};
