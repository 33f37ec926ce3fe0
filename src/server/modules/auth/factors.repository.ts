import {
  and,
  asc,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  lt,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type Guard, insertRow } from '@/db/guarded-batch';
import { recoveryCodes, secondFactors, users } from '@/db/schema';
import { MAX_FACTORS } from '@/domain/account/second-factor';
import { isNamed } from './users.repository';

export type FactorRow = typeof secondFactors.$inferSelect;

/** The factors of a user, the oldest first. */
export function selectFactors(orm: Queryable, userId: string | SQL) {
  return orm
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .orderBy(asc(secondFactors.createdAt), asc(secondFactors.id));
}

/** The same of whom a typed name means. */
export function selectFactorsByName(orm: Queryable, name: string) {
  return orm
    .select(getTableColumns(secondFactors))
    .from(secondFactors)
    .innerJoin(users, eq(users.id, secondFactors.userId))
    .where(isNamed(name))
    .orderBy(asc(secondFactors.createdAt), asc(secondFactors.id));
}

/** Adds a factor, where all of these hold and the user has few enough; a row if it was added. */
export function insertFactor(
  orm: Queryable,
  row: typeof secondFactors.$inferInsert,
  guards: readonly Guard[],
) {
  const isBelow = sql`(select count(*) from ${secondFactors}
    where ${secondFactors.userId} = ${row.userId}) < ${MAX_FACTORS}`;
  return insertRow(orm, secondFactors, row, { onlyIf: and(...guards, isBelow) }).returning();
}

/** Takes the code of a time step, once; a row if neither it nor a later one was used. */
export function useTotpStep(
  orm: Queryable,
  { id, totpStep, lastUsedAt }: { id: string; totpStep: number; lastUsedAt: number },
  onlyIf: Guard,
) {
  const isLater = or(isNull(secondFactors.totpStep), lt(secondFactors.totpStep, totpStep));
  return orm
    .update(secondFactors)
    .set({ totpStep, lastUsedAt })
    .where(and(eq(secondFactors.id, id), isLater, onlyIf))
    .returning();
}

/** The sealed secrets of all apps. */
export function selectSealed(orm: Queryable) {
  return orm
    .select({ id: secondFactors.id, totpSecret: secondFactors.totpSecret })
    .from(secondFactors)
    .where(isNotNull(secondFactors.totpSecret));
}

/** Stores the secret of an app as it's sealed now, unless it was changed meanwhile. */
export function storeSealed(
  orm: Queryable,
  { id, totpSecret }: { id: string; totpSecret: string },
  text: string,
) {
  return orm
    .update(secondFactors)
    .set({ totpSecret: text })
    .where(and(eq(secondFactors.id, id), eq(secondFactors.totpSecret, totpSecret)));
}

/** Notes the use of a passkey; a row if its count is still the one that was read. */
export function usePasskey(
  orm: Queryable,
  read: Pick<FactorRow, 'id' | 'signCount'>,
  used: { signCount: number; lastUsedAt: number },
  onlyIf: Guard,
) {
  return orm
    .update(secondFactors)
    .set(used)
    .where(
      and(
        eq(secondFactors.id, read.id),
        sql`${secondFactors.signCount} is ${read.signCount}`,
        onlyIf,
      ),
    )
    .returning();
}

/**
 * Removes one factor of a user; a row if it was there.
 *
 * @param keepsOne refuses to remove the last one
 */
export function deleteFactor(
  orm: Queryable,
  { id, userId }: { id: string; userId: string },
  keepsOne: boolean,
) {
  const hasAnother = sql`(select count(*) from ${secondFactors}
    where ${secondFactors.userId} = ${userId}) > 1`;
  return orm
    .delete(secondFactors)
    .where(
      and(
        eq(secondFactors.id, id),
        eq(secondFactors.userId, userId),
        keepsOne ? hasAnother : undefined,
      ),
    )
    .returning();
}

/** Deletes all second factors of a user where the guard holds. */
export function deleteFactorsOf(orm: Queryable, userId: string, onlyIf?: Guard) {
  return orm.delete(secondFactors).where(and(eq(secondFactors.userId, userId), onlyIf));
}

/** The recovery codes of a user that still work. */
export function selectUnusedCodes(orm: Queryable, userId: string) {
  return orm
    .select({ id: recoveryCodes.id })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}

/** Takes a recovery code, once; a row if it still worked. */
export function useRecoveryCode(
  orm: Queryable,
  { userId, codeHash, usedAt }: { userId: string; codeHash: string; usedAt: number },
  onlyIf: Guard,
) {
  return orm
    .update(recoveryCodes)
    .set({ usedAt })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, codeHash),
        isNull(recoveryCodes.usedAt),
        onlyIf,
      ),
    )
    .returning();
}

export type CodeRow = typeof recoveryCodes.$inferSelect;

/** Adds a recovery code of a user who has a factor; a row if it was added. */
export function insertCode(orm: Queryable, row: CodeRow) {
  return insertRow(orm, recoveryCodes, row, { onlyIf: hasFactor(row.userId) }).returning();
}

/** Deletes the recovery codes of a user, but those of `except`. */
export function deleteCodesOf(
  orm: Queryable,
  userId: string,
  { except = [], onlyIf = [] }: { except?: string[]; onlyIf?: readonly (Guard | undefined)[] } = {},
) {
  return orm
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), notInArray(recoveryCodes.id, except), ...onlyIf));
}

/** Guards: the user has a factor, or none. */
const hasFactor = (userId: string): Guard =>
  sql`exists (select 1 from ${secondFactors} where ${secondFactors.userId} = ${userId})`;
/** A guard: the user has no second factor. */
export const hasNoFactor = (userId: string): Guard => sql`not ${hasFactor(userId)}`;

/** A guard: whether the user has a recovery code that works is still as it was read. */
export function codesAreLeft(userId: string, isSo: boolean): Guard {
  const has = sql`exists (select 1 from ${recoveryCodes}
    where ${recoveryCodes.userId} = ${userId} and ${recoveryCodes.usedAt} is null)`;
  return isSo ? has : sql`not ${has}`;
}
