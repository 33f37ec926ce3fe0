import { isCalendarDate } from '@/domain/dates';

/**
 * Readers for the search parameters of a route. They use no schema, because every page loads all
 * routes and would load zod with them.
 */
type Search = Record<string, unknown>;

/** One of the values, or undefined. */
export function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((known) => known === value);
}

/** A text that is not empty, or undefined. The router parses a text of digits as a number. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** A calendar date, or undefined. */
export function dateOf(value: unknown): string | undefined {
  return typeof value === 'string' && isCalendarDate(value) ? value : undefined;
}

/**
 * What a route's `validateSearch` has read. A parameter without a value stays in it: the router lays the
 * result over the address as it was typed, so one that is left out would keep its wrong value.
 */
export function fromAddress<T extends Search>(search: T): ReturnType<typeof withoutUndefined<T>> {
  return search as ReturnType<typeof withoutUndefined<T>>;
}

/** The parameters with a value. The others are left out of the address. */
export function withoutUndefined<T extends Search>(
  search: T,
): { [Key in keyof T]?: NonNullable<T[Key]> } {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]?: NonNullable<T[Key]> };
}
