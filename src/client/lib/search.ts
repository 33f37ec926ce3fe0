import { isCalendarDate } from '@/domain/calendar';

/**
 * What an address may say, read without a schema: the routes are known to every first page, and
 * with schemas every first page would carry zod. Whatever else is in an address is left out.
 */
type Search = Record<string, unknown>;

/** One of the values, or undefined. */
export function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((known) => known === value);
}

/** A text that is not empty, or undefined. A number was a text of digits before it was parsed. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** A calendar date, or undefined. */
export function dateOf(value: unknown): string | undefined {
  return typeof value === 'string' && isCalendarDate(value) ? value : undefined;
}

/** The parts that are known; those that are not are no part of the address. */
export function known<T extends Search>(search: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]?: NonNullable<T[Key]> };
}
