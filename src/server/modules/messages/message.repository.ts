import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
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
import { type ConditionalWrite, type Guard, insertRow, insertRows } from '@/db/guarded-batch';
import { businessSettings, outbox, textNumbers, textsOff, users } from '@/db/schema';
import { DEFAULT_COMPANY_NAME } from '@/domain/company';
import type { Recipient } from './email';
import { STAFF_KINDS } from './emails';

/** `values` has the placeholders' values as JSON, for the owner's words. */
export type Texts = { subject: string; body: string; values: string | null };

/**
 * Marks the company's name in a message. The statement that adds the message replaces it, so that
 * no use case has to read the settings for the messages it may send. It isn't a character of any
 * language.
 */
export const COMPANY_MARK = '\u{FDD0}';

/** Replaces the mark in a text with the company's name. */
export const withCompanyName = (text: SQL | string) =>
  typeof text === 'string' && !text.includes(COMPANY_MARK)
    ? sql<string>`${text}`
    : sql<string>`replace(${text}, ${COMPANY_MARK}, coalesce(${SAVED_COMPANY_NAME}, ${DEFAULT_COMPANY_NAME}))`;

/** The company's saved name. Null means the default applies. */
const SAVED_COMPANY_NAME = sql<
  string | null
>`(select ${businessSettings.companyName} from ${businessSettings} where ${businessSettings.id} = 1)`;

/**
 * The key under which a message counts toward a limit, and whether it also counts for verified
 * addresses.
 */
export type TurnRule = { key: string; isLeft: Guard; countsFor: 'all' | 'unproven' };

/** A row for the outbox, added only under a condition. */
export type NewMessage = { row: typeof outbox.$inferInsert; onlyIf: Guard | undefined };

type Row = Omit<typeof outbox.$inferInsert, keyof Texts | 'turnKey'>;

/**
 * Returns an email for the outbox. The database picks one of the two texts, because only at that
 * moment is it certain whether the address is verified. The row isn't added if the recipient's
 * limit is reached.
 */
export function newEmail(
  row: Row,
  texts: { full: Texts; plain: Texts },
  { proven, turn }: { proven: Recipient['proven']; turn: TurnRule | null },
): NewMessage {
  const isProven =
    typeof proven === 'boolean'
      ? sql`${proven ? 1 : 0}`
      : hasProven(proven.accountId, row.recipient);
  const text = <K extends keyof Texts>(of: K): SQL | Texts[K] => {
    if (proven === true || texts.full[of] === texts.plain[of]) return texts.full[of];
    if (proven === false) return texts.plain[of];
    return sql`case when ${isProven} then ${texts.full[of]} else ${texts.plain[of]} end`;
  };
  const counts = turn?.countsFor === 'all' ? sql`1` : sql`not ${isProven}`;
  const values = {
    ...row,
    subject: withCompanyName(text('subject')),
    body: withCompanyName(text('body')),
    values: text('values'),
    turnKey: turn && sql`case when ${counts} then ${turn.key} end`,
  };
  return {
    row: values as unknown as NewMessage['row'],
    onlyIf: turn ? sql`(not ${counts} or ${turn.isLeft})` : undefined,
  };
}

/**
 * Returns a text message for the outbox. If it's the first text to the number, the database picks
 * the body with opt-out instructions. The row isn't added if the number's owner doesn't want texts,
 * or if a limit is reached.
 */
export function newText(
  row: Row & { subject: SQL; values: string | null },
  bodies: { first: string; later: string },
  { userId, turn, isLeft }: { userId: string | null; turn: TurnRule | null; isLeft?: Guard },
): NewMessage {
  const { recipient, appointmentId } = row;
  const wasTexted = sql`exists (select 1 from ${outbox} where ${outbox.channel} = 'text' and ${outbox.recipient} = ${recipient} and ${outbox.givenUpAt} is null)`;
  const body = sql`case when ${wasTexted} then ${bodies.later} else ${bodies.first} end`;
  return {
    row: { ...row, channel: 'text', body, turnKey: turn?.key } as unknown as NewMessage['row'],
    onlyIf: and(wantsTexts(recipient, [appointmentId, userId]), turn?.isLeft, isLeft),
  };
}

/**
 * Returns a line for the call list, added only if the text isn't. Without a text, it's always added.
 */
export function newCall(row: Row & Omit<Texts, 'values'>, text: NewMessage | null): NewMessage {
  const subject = withCompanyName(row.subject);
  return {
    row: { ...row, channel: 'call', subject } as unknown as NewMessage['row'],
    onlyIf: text?.onlyIf && not(text.onlyIf),
  };
}

/**
 * Guards that a number may get texts: its owner didn't reply STOP, and texts aren't turned off for
 * this appointment or account.
 */
export function wantsTexts(number: string, ids: readonly (string | null | undefined)[]): Guard {
  const known = ids.filter((id) => typeof id === 'string');
  return sql`not exists (select 1 from ${textNumbers} where ${textNumbers.number} = ${number} and ${textNumbers.stoppedAt} is not null) and not exists (select 1 from ${textsOff} where ${inArray(textsOff.id, known)})`;
}

/** Guards that a number may get a text now: its owner wants texts, and `isLeft` holds. */
export const mayText = (
  number: string,
  ids: readonly (string | null | undefined)[],
  isLeft: Guard | undefined,
) => and(wantsTexts(number, ids), isLeft);

/** Guards that a number got fewer texts of any kind than each of these limits. */
export function hasTextsLeft(number: string, now: number, most: readonly Most[]): Guard {
  return and(
    ...most.map(
      ({ count, ms }) =>
        sql`(select count(*) from ${outbox} where ${outbox.channel} = 'text' and ${outbox.recipient} = ${number} and ${outbox.createdAt} > ${now - ms}) < ${count}`,
    ),
  ) as SQL;
}

/** Adds messages to the outbox in one statement, each once per cause. */
export function addingMessages(messages: readonly NewMessage[]): ConditionalWrite {
  const [only, ...others] = messages;
  return (orm, onlyIf) => {
    const options = { unlessKnown: outbox.dedupeKey };
    if (only && others.length === 0) {
      return insertRow(orm, outbox, only.row, { ...options, onlyIf: and(onlyIf, only.onlyIf) });
    }
    const rows = messages.map(({ row, onlyIf: own }) => ({ row, onlyIf: and(onlyIf, own) }));
    return insertRows(orm, outbox, rows, options);
  };
}

/**
 * Runs a statement only if no message with this cause was added, because its recipient's limit was
 * reached.
 */
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

/** The maximum number of messages for one key within a period (ms). */
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

/** Matches messages to staff. */
export const isForStaff = or(
  ...STAFF_KINDS.map((kind) => like(outbox.dedupeKey, `${kind}:%`)),
) as SQL;

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
    .where(
      and(
        eq(outbox.appointmentId, appointmentId),
        not(isForStaff),
        not(eq(outbox.channel, 'call')),
      ),
    )
    .orderBy(asc(outbox.createdAt), asc(outbox.id));
}
