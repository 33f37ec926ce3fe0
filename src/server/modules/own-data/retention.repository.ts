import { and, inArray, lt, ne, or } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appointments, drivers, outbox, sessions } from '@/db/schema';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';
import { eraseDetailsOfAppointments } from '../audit/audit.repository';
import { nothingOwed } from './own-data.repository';
import { NO_PERSON, NO_TEXT, REMOVED } from './removed';

/** Rows in one write: more would keep other writes waiting. */
const AT_ONCE = 500;

/** Empties messages that went out or were given up before an instant; how many. */
export async function emptyMessages(db: Db, before: number): Promise<number> {
  const old = db.orm
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        or(lt(outbox.sentAt, before), lt(outbox.givenUpAt, before)),
        ne(outbox.recipient, REMOVED),
      ),
    )
    .limit(AT_ONCE);
  const emptied = await db.write((orm) =>
    orm.update(outbox).set(NO_TEXT).where(inArray(outbox.id, old)).returning({ id: outbox.id }),
  );
  return emptied.length;
}

/** Forgets where drivers were before an instant. */
export function forgetPositions(db: Db, before: number) {
  const nowhere = { currentLocation: null, latitude: null, longitude: null, locatedAt: null };
  return db.write((orm) => orm.update(drivers).set(nowhere).where(lt(drivers.locatedAt, before)));
}

/** Ends the sessions that were last used before an instant. */
export function endUnusedSessions(db: Db, before: number) {
  return db.write((orm) => orm.delete(sessions).where(lt(sessions.lastSeenAt, before)));
}

/** Takes the person and the place out of settled appointments before a date; how many. */
export async function anonymiseAppointments(db: Db, before: CalendarDate): Promise<number> {
  const old = db.orm
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
  const [, done] = await db.batch((orm) => [
    eraseDetailsOfAppointments(orm, old),
    orm
      .update(appointments)
      .set(NO_PERSON)
      .where(inArray(appointments.id, old))
      .returning({ id: appointments.id }),
  ]);
  return done.length;
}
