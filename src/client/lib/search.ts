import { isCalendarDate } from '@/domain/dates';

/**
 * These functions read a route's search parameters. They don't use a schema, because every page
 * loads all routes and would also load zod.
 */
type Search = Record<string, unknown>;

/** @returns one of the values, or undefined */
export function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((one) => one === value);
}

/** @returns a text that isn't empty, or undefined. The router parses digits as a number. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** @returns a calendar date, or undefined */
export function dateOf(value: unknown): string | undefined {
  return typeof value === 'string' && isCalendarDate(value) ? value : undefined;
}

/**
 * Returns the result of a route's `validateSearch` with its type. Parameters without a value stay
 * in it, because the router merges the result into the typed address. If one were missing, it would
 * keep its invalid value.
 */
export function fromAddress<T extends Search>(search: T): ReturnType<typeof withoutUndefined<T>> {
  return search as ReturnType<typeof withoutUndefined<T>>;
}

/** Removes parameters without a value, so that the address doesn't show them. */
export function withoutUndefined<T extends Search>(
  search: T,
): { [Key in keyof T]?: NonNullable<T[Key]> } {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]?: NonNullable<T[Key]> };
}
