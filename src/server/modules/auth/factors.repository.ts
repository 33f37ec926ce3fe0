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

/** Selects a user's verification methods, oldest first. */
export function selectFactors(orm: Queryable, userId: string | SQL) {
  return orm
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .orderBy(asc(secondFactors.createdAt), asc(secondFactors.id));
}

/** Selects the verification methods of the user with this name or email, oldest first. */
export function selectFactorsByName(orm: Queryable, name: string) {
  return orm
    .select(getTableColumns(secondFactors))
    .from(secondFactors)
    .innerJoin(users, eq(users.id, secondFactors.userId))
    .where(isNamed(name))
    .orderBy(asc(secondFactors.createdAt), asc(secondFactors.id));
}

/**
 * Inserts a verification method if all guards hold and the user is below the limit. Returns its row
 * if so.
 */
export function insertFactor(
  orm: Queryable,
  row: typeof secondFactors.$inferInsert,
  guards: readonly Guard[],
) {
  const isBelow = sql`(select count(*) from ${secondFactors}
    where ${secondFactors.userId} = ${row.userId}) < ${MAX_FACTORS}`;
  return insertRow(orm, secondFactors, row, { onlyIf: and(...guards, isBelow) }).returning();
}

/** Uses the code of a time step once. Returns no row if this code or a later one was already used. */
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

/** Selects the sealed secrets of all apps. */
export function selectSealed(orm: Queryable) {
  return orm
    .select({ id: secondFactors.id, totpSecret: secondFactors.totpSecret })
    .from(secondFactors)
    .where(isNotNull(secondFactors.totpSecret));
}

/** Stores an app's resealed secret, unless it changed since it was read. */
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

/** Records a passkey's use. Returns a row if its counter hasn't changed since it was read. */
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
 * Removes one of a user's verification methods. Returns its row if it existed.
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

/** Deletes all of a user's verification methods if the guard holds. */
export function deleteFactorsOf(orm: Queryable, userId: string, onlyIf?: Guard) {
  return orm.delete(secondFactors).where(and(eq(secondFactors.userId, userId), onlyIf));
}

/** Selects a user's unused recovery codes. */
export function selectUnusedCodes(orm: Queryable, userId: string) {
  return orm
    .select({ id: recoveryCodes.id })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}

/** Uses up a recovery code. Returns a row if the code was still valid. */
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

/** Inserts a recovery code if its user has a verification method. Returns a row if so. */
export function insertCode(orm: Queryable, row: CodeRow) {
  return insertRow(orm, recoveryCodes, row, { onlyIf: hasFactor(row.userId) }).returning();
}

/** Deletes a user's recovery codes, except those in `except`. */
export function deleteCodesOf(
  orm: Queryable,
  userId: string,
  { except = [], onlyIf = [] }: { except?: string[]; onlyIf?: readonly (Guard | undefined)[] } = {},
) {
  return orm
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), notInArray(recoveryCodes.id, except), ...onlyIf));
}

/** Guards that the user has a verification method. */
const hasFactor = (userId: string): Guard =>
  sql`exists (select 1 from ${secondFactors} where ${secondFactors.userId} = ${userId})`;
/** Guards that the user has no verification method. */
export const hasNoFactor = (userId: string): Guard => sql`not ${hasFactor(userId)}`;

/** Guards that the user still has unused recovery codes, or still has none, whichever was read. */
export function codesAreLeft(userId: string, isSo: boolean): Guard {
  const has = sql`exists (select 1 from ${recoveryCodes}
    where ${recoveryCodes.userId} = ${userId} and ${recoveryCodes.usedAt} is null)`;
  return isSo ? has : sql`not ${has}`;
}
