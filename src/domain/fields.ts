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
import { TIME_SLOT_LABELS } from './slots/time-slots';
import { onOneLine, withoutHidden } from './text';
import { CONVERTED, type InUnits } from './units';

/** Fields that many schemas have, each checked in one way. */

const MAX_PHONE_LENGTH = 40;

/** One check for what people type on one line, and one for what may have several. */
export const oneLine = z.overwrite(onOneLine);
const lines = z.overwrite(withoutHidden);

/**
 * The first check of a text that is cleaned, folded or read afterward: one far too long is refused before
 * that, because Unicode takes minutes to put 100,000 marks in order. What is cleaned away, such as spaces,
 * has room.
 */
export const notFarOver = (max: number, error: string) =>
  z.maxLength(10 * max, { error, abort: true });

const tooLongFor = (max: number) => `Please use at most ${max} characters.`;

/** A trimmed text of one line and at most `max` characters. */
export const text = (max: number) => trimmed(oneLine, max);

/** The same with lines of its own: a note, a reason, an answer. */
export const longText = (max: number) => trimmed(lines, max);

/** A text of one line that must not be blank. */
export const requiredText = (missing: string, max: number, tooLong = tooLongFor(max)) =>
  requiredOf(oneLine, { missing, max, tooLong });

/** The same with lines of its own. */
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

/** A phone number as it is typed and stored; whether it is one is checked where it is needed. */
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

/** A text that may be taken away: blank and null both clear it. */
export const clearableText = (max: number) => clearable(text(max));

/** The same with lines of its own. */
export const clearableLongText = (max: number) => clearable(longText(max));

const clearable = (schema: ReturnType<typeof text>) =>
  z.pipe(
    z.nullable(schema),
    z.transform((value) => value || null),
  );

export const idSchema = z.string('An id is required.').check(z.minLength(1), z.maxLength(64));

const REQUEST_ID = 'A request id has 8 to 64 characters.';

/** Made by the caller for one act, so that sending it again is the same act. */
export const requestIdSchema = z
  .string(REQUEST_ID)
  .check(z.minLength(8, REQUEST_ID), z.maxLength(64, REQUEST_ID));

/** A whole number within bounds. Text is refused, also when it is digits. */
export const wholeNumber = (least: number, most: number, message: string) =>
  z.number(message).check(z.int(message), z.minimum(least, message), z.maximum(most, message));

/** The version of an appointment that a form or a program has read. */
export const versionSchema = /* @__PURE__ */ z.optional(
  /* @__PURE__ */ wholeNumber(1, Number.MAX_SAFE_INTEGER, 'A version is a whole number.'),
);

const digitsAsNumber = z.transform((value) =>
  typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value,
);

/** A whole number as typed into a form: its digits count. */
export const typedWholeNumber = (least: number, most: number, message: string) =>
  z.pipe(digitsAsNumber, wholeNumber(least, most, message));

/** A blank text stands for `value`. */
export const blankIs = <S extends z.ZodMiniType>(value: z.input<S>, schema: S) =>
  z.pipe(
    z.transform((given) => (typeof given === 'string' && given.trim() === '' ? value : given)),
    schema,
  );

/** A blank text stands for nothing. */
export const blankIsNull = <S extends z.ZodMiniType>(schema: S) =>
  blankIs<z.ZodMiniNullable<S>>(null, z.nullable(schema));

export const driverIdSchema = /* @__PURE__ */ wholeNumber(
  1,
  Number.MAX_SAFE_INTEGER,
  'Please choose a driver.',
);

/** A page of a list, from 1; the first one when it is left out. */
export const pageNumber = /* @__PURE__ */ z._default(
  /* @__PURE__ */ wholeNumber(1, MAX_PAGE, 'Please give a page from 1 on.'),
  1,
);

/** The most characters of a reason or a note in a dialog. */
export const MAX_NOTE_LENGTH = 300;
export const noteText = /* @__PURE__ */ longText(MAX_NOTE_LENGTH);

/** The one field of calls that are about a thing by its id. */
export const byIdSchema = z.object({ id: idSchema });

const DATE_RANGE = `Please give a date from ${FIRST_DATE.slice(0, 4)} to ${LAST_DATE.slice(0, 4)}.`;

/**
 * A date, YYYY-MM-DD. A text that is no date ends the check of the object around it, so that a refinement
 * only ever calculates with dates.
 */
export const calendarDate = (message = 'Please give a date such as 2026-06-13.') =>
  z.iso
    .date({ error: message, abort: true })
    .check(z.refine(isCalendarDate, { error: DATE_RANGE, abort: true }));

type Ends = { from?: string | null | undefined; to?: string | null | undefined };

/** A check of a range whose ends may be open or blank: the last day doesn't come before the first. */
export const endsInOrder = z.refine<Ends>(({ from, to }) => !from || !to || from <= to, {
  error: 'The last day must not be before the first.',
  path: ['to'],
});

/** A check of such a range: it spans at most so many days. */
export const spansAtMost = (days: number, error: string) =>
  z.refine<Ends>(({ from, to }) => !from || !to || daysBetween(from, to) <= days, {
    error,
    path: ['to'],
  });

/** A time slot by its label. */
export const timeSlotLabelSchema = (message: string) => z.enum(TIME_SLOT_LABELS, message);

type Bounds<Q> = { least?: Q; most: Q; missing?: string };

/** Dollars as typed ("4.16" or 4.16), in cents once read. `missing` is said of a blank one. */
export const dollars = (
  message: string,
  { least = NO_CENTS, most, missing = message }: Bounds<Cents>,
) => typedQuantity(parseDollars, message, { least, most, missing });

/** Gallons as typed ("12.5" or 12.5), in tenths once read. */
export const gallons = (message: string, { most, missing = message }: Bounds<GallonTenths>) =>
  typedQuantity(parseGallons, message, { least: toTenths(0), most, missing });

function typedQuantity<Q extends number>(
  parse: (typed: string | number) => Q | null,
  message: string,
  { least, most, missing }: Required<Bounds<Q>>,
) {
  const read = z.pipe(
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
  // A number in bounds is still the quantity that was read.
  return z.pipe(read, within as never) as unknown as typeof read;
}

/**
 * Renames the fields whose schema converts, once they are read: `estimatedGallons` goes in and
 * `estimatedGallonsTenths` comes out. A refusal still names the field that was given.
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
