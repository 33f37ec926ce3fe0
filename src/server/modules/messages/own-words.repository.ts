import { and, eq, isNotNull } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { insertRow } from '@/db/guarded-batch';
import { ownWords } from '@/db/schema';
import { MESSAGE_CHANNELS, WORDING_NAMES } from '@/domain/messages/message-table';

export type OwnWordsRow = typeof ownWords.$inferSelect;

/** There's at most one row for each event and channel. */
const MOST = WORDING_NAMES.length * MESSAGE_CHANNELS.length;

/** Selects the rows of all messages whose words were ever changed. */
export const selectOwnWords = (orm: Queryable) =>
  orm.select().from(ownWords).orderBy(ownWords.id).limit(MOST);

/** Selects the words in effect. */
export const selectWordsInEffect = (orm: Queryable) =>
  orm.select().from(ownWords).where(isNotNull(ownWords.body)).orderBy(ownWords.id).limit(MOST);

/** Selects one row. */
export const selectOwnWordsOf = (orm: Queryable, id: string) =>
  orm.select().from(ownWords).where(eq(ownWords.id, id));

/** Writes a row if its version is still `read`, which is 0 before the first change. */
export function saveOwnWords(
  orm: Queryable,
  read: number,
  { id, ...row }: Omit<OwnWordsRow, 'version'>,
) {
  const next = { ...row, version: read + 1 };
  return read === 0
    ? insertRow(orm, ownWords, { id, ...next }, { unlessKnown: ownWords.id }).returning()
    : orm
        .update(ownWords)
        .set(next)
        .where(and(eq(ownWords.id, id), eq(ownWords.version, read)))
        .returning();
}
