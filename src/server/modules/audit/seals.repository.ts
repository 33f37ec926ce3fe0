import { and, asc, between, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db, Queryable } from '@/db/client';
import { auditDetails, auditLog, auditSeals } from '@/db/schema';

/** A column as it is stored: JSON stays the text that was hashed. */
const stored = (column: SQLiteColumn) => sql<string | number | null>`${column}`;

/** The columns of an entry that its seal covers: all of them. */
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

/** An entry as it is stored, by column. */
export type AuditRow = { readonly [K in keyof typeof ENTRY]: string | number | null };

export type SealRow = {
  number: number;
  entryId: string;
  hash: string | null;
  /** Null where the entry is gone. */
  entry: AuditRow | null;
  /** Null where there are none any more. */
  details: { salt: string; values: string } | null;
};

/** Seals with their entries from a number on, in their order. */
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

/** The number of the newest seal, 0 before the first one. */
const LAST_SEALED = sql<number>`(select coalesce(max(${auditSeals.number}), 0) from ${auditSeals}
  where ${auditSeals.hash} is not null)`;

/**
 * 0 while an entry waits to be sealed, else null: a query of one value. Seals are made in order, so the
 * newest entry is the last one to get its seal.
 */
export const WAITING_SEAL = sql`select 0 from ${auditSeals}
  where ${auditSeals.number} = (select max(${auditSeals.number}) from ${auditSeals})
    and ${auditSeals.hash} is null`;

/** The newest seal (null before the first one) and the entries that wait behind it, as of one moment. */
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

/** The numbers of the newest entry and of the newest seal, as of one moment; 0 where there is none. */
export async function newestNumbers(orm: Queryable): Promise<{ entry: number; seal: number }> {
  const entry = sql<number>`coalesce(max(${auditSeals.number}), 0)`;
  const [row] = await orm.select({ entry, seal: LAST_SEALED }).from(auditSeals);
  return row ?? { entry: 0, seal: 0 };
}

/** Entries with numbers in a range, both ends included, in the order of the seals. */
export async function sealsBetween(
  orm: Queryable,
  first: number,
  last: number,
  limit: number,
): Promise<SealRow[]> {
  return (await sealRows(orm, between(auditSeals.number, first, last), limit)).map(sealRow);
}

/**
 * Sets seals that build on one another. Each is set only while the entry before it has the seal that it
 * builds on, so that two processes at the same time can't mix their chains. A seal that is set stays.
 *
 * @param last the seal that the first of them builds on; null where it's the first of all
 * @returns those that were set
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

/** A condition: this is the seal of the entry before a number, which has none where it's null. */
function hasBefore(number: number, seal: Seal | null): SQL {
  return sql`(select earlier.hash from ${auditSeals} earlier where earlier.number < ${number}
    order by earlier.number desc limit 1) is ${seal?.hash ?? null}`;
}

/** Entries that have no number, because a trigger was taken away; and one of them. */
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
