import * as z from 'zod/mini';
import { daysBetween, FIRST_DATE, isCalendarDate, LAST_DATE } from './dates';
import {
  type Cents,
  type GallonTenths,
  NO_CENTS,
  parseDollars,
  parseGallons,
  toTenths,
} from './money';
import { MAX_PAGE } from './page';
import { cleanPhone } from './phone';
import { onOneLine, withoutHidden } from './text';
import { CONVERTED, type InUnits } from './units';

/** Shared checks for fields that appear in many schemas. */

const MAX_PHONE_LENGTH = 40;

/** Cleans text typed into a one-line field. `lines` does the same for a multi-line field. */
export const oneLine = z.overwrite(onOneLine);
const lines = z.overwrite(withoutHidden);

/**
 * Rejects text far over the limit before it's cleaned or folded, because normalizing 100,000
 * combining marks takes minutes. Ten times the limit leaves room for spaces and other characters
 * that cleaning removes.
 */
export const notFarOver = (max: number, error: string) =>
  z.maxLength(10 * max, { error, abort: true });

const tooLongFor = (max: number) => `Please use at most ${max} characters.`;

/** Trimmed text on one line, at most `max` characters. */
export const text = (max: number) => trimmed(oneLine, max);

/** Like `text`, but keeps line breaks: a note, a reason, an answer. */
export const longText = (max: number) => trimmed(lines, max);

/** Text on one line that must not be blank. */
export const requiredText = (missing: string, max: number, tooLong = tooLongFor(max)) =>
  requiredOf(oneLine, { missing, max, tooLong });

/** Like `requiredText`, but keeps line breaks. */
export const requiredLongText = (missing: string, max: number) =>
  requiredOf(lines, { missing, max, tooLong: tooLongFor(max) });

const trimmed = (cleaning: typeof lines, max: number) =>
  z
    .string('Please enter text.')
    .check(notFarOver(max, tooLongFor(max)), cleaning, z.trim(), z.maxLength(max, tooLongFor(max)));

function requiredOf(
  cleaning: typeof lines,
  { missing, max, tooLong }: { missing: string; max: number; tooLong: string },
) {
  return z
    .string(missing)
    .check(
      notFarOver(max, tooLong),
      cleaning,
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(max, tooLong),
    );
}

/**
 * A phone number in its stored form. It may be incomplete: fields that need a full number check it
 * themselves.
 */
export function phoneText(message?: string) {
  const tooLong = message ?? tooLongFor(MAX_PHONE_LENGTH);
  return z
    .string(message ?? 'Please enter text.')
    .check(
      notFarOver(MAX_PHONE_LENGTH, tooLong),
      z.overwrite(cleanPhone),
      z.maxLength(MAX_PHONE_LENGTH, tooLong),
    );
}

/** Text that can be cleared: blank and null both become null. */
export const clearableText = (max: number) => clearable(text(max));

/** Like `clearableText`, but keeps line breaks. */
export const clearableLongText = (max: number) => clearable(longText(max));

const clearable = (schema: ReturnType<typeof text>) =>
  z.pipe(
    z.nullable(schema),
    z.transform((value) => value || null),
  );

export const idSchema = z.string('An ID is required.').check(z.minLength(1), z.maxLength(64));

const REQUEST_ID = 'A request ID needs 8 to 64 characters.';

/**
 * An ID that the caller creates for each action, so that repeating a request doesn't repeat the
 * action.
 */
export const requestIdSchema = z
  .string(REQUEST_ID)
  .check(z.minLength(8, REQUEST_ID), z.maxLength(64, REQUEST_ID));

/** A whole number within bounds. Text is rejected, even if it's all digits. */
export const wholeNumber = (least: number, most: number, message: string) =>
  z.number(message).check(z.int(message), z.minimum(least, message), z.maximum(most, message));

/** The version of the appointment that a form or a program last read. */
export const versionSchema = /* @__PURE__ */ z.optional(
  /* @__PURE__ */ wholeNumber(1, Number.MAX_SAFE_INTEGER, 'The version must be a whole number.'),
);

const digitsAsNumber = z.transform((value) =>
  typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value,
);

/** A whole number typed into a form, so text with only digits is accepted. */
export const typedWholeNumber = (least: number, most: number, message: string) =>
  z.pipe(digitsAsNumber, wholeNumber(least, most, message));

/** Replaces blank text with `value`. */
export const blankIs = <S extends z.ZodMiniType>(value: z.input<S>, schema: S) =>
  z.pipe(
    z.transform((given) => (typeof given === 'string' && given.trim() === '' ? value : given)),
    schema,
  );

/** Replaces blank text with null. */
export const blankIsNull = <S extends z.ZodMiniType>(schema: S) =>
  blankIs<z.ZodMiniNullable<S>>(null, z.nullable(schema));

export const driverIdSchema = /* @__PURE__ */ wholeNumber(
  1,
  Number.MAX_SAFE_INTEGER,
  'Select a driver.',
);

/** A page number of a list, starting at 1. Defaults to the first page. */
export const pageNumber = /* @__PURE__ */ z._default(
  /* @__PURE__ */ wholeNumber(1, MAX_PAGE, 'Please enter a page number of 1 or higher.'),
  1,
);

/** Maximum length of a reason or a note in a dialog. */
export const MAX_NOTE_LENGTH = 300;
export const noteText = /* @__PURE__ */ longText(MAX_NOTE_LENGTH);

/** The input of calls that need only the ID of one thing. */
export const byIdSchema = z.object({ id: idSchema });

const DATE_RANGE = `Please enter a date from ${FIRST_DATE.slice(0, 4)} to ${LAST_DATE.slice(0, 4)}.`;

/**
 * A date, YYYY-MM-DD. An invalid one also aborts the checks of the surrounding object, so its
 * refinements can calculate with real dates.
 */
export const calendarDate = (message = 'Please send a date such as 2026-06-13.') =>
  z.iso
    .date({ error: message, abort: true })
    .check(z.refine(isCalendarDate, { error: DATE_RANGE, abort: true }));

type Ends = { from?: string | null | undefined; to?: string | null | undefined };

/** Checks that the last day of a range isn't before the first. Either end may be open or blank. */
export const endsInOrder = z.refine<Ends>(({ from, to }) => !from || !to || from <= to, {
  error: 'The last day can’t be before the first.',
  path: ['to'],
});

/** Checks that a range spans at most `days` days. */
export const spansAtMost = (days: number, error: string) =>
  z.refine<Ends>(({ from, to }) => !from || !to || daysBetween(from, to) <= days, {
    error,
    path: ['to'],
  });

const CLOCK = '(1[0-2]|[1-9]):(00|15|30|45) [AP]M';
const TIME_SLOT_LABEL = new RegExp(`^${CLOCK} - ${CLOCK}$`);

/** A time window, named by its label. Only the server knows which windows a date has. */
export const timeSlotLabelSchema = (message: string) =>
  z.string(message).check(z.maxLength(19, message), z.regex(TIME_SLOT_LABEL, message));

type Bounds<Q> = { least?: Q; most: Q; missing?: string };

/** Parses typed dollars ("4.16" or 4.16) into cents. `missing` is the message for a blank field. */
export const dollars = (
  message: string,
  { least = NO_CENTS, most, missing = message }: Bounds<Cents>,
) => typedQuantity(parseDollars, message, { least, most, missing });

/** Parses typed gallons ("12.5" or 12.5) into tenths. */
export const gallons = (message: string, { most, missing = message }: Bounds<GallonTenths>) =>
  typedQuantity(parseGallons, message, { least: toTenths(0), most, missing });

/** Parses a typed quantity within bounds. */
export function typedQuantity<Q extends number>(
  parse: (typed: string | number) => Q | null,
  message: string,
  { least, most, missing }: Required<Bounds<Q>>,
) {
  const parsed = z.pipe(
    z.union([z.number(), z.string()], missing),
    z.transform((value, ctx) => {
      const quantity = parse(value);
      if (quantity !== null) return quantity;
      const isBlank = typeof value === 'string' && value.trim() === '';
      ctx.issues.push({ code: 'custom', input: value, message: isBlank ? missing : message });
      return z.NEVER;
    }),
  );
  const within = z.number().check(z.minimum(least, message), z.maximum(most, message));
  // The bounds check returns its input unchanged, so the type of `parsed` still applies.
  return z.pipe(parsed, within as never) as unknown as typeof parsed;
}

/**
 * Renames converted fields to show their stored unit: `estimatedGallons` becomes
 * `estimatedGallonsTenths`. Errors still name the field that was sent.
 */
export const inUnits = <S extends z.ZodMiniType<Record<string, unknown>>>(schema: S) =>
  z.pipe(
    schema,
    z.transform(
      (fields: z.output<S>) =>
        Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [
            CONVERTED[name as keyof typeof CONVERTED] ?? name,
            value,
          ]),
        ) as InUnits<z.output<S>>,
    ),
  );
