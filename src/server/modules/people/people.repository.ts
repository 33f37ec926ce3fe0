import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { Guard } from '@/db/guarded-batch';
import { challenges, feeds, users } from '@/db/schema';
import { EMERGENCY_USER } from '@/domain/account/emergency';
import { OFFICE_ROLES } from '@/domain/staff/areas';

const isOffice = and(
  inArray(users.role, [...OFFICE_ROLES, 'former']),
  ne(users.id, EMERGENCY_USER),
);

/** Selects everyone in the office, including deactivated people. */
export function selectPeople(orm: Queryable) {
  return orm.select().from(users).where(isOffice).orderBy(asc(users.createdAt), asc(users.id));
}

/** Selects one of them. */
export function selectPerson(orm: Queryable, id: string) {
  return orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), isOffice));
}

/** Only someone who has accepted their invitation can act as an owner. */
const otherOwner = (id: string) =>
  sql`exists (select 1 from ${users} where ${and(
    eq(users.role, 'admin'),
    isNull(users.invitedAt),
    ne(users.id, id),
    ne(users.id, EMERGENCY_USER),
  )})`;

/** Guards that someone else is an owner too. */
export const hasOtherOwner = (id: string): Guard => otherOwner(id);

/** Selects whether someone else is an owner too. */
export const selectHasOtherOwner = (orm: Queryable, id: string) =>
  orm
    .select({ hasOther: sql<number>`${otherOwner(id)}` })
    .from(users)
    .where(eq(users.id, id));

/** Revokes the links to a calendar that a user created. */
export function revokeFeedsOf(orm: Queryable, userId: string, revokedAt: number, onlyIf?: Guard) {
  return orm
    .update(feeds)
    .set({ revokedAt })
    .where(and(eq(feeds.createdBy, userId), isNull(feeds.revokedAt), onlyIf));
}

/** Ends a user's sign-ins that wait for the second step. */
export function endChallengesOf(orm: Queryable, userId: string, onlyIf?: Guard) {
  return orm.delete(challenges).where(and(eq(challenges.userId, userId), onlyIf));
}
