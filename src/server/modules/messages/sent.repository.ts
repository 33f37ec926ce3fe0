import { and, asc, eq, like, not, or, type SQL } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { outbox } from '@/db/schema';
import { STAFF_KINDS } from './emails';

const isForStaff = or(...STAFF_KINDS.map((kind) => like(outbox.dedupeKey, `${kind}:%`))) as SQL;

/** The messages to the customer of an appointment, oldest first. */
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
