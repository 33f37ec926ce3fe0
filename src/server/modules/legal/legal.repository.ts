import { and, desc, eq, inArray, max, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { insertRow } from '@/db/guarded-batch';
import { legalTexts, standardTexts } from '@/db/schema';
import { LEGAL_KINDS, type LegalKind } from '@/domain/legal/legal-texts';

export type LegalTextRow = typeof legalTexts.$inferSelect;

/** Selects the current version of each saved text, and whether it returned to the standard text. */
export function selectLegalVersions(orm: Queryable) {
  return (
    orm
      .select({
        kind: legalTexts.kind,
        version: max(legalTexts.version),
        // For the other columns, SQLite uses the row with the highest version.
        isStandard: sql`${legalTexts.body} = ''`.mapWith(Boolean),
      })
      .from(legalTexts)
      // Without this, the whole index would be read.
      .where(inArray(legalTexts.kind, [...LEGAL_KINDS]))
      .groupBy(legalTexts.kind)
  );
}

/** Selects one version of a text, or the current one. */
export function selectLegalText(orm: Queryable, kind: LegalKind, version?: number) {
  const isWanted = version === undefined ? undefined : eq(legalTexts.version, version);
  return orm
    .select()
    .from(legalTexts)
    .where(and(eq(legalTexts.kind, kind), isWanted))
    .orderBy(desc(legalTexts.version))
    .limit(1);
}

/** Selects the IDs of the standard texts that were stored last, a few more than are shown now. */
export const selectStandardIds = (orm: Queryable) =>
  orm
    .select({ id: standardTexts.id })
    .from(standardTexts)
    // Without this, the whole table would be read.
    .where(sql`rowid > 0`)
    .orderBy(sql`rowid desc`)
    .limit(4);

/** Selects standard texts, the terms first. */
export const selectStandardTexts = (orm: Queryable, ids: readonly string[]) =>
  orm
    .select({ id: standardTexts.id, kind: standardTexts.kind, text: standardTexts.body })
    .from(standardTexts)
    .where(inArray(standardTexts.id, [...ids]))
    .orderBy(desc(standardTexts.kind));

/** Adds a version. Returns no row if someone else just added it. */
export function insertLegalText(orm: Queryable, row: LegalTextRow) {
  const unlessKnown: [typeof legalTexts.kind, typeof legalTexts.version] = [
    legalTexts.kind,
    legalTexts.version,
  ];
  return insertRow(orm, legalTexts, row, { unlessKnown }).returning();
}
