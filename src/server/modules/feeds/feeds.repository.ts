import { and, asc, desc, eq, gte, isNull, ne, or } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, drivers, feeds, users } from '@/db/schema';
import { EMERGENCY_USER } from '@/domain/account/emergency';
import type { CalendarDate } from '@/domain/dates';

export type FeedRow = typeof feeds.$inferSelect;

/** Inserts a feed and returns its row. */
export function insertFeed(orm: Queryable, row: typeof feeds.$inferInsert) {
  return orm.insert(feeds).values(row).returning();
}

/**
 * True if the link's creator may still read its deliveries. Admins may read all, and drivers their
 * own.
 */
const makerMayRead = or(eq(users.role, 'admin'), eq(users.driverId, feeds.driverId));

/** Selects the valid links of all drivers or of one, newest first. */
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
 * Returns the link with a token hash. Null if it was revoked, its driver is inactive, its creator
 * lost access, or it was created in emergency access.
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

/** Selects a valid link. With `driverId`, it must be that driver's. */
export function selectWorkingFeed(orm: Queryable, id: string, driverId: number | null) {
  return orm.select().from(feeds).where(isWorkingFeed(id, driverId));
}

/** Revokes a valid link. Returns a row if it was valid. */
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

/**
 * Selects a feed's appointments from a date on, with their driver, without holds and cancelled
 * ones.
 */
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
