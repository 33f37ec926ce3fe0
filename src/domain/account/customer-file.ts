import * as z from 'zod/mini';
import { CsvProblem, csvRows } from '../csv-rows';
import { blankIsNull, clearableLongText, clearableText, requiredText, text } from '../fields';
import { foldedText } from '../folding';
import { MAX_LOCATION } from '../order/options';
import { phoneKey } from '../phone-number';
import { CUSTOMER_FILE_TOO_LONG, MAX_IMPORTED } from './customer-file.schema';
import { MAX_CUSTOMER_NOTE_LENGTH, TAGS } from './customers';
import { emailKey } from './email';
import { emailSchema, phoneSchema } from './sign-in.schema';

/** Splits a cell with tags. In one spelling, each counts once. */
function tagsIn(cell: string): string[] {
  const tags = cell
    .split(';')
    .map((tag) => tag.trim())
    .filter(Boolean);
  return [...new Map(tags.map((tag) => [foldedText(tag), tag])).values()];
}

const FIELDS = {
  fullName: requiredText('Enter a name.', 120),
  email: blankIsNull(emailSchema()),
  phone: blankIsNull(phoneSchema()),
  address: clearableText(200),
  boat: clearableText(60),
  dock: clearableText(MAX_LOCATION),
  slip: clearableText(120),
  gateCode: clearableText(40),
  tags: z
    .pipe(text(500), z.transform(tagsIn))
    .check(
      z.refine(
        (tags) => tags.length <= TAGS.count && tags.every((tag) => tag.length <= TAGS.length),
        `Use at most ${TAGS.count} tags of ${TAGS.length} characters, separated by semicolons.`,
      ),
    ),
  note: clearableLongText(MAX_CUSTOMER_NOTE_LENGTH),
};

const lineSchema = z.object(FIELDS).check(
  z.refine(({ email, phone }) => email !== null || phone !== null, {
    error: 'Enter an email address or a phone number.',
    path: ['email'],
  }),
  z.refine(({ dock, slip, gateCode }) => dock !== null || (slip === null && gateCode === null), {
    error: 'Enter a dock for the slip or gate code.',
    path: ['dock'],
  }),
);

/** A customer of a file. */
export type ImportedCustomer = z.output<typeof lineSchema>;
type Column = keyof ImportedCustomer;

/** The columns of a file, with the headings that people use for them. The first one is shown. */
const HEADINGS: Record<Column, readonly string[]> = {
  fullName: ['name', 'full name', 'customer', 'customer name'],
  email: ['email', 'e-mail', 'email address'],
  phone: ['phone', 'phone number', 'mobile', 'cell'],
  address: ['address', 'home address', 'street address'],
  boat: ['boat', 'boat name'],
  dock: ['dock', 'marina', 'location', 'delivery address'],
  slip: ['slip', 'slip number'],
  gateCode: ['gate code', 'gate'],
  tags: ['tags', 'tag'],
  note: ['note', 'notes'],
};
const COLUMNS = Object.keys(HEADINGS) as Column[];

/** A line that can't be imported, counted from 1 as in a spreadsheet. */
type LineError = { line: number; message: string };

/** The customers of a file, and the lines with errors. */
export type CustomerFile = {
  read: { line: number; customer: ImportedCustomer }[];
  errors: LineError[];
};

/**
 * Reads a file of customers. Nothing of a file with an error may be imported.
 */
export function readCustomerFile(typed: string): CustomerFile {
  const none = (line: number, message: string) => ({ read: [], errors: [{ line, message }] });
  let rows: ReturnType<typeof csvRows>;
  try {
    // One row more than allowed is enough to know that there are too many.
    rows = csvRows(typed, MAX_IMPORTED + 2);
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    return none(error.line, error.message);
  }
  const [header, ...lines] = rows;
  if (!header) return none(1, 'This file is empty.');
  const columns = header.cells.map(columnNamed);
  const lack = headerLack(columns, lines.length);
  if (lack) return none(header.line, lack);
  const file: CustomerFile = { read: [], errors: [] };
  const seen = new Map<string, number>();
  for (const { line, cells } of lines) {
    const parsed = lineSchema.safeParse(
      Object.fromEntries(COLUMNS.map((column) => [column, cells[columns.indexOf(column)] ?? ''])),
    );
    if (!parsed.success) {
      file.errors.push({ line, message: messageOf(parsed.error.issues[0]) });
      continue;
    }
    const keys = identifiersOf(parsed.data);
    const known = keys.find((key) => seen.has(key));
    if (known !== undefined) {
      file.errors.push({ line, message: `${sameText(known)} on line ${seen.get(known)}.` });
      continue;
    }
    for (const key of keys) seen.set(key, line);
    file.read.push({ line, customer: parsed.data });
  }
  return file;
}

function sameText(key: string): string {
  if (key.includes(' ')) return 'The same name and phone number are';
  return key.includes('@') ? 'The same email address is' : 'The same phone number is';
}

/** Identifies a customer: by the email address or, without one, by the phone number. */
export const contactKeyOf = ({ email, phone }: Pick<ImportedCustomer, 'email' | 'phone'>) =>
  email === null ? phoneKey(phone ?? '') : emailKey(email);

/** The name and phone number of a line or an account. */
type NamedPhone = { fullName: string | null; phone: string | null };

/** Returns the keys of a phone number: alone, and with the name. Empty if there's no number. */
export function phoneKeysOf({ fullName, phone }: NamedPhone): string[] {
  const key = phoneKey(phone ?? '');
  return key === '' ? [] : [key, `${key} ${foldedText(fullName ?? '')}`];
}

/**
 * Returns the keys by which a line's customer is recognized. Families may share a phone number, so
 * if the line has an email address, its number counts only with the name.
 */
export function identifiersOf(line: NamedPhone & { email: string | null }): string[] {
  const keys = phoneKeysOf(line);
  return line.email === null ? keys : [emailKey(line.email), ...keys.slice(1)];
}

const columnNamed = (heading: string): Column | null =>
  COLUMNS.find((column) => HEADINGS[column].includes(foldedText(heading))) ?? null;

function headerLack(columns: readonly (Column | null)[], count: number): string | null {
  if (!columns.includes('fullName')) {
    return 'The first line must have the column names: name, email, phone, address, boat, dock, slip, gate code, tags, note.';
  }
  const twice = COLUMNS.find((column) => columns.filter((one) => one === column).length > 1);
  if (twice) return `Two columns have the heading “${HEADINGS[twice][0]}”. Keep one of them.`;
  if (count === 0) return 'There are no customers below the headings.';
  return count > MAX_IMPORTED ? CUSTOMER_FILE_TOO_LONG : null;
}

function messageOf(issue: z.core.$ZodIssue | undefined): string {
  const column = issue?.path[0] as Column | undefined;
  const [heading = ''] = column ? HEADINGS[column] : [];
  return `${heading[0]?.toUpperCase() ?? ''}${heading.slice(1)}: ${issue?.message ?? ''}`;
}
