import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, insertRow } from '@/db/guarded-batch';
import { textNumbers, textsOff } from '@/db/schema';

/** Selects those of some numbers whose owners replied STOP. */
export const selectStopped = (orm: Queryable, numbers: readonly string[]) =>
  orm
    .select({ number: textNumbers.number })
    .from(textNumbers)
    .where(and(inArray(textNumbers.number, [...numbers]), isNotNull(textNumbers.stoppedAt)));

/** Selects those of some appointments and accounts whose texts are turned off. */
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
