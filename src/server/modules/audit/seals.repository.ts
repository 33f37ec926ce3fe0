import { and, asc, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
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

/** 0 while an entry waits to be sealed, else null: a query of one value. */
export const WAITING_SEAL = sql`select 0 from ${auditSeals} where ${auditSeals.hash} is null limit 1`;

/** The entries that wait to be sealed, in their order. */
export async function waitingSeals(orm: Queryable, limit: number): Promise<SealRow[]> {
  return (await sealRows(orm, isNull(auditSeals.hash), limit)).map(sealRow);
}

/** Every entry after a number, in the order of the seals. */
export async function sealsAfter(
  orm: Queryable,
  number: number,
  limit: number,
): Promise<SealRow[]> {
  return (await sealRows(orm, gt(auditSeals.number, number), limit)).map(sealRow);
}

/** The newest seal, or null. */
export async function lastSeal(orm: Queryable) {
  const [row] = await orm
    .select({ number: auditSeals.number, hash: auditSeals.hash })
    .from(auditSeals)
    .where(isNotNull(auditSeals.hash))
    .orderBy(desc(auditSeals.number))
    .limit(1);
  return row?.hash ? { number: row.number, hash: row.hash } : null;
}

/** Sets hashes; a seal that is set stays as it is. */
export function setSeals(
  db: Db,
  seals: readonly { number: number; hash: string }[],
  sealedAt: number,
) {
  return db.batch((orm) =>
    seals.map(({ number, hash }) =>
      orm
        .update(auditSeals)
        .set({ hash, sealedAt })
        .where(and(eq(auditSeals.number, number), isNull(auditSeals.hash))),
    ),
  );
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
