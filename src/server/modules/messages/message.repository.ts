import {
  and,
  asc,
  desc,
  eq,
  gt,
  isNotNull,
  isNull,
  like,
  lte,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, insertRow } from '@/db/guarded-batch';
import { outbox, users } from '@/db/schema';
import type { Recipient } from './email';
import { STAFF_KINDS } from './emails';

export type Texts = { subject: string; body: string };

/** The limit that a message counts toward, and whether it also counts for verified addresses. */
export type TurnRule = { key: string; isLeft: Guard; countsFor: 'all' | 'unproven' };

/**
 * Adds a message to the outbox, once per cause. The database picks one of the two texts, because
 * only it knows whether the address is verified at that moment. Adds nothing if the recipient's
 * limit is reached.
 */
export function insertingMessage(
  row: Omit<typeof outbox.$inferInsert, keyof Texts | 'turnKey'>,
  texts: { full: Texts; plain: Texts },
  { proven, turn }: { proven: Recipient['proven']; turn: TurnRule | null },
): ConditionalWrite {
  const isProven =
    typeof proven === 'boolean'
      ? sql`${proven ? 1 : 0}`
      : hasProven(proven.accountId, row.recipient);
  const text = (of: keyof Texts) => {
    if (proven === true || texts.full[of] === texts.plain[of]) return texts.full[of];
    if (proven === false) return texts.plain[of];
    return sql`case when ${isProven} then ${texts.full[of]} else ${texts.plain[of]} end`;
  };
  const counts = turn?.countsFor === 'all' ? sql`1` : sql`not ${isProven}`;
  const values = {
    ...row,
    subject: text('subject'),
    body: text('body'),
    turnKey: turn && sql`case when ${counts} then ${turn.key} end`,
  };
  return (orm, onlyIf) =>
    insertRow(orm, outbox, values, {
      onlyIf: turn ? and(onlyIf, sql`(not ${counts} or ${turn.isLeft})`) : onlyIf,
      unlessKnown: outbox.dedupeKey,
    });
}

/** Runs a statement only if no message has this cause, because its recipient's limit was reached. */
export function ifNotQueued(dedupeKey: string, statement: ConditionalWrite): ConditionalWrite {
  const isMissing = sql`not exists (select 1 from ${outbox} where ${outbox.dedupeKey} = ${dedupeKey})`;
  return (orm, onlyIf) => statement(orm, and(onlyIf, isMissing));
}

/** Deletes an appointment's unsent messages of one kind. */
export function withdrawingUnsent(kind: string, appointmentId: string): ConditionalWrite {
  return (orm, onlyIf) =>
    orm
      .delete(outbox)
      .where(
        and(
          eq(outbox.appointmentId, appointmentId),
          like(outbox.dedupeKey, `${kind}:%`),
          isNull(outbox.sentAt),
          isNull(outbox.givenUpAt),
          onlyIf,
        ),
      );
}

/** The most messages for one key within a time (ms). */
type Most = { count: number; ms: number };

/** Guards that the key has fewer messages than each of these limits. */
export function hasTurns(key: string, now: number, most: readonly Most[]): Guard {
  return and(
    ...most.map(
      ({ count, ms }) =>
        sql`(select count(*) from ${outbox} where ${outbox.turnKey} = ${key} and ${outbox.createdAt} > ${now - ms}) < ${count}`,
    ),
  ) as SQL;
}

/** Selects the times of a key's messages since an instant (ms), newest first. */
export function selectTurns(orm: Queryable, key: string, since: number) {
  return orm
    .select({ at: outbox.createdAt })
    .from(outbox)
    .where(and(eq(outbox.turnKey, key), gt(outbox.createdAt, since)))
    .orderBy(desc(outbox.createdAt));
}
export type Turn = Awaited<ReturnType<typeof selectTurns>>[number];

/** Checks that the account has verified this address. */
function hasProven(accountId: string, address: string): Guard {
  return sql`exists (select 1 from ${users} where ${users.id} = ${accountId} and ${users.emailProvenAt} is not null and lower(${users.email}) = lower(${address}))`;
}

const isPast = (before: number) =>
  and(isNotNull(outbox.turnKey), lte(outbox.createdAt, before)) as SQL;

/** Removes the keys of messages that no longer count. */
export function forgetTurns(db: Db, before: number) {
  return db.write((orm) => orm.update(outbox).set({ turnKey: null }).where(isPast(before)));
}

/** Selects one message that `forgetTurns` would change. */
export const selectPastTurn = (orm: Queryable, before: number) =>
  orm.select({ id: outbox.id }).from(outbox).where(isPast(before)).limit(1);

const isForStaff = or(...STAFF_KINDS.map((kind) => like(outbox.dedupeKey, `${kind}:%`))) as SQL;

/** Selects the messages to an appointment's customer, oldest first. */
export function selectMessagesAbout(orm: Queryable, appointmentId: string) {
  return orm
    .select({
      id: outbox.id,
      recipient: outbox.recipient,
      subject: outbox.subject,
      body: outbox.body,
      createdAt: outbox.createdAt,
      sentAt: outbox.sentAt,
    })
    .from(outbox)
    .where(and(eq(outbox.appointmentId, appointmentId), not(isForStaff)))
    .orderBy(asc(outbox.createdAt), asc(outbox.id));
}
