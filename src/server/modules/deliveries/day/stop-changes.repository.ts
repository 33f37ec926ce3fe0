import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { stopChanges } from '@/db/schema';

/** A driver's open stops have fewer changes than this. */
const MOST_CHANGES = 500;

/** Selects the changes of a driver's open stops that the driver must acknowledge, oldest first. */
export const selectUnseenChanges = (orm: Queryable, driverId: number) =>
  orm
    .select()
    .from(stopChanges)
    .where(
      and(
        eq(stopChanges.driverId, driverId),
        isNull(stopChanges.seenAt),
        // SQLite only uses the index of these if the condition is a literal.
        sql`${stopChanges.isClosed} = 0`,
      ),
    )
    .orderBy(asc(stopChanges.id))
    .limit(MOST_CHANGES);

/** Acknowledges a stop's changes, up to one of them. Returns the acknowledged ones. */
export const markSeen = (orm: Queryable, { appointmentId, upTo, seenAt, seenBy }: Seen) =>
  orm
    .update(stopChanges)
    .set({ seenAt, seenBy })
    .where(
      and(
        eq(stopChanges.appointmentId, appointmentId),
        lte(stopChanges.id, upTo),
        isNull(stopChanges.seenAt),
      ),
    )
    .returning({ id: stopChanges.id });
type Seen = { appointmentId: string; upTo: number; seenAt: number; seenBy: string };
