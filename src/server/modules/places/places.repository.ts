import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { insertRow, unchanged } from '@/db/guarded-batch';
import { places } from '@/db/schema';
import { MAX_PLACES, startsOf } from '@/domain/places/place';

export type PlaceRow = typeof places.$inferSelect;

/** Selects the whole list, which has at most 1,000 places, by name. */
export const selectPlaces = (orm: Queryable) =>
  orm.select().from(places).orderBy(asc(places.nameKey)).limit(MAX_PLACES);

/** Selects one place. */
export const selectPlace = (orm: Queryable, id: string) =>
  orm.select().from(places).where(eq(places.id, id));

/**
 * Selects the places whose names an address starts with. `placeAt` then picks the one that matches.
 */
export const selectPlacesAt = (orm: Queryable, address: string) =>
  orm
    .select()
    .from(places)
    .where(inArray(places.nameKey, startsOf(address)));

/** Selects the place with a name, in its folded form. */
export const selectPlaceNamed = (orm: Queryable, nameKey: string) =>
  orm.select({ id: places.id }).from(places).where(eq(places.nameKey, nameKey));

const hasRoomFor = (count: number) =>
  sql`(select count(*) from ${places}) + ${count} <= ${MAX_PLACES}`;

/** Inserts a place. Returns no row if its name is taken or the list is full. */
export const insertPlace = (orm: Queryable, row: PlaceRow) =>
  insertRow(orm, places, row, { onlyIf: hasRoomFor(1), unlessKnown: places.nameKey }).returning();

/** Changes a place that's unchanged since it was read, unless another one has the new name. */
export function changePlace(orm: Queryable, read: PlaceRow, changes: Partial<PlaceRow>) {
  const { nameKey = read.nameKey } = changes;
  const isFree = sql`not exists (select 1 from ${places} as other where other.name_key = ${nameKey} and other.id <> ${read.id})`;
  return orm
    .update(places)
    .set(changes)
    .where(and(eq(places.id, read.id), unchanged(places, read), isFree))
    .returning();
}

/** Deletes a place. Returns no row if there is none. */
export const deletePlace = (orm: Queryable, id: string) =>
  orm.delete(places).where(eq(places.id, id)).returning();

/**
 * Adds these places in one statement. Places with the same names are overwritten. Returns no row if
 * the list would be too long.
 * @param added how many of them have new names
 */
export function insertOrChangePlaces(orm: Queryable, rows: readonly PlaceRow[], added: number) {
  const value = (column: keyof PlaceRow) => sql`json_extract(value, ${`$.${column}`})`;
  const values = COLUMNS.map(value);
  const list = sql`select ${sql.join(values, sql`, `)} from json_each(${JSON.stringify(rows)}) where ${hasRoomFor(added)}`;
  const changed = COLUMNS.filter((column) => !['id', 'nameKey', 'createdAt'].includes(column));
  return orm
    .insert(places)
    .select(list)
    .onConflictDoUpdate({
      target: places.nameKey,
      set: Object.fromEntries(
        changed.map((column) => [column, sql.raw(`excluded.${places[column].name}`)]),
      ),
    })
    .returning({ id: places.id });
}

/** The columns in the order of the table. */
const COLUMNS = [
  'id',
  'name',
  'nameKey',
  'address',
  'latitude',
  'longitude',
  'note',
  'aliases',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof PlaceRow)[];
