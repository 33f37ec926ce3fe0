import { and, asc, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { ConditionalWrite, Guard } from '@/db/guarded-batch';
import {
  appointments,
  boats,
  charges,
  customerNotes,
  disputes,
  docks,
  loyaltyPoints,
  outbox,
  paymentMethods,
  photos,
  refunds,
  sessions,
  subscriptions,
} from '@/db/schema';
import { isSameEmail } from '@/domain/account/email';
import type { Obstacle } from '@/domain/account/own-data';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import { CHARGE_STATES, isSettled } from '@/domain/payment/charge';
import { SECRET_KINDS } from '../messages/emails';
import { ANONYMOUS_APPOINTMENT, ANONYMOUS_MESSAGE } from './anonymized';

const OPEN_DEBTS = CHARGE_STATES.filter((state) => !isSettled(state));

const reason = sql`case
  when ${notInArray(appointments.status, [...CLOSED_STATUSES])} then 'open'
  when exists (select 1 from ${charges} where ${charges.appointmentId} = ${appointments.id}
    and ${inArray(charges.state, OPEN_DEBTS)}) then 'unpaid'
  when exists (select 1 from ${refunds} join ${charges} on ${charges.id} = ${refunds.chargeId}
    where ${charges.appointmentId} = ${appointments.id}
    and ${inArray(refunds.state, ['due', 'pending'])}) then 'refunding'
  when exists (select 1 from ${disputes} where ${disputes.appointmentId} = ${appointments.id}
    and ${disputes.closedAt} is null) then 'disputed' end`;
// Drizzle takes the tables off the columns of a selected expression, but not of one inside it.
const obstacle = sql<Obstacle>`${reason}`;

/** A condition on appointments: nothing of it is left to settle. */
export const nothingOwed: Guard = sql`${reason} is null`;

/** The customer's appointments that must be settled before the account goes, the next one first. */
export function selectObstacles(orm: Queryable, userId: string) {
  return orm
    .select({
      id: appointments.id,
      publicCode: appointments.publicCode,
      date: appointments.date,
      slotIndex: appointments.slotIndex,
      obstacle,
    })
    .from(appointments)
    .where(and(eq(appointments.userId, userId), sql`${reason} is not null`))
    .orderBy(asc(appointments.date), asc(appointments.slotIndex));
}

/** A guard: nothing is left to settle. */
export function nothingInTheWay(orm: Queryable, userId: string): Guard {
  return sql`not exists ${selectObstacles(orm, userId)}`;
}

/** A guard: no boat of the customer has a photo besides these. */
export function noOtherFillers(orm: Queryable, userId: string, known: readonly string[]): Guard {
  const others = orm
    .select({ id: boats.id })
    .from(boats)
    .where(
      and(
        eq(boats.userId, userId),
        isNotNull(boats.fillerPhotoKey),
        notInArray(boats.fillerPhotoKey, [...known]),
      ),
    );
  return sql`not exists ${others}`;
}

const ownAppointments = (orm: Queryable, userId: string) =>
  orm.select({ id: appointments.id }).from(appointments).where(eq(appointments.userId, userId));

/** Messages about no appointment to an address that more than capitals A to Z may tell from another spelling. */
export const selectUnplainRecipients = (orm: Queryable) =>
  orm
    .selectDistinct({ recipient: outbox.recipient })
    .from(outbox)
    .where(
      and(
        isNull(outbox.appointmentId),
        sql`(${outbox.recipient} glob '*[^ -~]*' or ${outbox.recipient} like '%xn--%')`,
      ),
    );

/** Whose messages they are: an account, and every spelling of its addresses. */
export type MessagesOf = { userId: string; emails: readonly string[] };

/** An account's messages, with the recipients that SQLite can't compare with its addresses. */
export function messagesOf(
  userId: string,
  addresses: readonly (string | null)[],
  unplain: readonly { recipient: string }[],
): MessagesOf {
  const own = addresses.filter((address) => address !== null);
  const others = unplain
    .map(({ recipient }) => recipient)
    .filter((recipient) => own.some((address) => isSameEmail(address, recipient)));
  return { userId, emails: [...own.map((address) => address.toLowerCase()), ...others] };
}

/**
 * Messages about the customer's appointments, those about the account, which also went to addresses from
 * before, and others to their address that are about no appointment: anyone can type the address of a
 * guest, whose messages stay the guest's.
 */
const ownMessages = (orm: Queryable, { userId, emails }: MessagesOf) =>
  or(
    inArray(outbox.appointmentId, ownAppointments(orm, userId)),
    and(
      isNull(outbox.appointmentId),
      or(
        // What a message is about has the account's id in it, if it's about the account.
        sql`instr(${outbox.dedupeKey}, ${userId}) > 0`,
        inArray(outbox.recipient, [...emails]),
        inArray(sql`lower(${outbox.recipient})`, [...emails]),
      ),
    ),
  );

/** Everything that is kept about a customer, as of one moment when it is read together. */
export function selectOwnData(orm: Queryable, messages: MessagesOf) {
  const { userId } = messages;
  const isSecret = or(...SECRET_KINDS.map((kind) => sql`${outbox.dedupeKey} like ${`${kind}:%`}`));
  return [
    orm.select().from(boats).where(eq(boats.userId, userId)),
    orm.select().from(docks).where(eq(docks.userId, userId)),
    orm.select().from(subscriptions).where(eq(subscriptions.userId, userId)),
    orm.select().from(loyaltyPoints).where(eq(loyaltyPoints.userId, userId)),
    orm.select().from(paymentMethods).where(eq(paymentMethods.userId, userId)),
    orm
      .select()
      .from(appointments)
      .where(eq(appointments.userId, userId))
      .orderBy(asc(appointments.date), asc(appointments.slotIndex)),
    orm
      .select()
      .from(charges)
      .where(inArray(charges.appointmentId, ownAppointments(orm, userId))),
    orm
      .select({ refund: refunds, appointmentId: charges.appointmentId })
      .from(refunds)
      .innerJoin(charges, eq(charges.id, refunds.chargeId))
      .where(inArray(charges.appointmentId, ownAppointments(orm, userId))),
    orm
      .select()
      .from(photos)
      .where(inArray(photos.appointmentId, ownAppointments(orm, userId))),
    orm
      .select()
      .from(outbox)
      // A link that opens the account goes to the mailbox alone.
      .where(and(ownMessages(orm, messages), isNotNull(outbox.sentAt), sql`not (${isSecret})`))
      .orderBy(asc(outbox.createdAt)),
    orm.select().from(sessions).where(eq(sessions.userId, userId)),
  ] as const;
}

/**
 * Takes out of the customer's appointments what tells who they are and where, and ends their links; the
 * figures stay.
 */
export const anonymisingAppointments =
  (userId: string): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .update(appointments)
      .set({
        ...ANONYMOUS_APPOINTMENT,
        linkVersion: sql`${appointments.linkVersion} + 1`,
        linkHash: null,
      })
      .where(and(eq(appointments.userId, userId), onlyIf));

/** Empties the messages that went out to the customer; that they went, and when, stays. */
export const emptyingMessages =
  (messages: MessagesOf): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .update(outbox)
      .set(ANONYMOUS_MESSAGE)
      .where(and(ownMessages(orm, messages), isNotNull(outbox.sentAt), onlyIf));

/** Drops the messages that have not gone out. */
export const droppingMessages =
  (messages: MessagesOf): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .delete(outbox)
      .where(and(ownMessages(orm, messages), sql`${outbox.sentAt} is null`, onlyIf));

/**
 * Removes what belongs to a customer alone: boats, docks, cards, recurring deliveries, points,
 * notes about them. */
export const removingBelongings = (userId: string): ConditionalWrite[] =>
  [boats, docks, paymentMethods, subscriptions, loyaltyPoints, customerNotes].map(
    (table) => (orm, onlyIf) => orm.delete(table).where(and(eq(table.userId, userId), onlyIf)),
  );
