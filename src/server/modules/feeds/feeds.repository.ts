import { and, asc, desc, eq, gte, isNull, ne, or } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, drivers, feeds, users } from '@/db/schema';
import { EMERGENCY_USER } from '@/domain/account/emergency';
import type { CalendarDate } from '@/domain/dates';

export type FeedRow = typeof feeds.$inferSelect;

/** Adds a feed; its row. */
export function insertFeed(orm: Queryable, row: typeof feeds.$inferInsert) {
  return orm.insert(feeds).values(row).returning();
}

/** Its maker may still read what it shows: an admin all deliveries, a driver their own. */
const makerMayRead = or(eq(users.role, 'admin'), eq(users.driverId, feeds.driverId));

/** The valid links, the newest first: all of them, or those of one driver. */
export function workingFeeds(orm: Queryable, driverId: number | null) {
  return orm
    .select({ feed: feeds, driverName: drivers.name })
    .from(feeds)
    .innerJoin(users, eq(users.id, feeds.createdBy))
    .leftJoin(drivers, eq(drivers.id, feeds.driverId))
    .where(
      and(
        isNull(feeds.revokedAt),
        makerMayRead,
        driverId === null ? undefined : eq(feeds.driverId, driverId),
      ),
    )
    .orderBy(desc(feeds.createdAt), desc(feeds.id))
    .limit(200);
}

/**
 * The link with a token hash; null once it is revoked, its driver is retired, or its maker is no admin any
 * more, or for one made in emergency access.
 */
export async function findFeed(orm: Queryable, tokenHash: string): Promise<FeedRow | null> {
  const [row] = await orm
    .select({ feed: feeds })
    .from(feeds)
    .innerJoin(users, eq(users.id, feeds.createdBy))
    .leftJoin(drivers, eq(drivers.id, feeds.driverId))
    .where(
      and(
        eq(feeds.tokenHash, tokenHash),
        isNull(feeds.revokedAt),
        makerMayRead,
        or(isNull(drivers.id), ne(drivers.status, 'retired')),
        ne(feeds.createdBy, EMERGENCY_USER),
      ),
    );
  return row?.feed ?? null;
}

/** A valid link; with `driverId` only one of that driver. */
export function selectWorkingFeed(orm: Queryable, id: string, driverId: number | null) {
  return orm.select().from(feeds).where(isWorkingFeed(id, driverId));
}

/** Ends such a link; a row if it was valid. */
export function revokeFeed(orm: Queryable, id: string, driverId: number | null, now: number) {
  return orm.update(feeds).set({ revokedAt: now }).where(isWorkingFeed(id, driverId)).returning();
}

function isWorkingFeed(id: string, driverId: number | null) {
  return and(
    eq(feeds.id, id),
    isNull(feeds.revokedAt),
    driverId === null ? undefined : eq(feeds.driverId, driverId),
  );
}

/** The appointments for a feed from a date on, with their driver; no holds, none cancelled. */
export function deliveriesFrom(orm: Queryable, first: CalendarDate, driverId: number | null) {
  return orm
    .select({ appointment: appointments, driverName: drivers.name })
    .from(appointments)
    .leftJoin(drivers, eq(drivers.id, appointments.driverId))
    .where(
      and(
        gte(appointments.date, first),
        isNull(appointments.holdExpiresAt),
        ne(appointments.status, 'cancelled'),
        driverId === null ? undefined : eq(appointments.driverId, driverId),
      ),
    )
    .orderBy(asc(appointments.date), asc(appointments.slotIndex), asc(appointments.id))
    .limit(2000);
}
