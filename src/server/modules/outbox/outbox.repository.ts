import { and, asc, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { type ConditionalWrite, WROTE_BEFORE } from '@/db/guarded-batch';
import { type AppointmentRow, appointments, outbox } from '@/db/schema';
import { withoutKeys } from '@/domain/message-text';
import { SECRET_KINDS } from '../messages/emails';

/** The content of a message. */
type Texts = Pick<typeof outbox.$inferSelect, 'subject' | 'body'>;

export type OutboxRow = typeof outbox.$inferSelect;
export type Channel = OutboxRow['channel'];

/** Selects a channel's messages that are due, oldest first. */
export function selectDueMessages(
  orm: Queryable,
  { channel, now, limit }: { channel: Channel; now: number; limit: number },
) {
  return orm
    .select()
    .from(outbox)
    .where(
      and(
        isNull(outbox.sentAt),
        isNull(outbox.givenUpAt),
        lte(outbox.nextAttemptAt, now),
        eq(outbox.channel, channel),
      ),
    )
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(limit);
}

/** Returns the appointment that a message is about, or null. */
export async function findAppointmentOf(
  orm: Queryable,
  { appointmentId }: OutboxRow,
): Promise<AppointmentRow | null> {
  if (appointmentId === null) return null;
  const [row] = await orm.select().from(appointments).where(eq(appointments.id, appointmentId));
  return row ?? null;
}

/** Returns a text that wasn't given up, or null. */
export async function findText(orm: Queryable, id: string): Promise<OutboxRow | null> {
  const isText = and(eq(outbox.id, id), eq(outbox.channel, 'text'), isNull(outbox.givenUpAt));
  const [row] = await orm.select().from(outbox).where(isText);
  return row ?? null;
}

/** Selects the appointment of the latest text to a number. */
export const selectLatestText = (orm: Queryable, number: string) =>
  orm
    .select({ appointmentId: outbox.appointmentId })
    .from(outbox)
    // SQLite only uses the index of texts if the condition is a literal.
    .where(and(sql`${outbox.channel} = 'text'`, eq(outbox.recipient, number)))
    .orderBy(desc(outbox.createdAt))
    .limit(1);

/** Records a text's state from the provider, unless the text already has a final state. */
export const recordOutcome = (
  orm: Queryable,
  row: OutboxRow,
  received: Pick<OutboxRow, 'outcome' | 'providerId' | 'sentAt'>,
) =>
  orm
    .update(outbox)
    .set({
      ...received,
      lastError: null,
      unconfirmed: sql`max(0, ${outbox.unconfirmed} - (${outbox.sentAt} is null))`,
      ...kept(row),
    })
    .where(and(eq(outbox.id, row.id), isNull(outbox.outcome), isNull(outbox.givenUpAt)));

/** Selects when the next message is due (ms), or null. */
export const NEXT_MESSAGE = sql`select ${outbox.nextAttemptAt} from ${outbox}
  where ${outbox.sentAt} is null and ${outbox.nextAttemptAt} is not null and ${outbox.givenUpAt} is null
  order by ${outbox.nextAttemptAt} limit 1`;

/** A message to claim. */
export type Claim = {
  row: OutboxRow;
  now: number;
  /** When (ms) another process may claim it, unless the claim is renewed before. */
  until: number;
  /** The words to send, which the row then contains. */
  worded: Texts;
};

/** A value of the current item in a list of JSON. */
const item = (name: string) => sql`item.value ->> ${sql.raw(`'${name}'`)}`;
const items = (list: readonly unknown[]) => sql`json_each(${JSON.stringify(list)}) as item`;

/**
 * Claims messages for sending, so that no other process sends them too.
 *
 * @returns false for each message that another process has claimed, or that isn't due anymore
 */
export async function claimMessages(db: Db, claims: readonly Claim[]): Promise<boolean[]> {
  const list = claims.map(({ row, worded, ...times }) => ({
    ...times,
    id: row.id,
    attempts: row.attempts,
    subject: worded.subject === row.subject ? null : worded.subject,
    body: worded.body === row.body ? null : worded.body,
  }));
  const taken = await db.write((orm) =>
    orm
      .update(outbox)
      .set({
        nextAttemptAt: sql`${item('until')}`,
        attempts: sql`${outbox.attempts} + 1`,
        // Until its outcome is known. If the process stops, it never is.
        unconfirmed: sql`${outbox.unconfirmed} + 1`,
        subject: sql`coalesce(${item('subject')}, ${outbox.subject})`,
        body: sql`coalesce(${item('body')}, ${outbox.body})`,
      })
      .from(items(list))
      .where(
        and(
          eq(outbox.id, item('id')),
          // Without the plus, SQLite would search all waiting messages for each item.
          sql`+${outbox.sentAt} is null`,
          isNull(outbox.givenUpAt),
          eq(outbox.attempts, item('attempts')),
          lte(outbox.nextAttemptAt, item('now')),
        ),
      )
      .returning({ id: outbox.id }),
  );
  const ids = new Set(taken.map(({ id }) => id));
  return claims.map(({ row }) => ids.has(row.id));
}

/** Delays a message that nobody has claimed until an instant (ms). */
export function postpone(db: Db, row: OutboxRow, until: number) {
  return db.write((orm) =>
    orm
      .update(outbox)
      .set({ nextAttemptAt: until })
      .where(
        and(
          eq(outbox.id, row.id),
          isNull(outbox.sentAt),
          isNull(outbox.givenUpAt),
          eq(outbox.attempts, row.attempts),
          eq(outbox.nextAttemptAt, row.nextAttemptAt ?? 0),
        ),
      ),
  );
}

/** Checks that the message is still claimed by the same attempt. */
const isClaimed = (row: OutboxRow) =>
  and(
    eq(outbox.id, row.id),
    eq(outbox.attempts, row.attempts + 1),
    isNull(outbox.sentAt),
    isNull(outbox.givenUpAt),
  );

/**
 * The number of unconfirmed attempts minus this one, which the provider certainly didn't accept.
 */
const WITHOUT_THIS = sql`max(0, ${outbox.unconfirmed} - 1)`;

/** Extends a claim until an instant (ms). */
export function renewClaim(db: Db, row: OutboxRow, until: number) {
  return db.write((orm) => orm.update(outbox).set({ nextAttemptAt: until }).where(isClaimed(row)));
}

/** Selects the message if it's still claimed by the same attempt. */
export const selectClaimed = (orm: Queryable, row: OutboxRow) =>
  orm.select({ id: outbox.id }).from(outbox).where(isClaimed(row));

/** Ends the claim on a message that wasn't sent, so that any process can send it now. */
export function releaseClaim(db: Db, row: OutboxRow, now: number) {
  return db.write((orm) =>
    orm.update(outbox).set({ nextAttemptAt: now, unconfirmed: WITHOUT_THIS }).where(isClaimed(row)),
  );
}

/**
 * The text that replaces a secret message after it was sent or given up, because its link gives
 * access to an account.
 */
const WITHHELD = '(not kept)';

/** The columns of a message once it's done, without secrets and personal data. */
const kept = (row: OutboxRow) => ({ body: keptBody(row), values: null, attachment: null });

function keptBody({ channel, dedupeKey, body }: OutboxRow): string {
  // A notification names customers' docks, and erasing a customer later wouldn't find it.
  if (channel === 'push') return '';
  const isSecret = SECRET_KINDS.some((kind) => dedupeKey.startsWith(`${kind}:`));
  return isSecret ? WITHHELD : withoutKeys(body);
}

/** A message that its provider accepted. */
export type SentMessage = {
  row: OutboxRow;
  sentAt: number;
  providerId: string | null;
  /** Whether an earlier attempt was found at the provider, so it wasn't sent again. */
  isFound: boolean;
};

/**
 * Marks messages as sent, and removes keys and secret links from their texts.
 *
 * @returns true for each message
 */
export async function markSent(db: Db, sent: readonly SentMessage[]): Promise<true[]> {
  const list = sent.map(({ row, sentAt, providerId, isFound }) => {
    const body = keptBody(row);
    // If the message was found, this attempt didn't send it, so an earlier one did.
    const found = isFound ? 1 : 0;
    return { id: row.id, sentAt, providerId, found, body: body === row.body ? null : body };
  });
  await db.write((orm) =>
    orm
      .update(outbox)
      .set({
        sentAt: sql`${item('sentAt')}`,
        providerId: sql`${item('providerId')}`,
        lastError: null,
        unconfirmed: sql`max(0, ${outbox.unconfirmed} - (${outbox.sentAt} is null) - ${item('found')})`,
        values: null,
        attachment: null,
        body: sql`coalesce(${item('body')}, ${outbox.body})`,
      })
      .from(items(list))
      .where(eq(outbox.id, item('id'))),
  );
  return sent.map(() => true);
}

/**
 * Records why a message wasn't sent. It's tried again from `nextAttemptAt` (ms) on. Changes nothing
 * if another process has claimed the message since.
 *
 * @param failed.mayBeAccepted whether the provider may have accepted it anyway
 */
export function markFailed(
  db: Db,
  row: OutboxRow,
  failed: { lastError: string; nextAttemptAt: number; mayBeAccepted: boolean },
) {
  const { mayBeAccepted, ...changes } = failed;
  return db.write((orm) =>
    orm
      .update(outbox)
      .set({ ...changes, ...(!mayBeAccepted && { unconfirmed: WITHOUT_THIS }) })
      .where(isClaimed(row)),
  );
}

/** Gives up on a message and adds a review item for staff, if there is one. */
export function markGivenUp(
  db: Db,
  row: OutboxRow,
  { lastError, givenUpAt, reviewItem, also }: GivenUp,
) {
  return db.batch((orm) => [
    orm
      .update(outbox)
      .set({
        ...{ givenUpAt, lastError, nextAttemptAt: null, unconfirmed: WITHOUT_THIS },
        ...kept(row),
      })
      .where(and(eq(outbox.id, row.id), isNull(outbox.sentAt), isNull(outbox.givenUpAt))),
    ...(reviewItem ? [reviewItem(orm, WROTE_BEFORE)] : []),
    ...(also ? [also(orm)] : []),
  ]);
}
type GivenUp = {
  lastError: string;
  givenUpAt: number;
  reviewItem: ConditionalWrite | null;
  also?: ConditionalWrite | null;
};
