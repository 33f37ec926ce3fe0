import { customType, integer, text } from 'drizzle-orm/sqlite-core';
import type { Cents, GallonTenths, UnitPrice } from '@/domain/money';

/** An instant: ms since 1970 in UTC, from the server's injected clock. */
export const instant = (name: string) => integer(name);
/** Whole cents. */
export const cents = (name: string) => integer(name).$type<Cents>();
/** Whole tenths of a gallon. */
export const gallonTenths = (name: string) => integer(name).$type<GallonTenths>();
/**
 * A value stored as JSON. In compiled statements, drizzle's own JSON column would write null as the
 * text `null`.
 */
export const json = <T>(name: string) =>
  customType<{ data: T; driverData: string | null }>({
    dataType: () => 'text',
    toDriver: (value) => (value === null ? null : JSON.stringify(value)),
    fromDriver: (text) => JSON.parse(text ?? 'null'),
  })(name);
/** A boolean, stored as 1 or 0. */
export const flag = (name: string) => integer(name, { mode: 'boolean' });
/**
 * IDs are created by the server (UUIDv7): they can't be guessed, and new rows go at the end of the
 * index.
 */
export const id = () => text('id').primaryKey();
/** A price per gallon in cents, with at most one decimal. SQLite stores 345.9 as it is. */
export const unitPrice = (name: string) => integer(name).$type<UnitPrice>();
