import { and, asc, between, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db, Queryable } from '@/db/client';
import { auditDetails, auditLog, auditSeals } from '@/db/schema';

/** Reads a column exactly as stored, so that JSON is the same text that was hashed. */
const stored = (column: SQLiteColumn) => sql<string | number | null>`${column}`;

/** A seal covers all of an entry's columns. */
const ENTRY = {
  id: stored(auditLog.id),
  appointmentId: stored(auditLog.appointmentId),
  thing: stored(auditLog.thing),
  subject: stored(auditLog.subject),
  userId: stored(auditLog.userId),
  actorKind: stored(auditLog.actorKind),
  actorId: stored(auditLog.actorId),
  actorName: stored(auditLog.actorName),
  action: stored(auditLog.action),
  before: stored(auditLog.before),
  after: stored(auditLog.after),
  version: stored(auditLog.version),
  detailsHash: stored(auditLog.detailsHash),
  at: stored(auditLog.at),
} satisfies Record<keyof typeof auditLog.$inferSelect, SQL>;

/** An entry as stored, by column. */
export type AuditRow = { readonly [K in keyof typeof ENTRY]: string | number | null };

export type SealRow = {
  number: number;
  entryId: string;
  hash: string | null;
  /** Null if the entry was deleted. */
  entry: AuditRow | null;
  /** Null if there are none, or if they were erased. */
  details: { salt: string; values: string } | null;
};

/** Selects seals with their entries, by number. */
function sealRows(orm: Queryable, from: SQL | undefined, limit: number) {
  return orm
    .select({
      number: auditSeals.number,
      entryId: auditSeals.entryId,
      hash: auditSeals.hash,
      entry: ENTRY,
      salt: auditDetails.salt,
      values: auditDetails.values,
    })
    .from(auditSeals)
    .leftJoin(auditLog, eq(auditLog.id, auditSeals.entryId))
    .leftJoin(auditDetails, eq(auditDetails.entryId, auditSeals.entryId))
    .where(from)
    .orderBy(asc(auditSeals.number))
    .limit(limit);
}

function sealRow({ salt, values, ...row }: Awaited<ReturnType<typeof sealRows>>[number]): SealRow {
  const entry = row.entry?.id === null ? null : row.entry;
  return { ...row, entry, details: salt !== null && values !== null ? { salt, values } : null };
}

export type Seal = { number: number; hash: string };

/** Selects the number of the newest seal, or 0 if there is none. */
const LAST_SEALED = sql<number>`(select coalesce(max(${auditSeals.number}), 0) from ${auditSeals}
  where ${auditSeals.hash} is not null)`;

/**
 * Selects 0 if an entry isn't sealed yet, otherwise nothing. Seals are made in order, so it's
 * enough to check the newest entry.
 */
export const WAITING_SEAL = sql`select 0 from ${auditSeals}
  where ${auditSeals.number} = (select max(${auditSeals.number}) from ${auditSeals})
    and ${auditSeals.hash} is null`;

/**
 * Reads the newest seal (null if there is none) and the unsealed entries after it, at one moment.
 */
export async function waitingSeals(
  db: Db,
  limit: number,
): Promise<{ last: Seal | null; waiting: SealRow[] }> {
  const [[last], waiting] = await db.read((orm) => [
    selectLastSeal(orm),
    sealRows(orm, and(isNull(auditSeals.hash), gt(auditSeals.number, LAST_SEALED)), limit),
  ]);
  return {
    last: last?.hash ? { number: last.number, hash: last.hash } : null,
    waiting: waiting.map(sealRow),
  };
}

function selectLastSeal(orm: Queryable) {
  return orm
    .select({ number: auditSeals.number, hash: auditSeals.hash })
    .from(auditSeals)
    .where(isNotNull(auditSeals.hash))
    .orderBy(desc(auditSeals.number))
    .limit(1);
}

/**
 * Reads the numbers of the newest entry and of the newest seal at one moment. Each is 0 if there is
 * none.
 */
export async function newestNumbers(orm: Queryable): Promise<{ entry: number; seal: number }> {
  const entry = sql<number>`coalesce(max(${auditSeals.number}), 0)`;
  const [row] = await orm.select({ entry, seal: LAST_SEALED }).from(auditSeals);
  return row ?? { entry: 0, seal: 0 };
}

/** Reads the entries in a range of numbers, including both ends, in the order of their seals. */
export async function sealsBetween(
  orm: Queryable,
  first: number,
  last: number,
  limit: number,
): Promise<SealRow[]> {
  return (await sealRows(orm, between(auditSeals.number, first, last), limit)).map(sealRow);
}

/**
 * Stores seals, each based on the one before. A seal is stored only if the entry before it still
 * has the expected seal, so two processes can't mix their chains. A stored seal is never replaced.
 * @param last the seal on which the first of them is based, or null for the very first seal
 * @returns the seals that were stored
 */
export async function setSeals(
  db: Db,
  last: Seal | null,
  seals: readonly Seal[],
  sealedAt: number,
): Promise<Seal[]> {
  const results = await db.batch((orm) =>
    seals.map(({ number, hash }, index) =>
      orm
        .update(auditSeals)
        .set({ hash, sealedAt })
        .where(
          and(
            eq(auditSeals.number, number),
            isNull(auditSeals.hash),
            hasBefore(number, seals[index - 1] ?? last),
          ),
        )
        .returning({ number: auditSeals.number }),
    ),
  );
  return seals.filter((_, index) => results[index]?.length === 1);
}

/** Checks that the entry before this number has the given seal. Null means it has no seal. */
function hasBefore(number: number, seal: Seal | null): SQL {
  return sql`(select earlier.hash from ${auditSeals} earlier where earlier.number < ${number}
    order by earlier.number desc limit 1) is ${seal?.hash ?? null}`;
}

/**
 * Counts entries without a number, which are written only if a trigger was removed, and returns one
 * of them.
 */
export async function unnumberedEntries(
  orm: Queryable,
): Promise<{ count: number; id: string | null }> {
  const [row] = await orm
    .select({ count: sql<number>`count(*)`, id: sql<string | null>`min(${auditLog.id})` })
    .from(auditLog)
    .leftJoin(auditSeals, eq(auditSeals.entryId, auditLog.id))
    .where(isNull(auditSeals.entryId));
  return row ?? { count: 0, id: null };
}
