import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, insertRow } from '@/db/guarded-batch';
import { textNumbers, textsOff } from '@/db/schema';

/** Selects, from some numbers, those with owners who replied STOP. */
export const selectStopped = (orm: Queryable, numbers: readonly string[]) =>
  orm
    .select({ number: textNumbers.number })
    .from(textNumbers)
    .where(and(inArray(textNumbers.number, [...numbers]), isNotNull(textNumbers.stoppedAt)));

/** Selects, from some appointments and accounts, those with texts turned off. */
export const selectTextsOff = (orm: Queryable, ids: readonly (string | null)[]) =>
  orm
    .select({ id: textsOff.id })
    .from(textsOff)
    .where(
      inArray(
        textsOff.id,
        ids.filter((id) => id !== null),
      ),
    );

/** Records that a number's owner replied STOP. */
export const stoppingTexts = (number: string, now: number) => settingNumber(number, now, now);

/** Records that a number's owner replied START. */
export const startingTexts = (number: string, now: number) => settingNumber(number, null, now);

function settingNumber(
  number: string,
  stoppedAt: number | null,
  changedAt: number,
): ConditionalWrite {
  const changes = { stoppedAt, changedAt };
  return (orm, onlyIf) =>
    insertRow(
      orm,
      textNumbers,
      { number, ...changes },
      { onlyIf: onlyIf ?? sql`true` },
    ).onConflictDoUpdate({ target: textNumbers.number, set: changes });
}

/** Turns off the texts of an appointment or an account. Returns a row unless they were off. */
export const turnTextsOff = (orm: Queryable, id: string, at: number) =>
  insertRow(orm, textsOff, { id, at }, { unlessKnown: textsOff.id }).returning({ id: textsOff.id });

/** Turns the texts of an appointment or an account on again. Returns a row unless they were on. */
export const turnTextsOn = (orm: Queryable, id: string) =>
  orm.delete(textsOff).where(eq(textsOff.id, id)).returning({ id: textsOff.id });
