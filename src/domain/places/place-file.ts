import { CsvProblem, csvRows } from '../csv-rows';
import { foldedText } from '../folding';
import { onOneLine, withoutHidden } from '../text';
import { addressKey, MAX_PLACES, type Place } from './place';
import {
  MAX_ALIASES,
  MAX_PLACE_ADDRESS,
  MAX_PLACE_NAME,
  MAX_PLACE_NOTE,
  PLACE_MESSAGES,
} from './place.schema';

/** The columns of a file, with the headings that people use for them. */
const HEADINGS: Record<keyof Place, readonly string[]> = {
  name: ['name', 'place', 'marina'],
  address: ['address', 'street address'],
  latitude: ['latitude', 'lat'],
  longitude: ['longitude', 'lng', 'lon', 'long'],
  note: ['note', 'notes', 'driver note', 'note for drivers'],
  aliases: ['aliases', 'other names', 'alias'],
};
const COLUMNS = Object.keys(HEADINGS) as (keyof Place)[];

/** A line that can't be imported, counted from 1 as in a spreadsheet. */
export type LineError = { line: number; message: string };

/** Maximum number of errors in the list. */
const ERRORS_SHOWN = 20;

/** A preview of an import. The import can run only if there are no errors. */
export type ImportPlan = {
  added: Place[];
  changed: Place[];
  unchanged: number;
  errors: LineError[];
  /** The number of errors that aren't listed. */
  moreErrors: number;
};

type Read = { line: number; place: Partial<Place> & { name: string } };

/**
 * Reads a file of places and compares it with the list. A place with a known name is changed, and a
 * blank cell keeps the stored value. Nothing is removed.
 */
export function planImport(text: string, listed: readonly Place[]): ImportPlan {
  const { read, errors } = readFile(text);
  const known = new Map(listed.map((place) => [addressKey(place.name), place]));
  const plan: ImportPlan = { added: [], changed: [], unchanged: 0, errors, moreErrors: 0 };
  for (const { line, place } of read) {
    const before = known.get(addressKey(place.name));
    const after: Place = { ...EMPTY, ...before, ...place };
    if (after.address === null && after.latitude === null) {
      errors.push({ line, message: PLACE_MESSAGES.lost });
    } else if (!before) plan.added.push(after);
    else if (isSame(before, after)) plan.unchanged += 1;
    else plan.changed.push(after);
  }
  const total = listed.length + plan.added.length;
  if (total > MAX_PLACES) {
    errors.push({
      line: 1,
      message: `A list can have up to 1,000 places. With this file, it would have ${total}.`,
    });
  }
  errors.sort((a, b) => a.line - b.line);
  plan.moreErrors = Math.max(0, errors.length - ERRORS_SHOWN);
  return { ...plan, errors: errors.slice(0, ERRORS_SHOWN) };
}

const EMPTY: Place = {
  name: '',
  address: null,
  latitude: null,
  longitude: null,
  note: null,
  aliases: null,
};

const isSame = (a: Place, b: Place) => COLUMNS.every((column) => a[column] === b[column]);

function readFile(text: string): { read: Read[]; errors: LineError[] } {
  const errors: LineError[] = [];
  const rows = rowsOf(text, errors);
  const [header, ...lines] = rows;
  if (!header)
    return {
      read: [],
      errors: errors.length > 0 ? errors : [{ line: 1, message: 'This file is empty.' }],
    };
  const columns = header.cells.map(columnNamed);
  const lack = headerLack(columns, lines.length);
  if (lack) return { read: [], errors: [{ line: header.line, message: lack }] };
  const seen = new Map<string, number>();
  const read = lines.flatMap(({ line, cells }) => {
    const place = placeOf(columns, cells);
    if (typeof place === 'string') errors.push({ line, message: place });
    if (typeof place === 'string') return [];
    const first = seen.get(addressKey(place.name));
    seen.set(addressKey(place.name), first ?? line);
    if (first === undefined) return [{ line, place }];
    errors.push({ line, message: `The same name is on line ${first}. Use each name once.` });
    return [];
  });
  return { read, errors };
}

function rowsOf(text: string, errors: LineError[]) {
  try {
    // One row more than allowed is enough to know that there are too many.
    return csvRows(text, MAX_PLACES + 2);
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    errors.push({ line: error.line, message: error.message });
    return [];
  }
}

const columnNamed = (heading: string): keyof Place | null =>
  COLUMNS.find((column) => HEADINGS[column].includes(foldedText(heading))) ?? null;

function headerLack(columns: readonly (keyof Place | null)[], count: number): string | null {
  if (!columns.includes('name')) {
    return 'The first line must have the column names: name, address, latitude, longitude, note, other names.';
  }
  const twice = COLUMNS.find((column) => columns.filter((one) => one === column).length > 1);
  if (twice) return `Two columns have the heading “${HEADINGS[twice][0]}”. Keep one of them.`;
  if (columns.includes('latitude') !== columns.includes('longitude')) {
    return 'Positions need two columns: latitude and longitude.';
  }
  if (count === 0) return 'There are no places below the headings.';
  return count > MAX_PLACES ? 'A list can have up to 1,000 places. This file has more.' : null;
}

/** Returns the place of one line with its filled cells, or the error. */
function placeOf(
  columns: readonly (keyof Place | null)[],
  cells: readonly string[],
): Read['place'] | string {
  const cell = (column: keyof Place) => {
    const typed = cells[columns.indexOf(column)] ?? '';
    return (column === 'note' ? withoutHidden(typed) : onOneLine(typed)).trim();
  };
  const name = cell('name');
  if (addressKey(name) === '') return PLACE_MESSAGES.name;
  const texts = { address: cell('address'), note: cell('note'), aliases: cell('aliases') };
  const long =
    tooLong('name', name, MAX_PLACE_NAME) ??
    tooLong('address', texts.address, MAX_PLACE_ADDRESS) ??
    tooLong('note', texts.note, MAX_PLACE_NOTE) ??
    tooLong('other names', texts.aliases, MAX_ALIASES);
  if (long) return long;
  const filled = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
  const [latitude, longitude] = [cell('latitude'), cell('longitude')];
  if (latitude === '' && longitude === '') return { name, ...filled };
  const position = { latitude: degrees(latitude, 90), longitude: degrees(longitude, 180) };
  if (position.latitude === null || position.longitude === null) {
    return 'Latitude and longitude must be degrees, such as 41.98123 and -86.10987.';
  }
  return { name, ...filled, ...position };
}

const tooLong = (column: string, text: string, most: number) =>
  text.length > most ? `Please use at most ${most} characters for the ${column}.` : null;

/** Reads degrees. With some settings, spreadsheets write a comma for the decimal point. */
function degrees(typed: string, most: number): number | null {
  const number = /^[+-]?\d{1,3}([.,]\d{1,15})?$/.test(typed)
    ? Number(typed.replace(',', '.'))
    : null;
  return number !== null && Math.abs(number) <= most ? number : null;
}
