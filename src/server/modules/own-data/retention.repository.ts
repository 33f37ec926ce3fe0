import { and, eq, inArray, isNotNull, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import {
  appointments,
  driverReports,
  drivers,
  outbox,
  photos,
  reviewItems,
  sessions,
} from '@/db/schema';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';
import { eraseDetailsOfAppointments } from '../audit/audit.repository';
import { erasingWritten } from '../messages/written.repository';
import { erasingReplies } from '../review/review.repository';
import { ANONYMOUS_APPOINTMENT, ANONYMOUS_MESSAGE, REMOVED } from './anonymized';
import { nothingOwed } from './own-data.repository';

/** Number of rows per write, limited so that other writes don't wait long. */
const AT_ONCE = 500;

/** Selects messages that were sent or given up before an instant. */
export const oldMessages = (orm: Queryable, before: number) =>
  orm
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        or(lt(outbox.sentAt, before), lt(outbox.givenUpAt, before)),
        ne(outbox.recipient, REMOVED),
      ),
    )
    .limit(AT_ONCE);

/** Selects drivers whose last position is from before an instant. */
export const oldPositions = (orm: Queryable, before: number) =>
  orm.select({ id: drivers.id }).from(drivers).where(lt(drivers.locatedAt, before));

/** Selects sessions last used before an instant. */
export const unusedSessions = (orm: Queryable, before: number) =>
  orm.select({ id: sessions.id }).from(sessions).where(lt(sessions.lastSeenAt, before));

/** Selects settled appointments before a date that still have personal details. */
export const oldAppointments = (orm: Queryable, before: CalendarDate) =>
  orm
    .select({ id: appointments.id })
    .from(appointments)
    .where(
      and(
        lt(appointments.date, before),
        inArray(appointments.status, [...CLOSED_STATUSES]),
        ne(appointments.location, REMOVED),
        nothingOwed,
      ),
    )
    .limit(AT_ONCE);

/** The limits before which data is removed: instants (ms), and the date for deliveries. */
export type Ages = Record<'positions' | 'sessions' | 'messages' | 'reports', number> & {
  deliveries: CalendarDate;
};

/**
 * Removes drivers' positions, unused sessions, texts of messages, and personal details of
 * appointments in one write. Returns true if there may be more.
 */
export async function forgetRows(db: Db, ages: Ages): Promise<boolean> {
  const nowhere = { currentLocation: null, latitude: null, longitude: null, locatedAt: null };
  const messages = oldMessages(db.orm, ages.messages);
  const settled = oldAppointments(db.orm, ages.deliveries);
  const [emptied, , , , anonymised] = await db.batch((orm) => [
    orm
      .update(outbox)
      .set(ANONYMOUS_MESSAGE)
      .where(inArray(outbox.id, messages))
      .returning({ id: outbox.id }),
    eraseDetailsOfAppointments(orm, settled),
    erasingReplies(orm, settled),
    erasingWritten(() => settled)(orm),
    orm
      .update(appointments)
      .set(ANONYMOUS_APPOINTMENT)
      .where(inArray(appointments.id, settled))
      .returning({ id: appointments.id }),
    orm.update(drivers).set(nowhere).where(lt(drivers.locatedAt, ages.positions)),
    orm.delete(sessions).where(lt(sessions.lastSeenAt, ages.sessions)),
  ]);
  return Math.max(emptied.length, anonymised.length) === AT_ONCE;
}

/**
 * Selects photos, with their files, of deliveries before a date whose personal details were
 * removed.
 */
export function oldPhotos(orm: Queryable, before: CalendarDate) {
  return orm
    .select({ id: photos.id, storageKey: photos.storageKey })
    .from(appointments)
    .innerJoin(photos, eq(photos.appointmentId, appointments.id))
    .where(and(lt(appointments.date, before), eq(appointments.location, REMOVED)))
    .limit(AT_ONCE);
}

/** Deletes rows of delivery photos. The job deletes their files. */
export function forgetPhotos(db: Db, ids: string[]) {
  return db.write((orm) => orm.delete(photos).where(inArray(photos.id, ids)));
}

/**
 * Selects photos in drivers' reports from before an instant, unless the delivery still has its
 * personal details.
 */
export function oldReportPhotos(orm: Queryable, before: number) {
  return orm
    .select({ id: driverReports.id, storageKey: driverReports.photoStorageKey })
    .from(driverReports)
    .leftJoin(appointments, eq(appointments.id, driverReports.appointmentId))
    .where(
      and(
        lt(driverReports.createdAt, before),
        isNotNull(driverReports.photoStorageKey),
        or(isNull(appointments.id), eq(appointments.location, REMOVED)),
      ),
    )
    .limit(AT_ONCE);
}

/** Removes the photos from drivers' reports. */
export function forgetReportPhotos(db: Db, ids: string[]) {
  const none = { photoId: null, photoStorageKey: null };
  return db.write((orm) =>
    orm.update(driverReports).set(none).where(inArray(driverReports.id, ids)),
  );
}

/** The part of a device action that is a picture: its photo, or its proof. */
type ActionPart = 'photo' | 'proof';

/**
 * Selects pictures in refused actions of old deliveries, unless the picture became a photo of the
 * delivery.
 */
export function oldActionPhotos(orm: Queryable, before: CalendarDate, part: ActionPart) {
  const storageKey = sql<string>`${reviewItems.payload} ->> ${`$.${part}.storageKey`}`;
  const ofDelivery = orm.select().from(photos).where(eq(photos.storageKey, storageKey));
  return (
    orm
      .select({ id: reviewItems.id, storageKey })
      .from(appointments)
      // Few appointments are that old, so the query reads the appointments first.
      .crossJoin(reviewItems)
      .where(
        and(
          eq(reviewItems.appointmentId, appointments.id),
          lt(appointments.date, before),
          eq(appointments.location, REMOVED),
          eq(reviewItems.kind, 'refused_action'),
          isNotNull(storageKey),
          notExists(ofDelivery),
        ),
      )
      .limit(AT_ONCE)
  );
}

/** Removes one picture and the notes from review items. */
export function forgetActionPhotos(db: Db, ids: string[], part: ActionPart) {
  const payload = sql`json_remove(${reviewItems.payload}, ${`$.${part}`}, '$.notes')`;
  return db.write((orm) =>
    orm.update(reviewItems).set({ payload }).where(inArray(reviewItems.id, ids)),
  );
}
