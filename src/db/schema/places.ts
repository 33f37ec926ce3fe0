import { real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { id, instant } from './columns';

/** The owner's list of marinas, docks, and launches that we deliver to. */
export const places = sqliteTable('places', {
  id: id(),
  name: text('name').notNull(),
  /** The name without accents, capitals, and punctuation, so that each name is used once. */
  nameKey: text('name_key').notNull().unique(),
  address: text('address'),
  latitude: real('latitude'),
  longitude: real('longitude'),
  /** Drivers see the note with every delivery to this place. */
  note: text('note'),
  /** Other names that people search for, separated by semicolons. */
  aliases: text('aliases'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
