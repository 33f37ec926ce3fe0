import { eq, getTableColumns } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, inserting, insertRow } from '@/db/guarded-batch';
import { photos } from '@/db/schema';
import { PHOTO_FOR_LINK } from '../../appointments/own-appointments.repository';

/** Adds a delivery's photo after the earlier writes of the batch. */
export function addingPhoto(row: typeof photos.$inferInsert): ConditionalWrite {
  return inserting(photos, row);
}

/** Adds a photo in a batch unless the delivery already has one of that kind. */
export function addingPhotoIfNone(row: typeof photos.$inferInsert): ConditionalWrite {
  return inserting(photos, row, { unlessKnown: [photos.appointmentId, photos.kind] });
}

/**
 * Adds a photo unless the delivery already has one of that kind.
 *
 * @returns a query with a row if the photo was added
 */
export function insertPhotoIfNone(orm: Queryable, row: typeof photos.$inferInsert, onlyIf: Guard) {
  const unlessKnown = [photos.appointmentId, photos.kind];
  return insertRow(orm, photos, row, { onlyIf, unlessKnown }).returning();
}

/** Returns the photo with this ID and whether a link shows it, or null. */
export async function findPhoto(orm: Queryable, id: string) {
  const [row] = await orm
    .select({ ...getTableColumns(photos), isForLink: PHOTO_FOR_LINK.mapWith(Boolean) })
    .from(photos)
    .where(eq(photos.id, id));
  return row ?? null;
}
