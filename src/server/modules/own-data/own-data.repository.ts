import { and, asc, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { ConditionalWrite, Guard } from '@/db/guarded-batch';
import { isOfRecord } from '@/db/person-appointments';
import {
  type AppointmentRow,
  accountPayments,
  appointments,
  boats,
  charges,
  customerMerges,
  customerNotes,
  customerTags,
  disputes,
  docks,
  houseAccounts,
  invoiceSends,
  invoices,
  loyaltyPoints,
  outbox,
  paymentMethods,
  photos,
  refunds,
  sessions,
  subscriptions,
  taxExemptions,
  users,
  waitlistEntries,
  writtenMessages,
} from '@/db/schema';
import { isSameEmail } from '@/domain/account/email';
import type { Obstacle } from '@/domain/account/own-data';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import { CHARGE_STATES, isSettled } from '@/domain/payment/charge';
import { FORMER } from '../auth/users.repository';
import { SECRET_KINDS } from '../messages/emails';
import { erasingWritten } from '../messages/written.repository';
import { erasingReplies } from '../review/review.repository';
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
/** Matches spots that are reserved for an offer from the waiting list, and not booked yet. */
const isRunningOffer = and(
  eq(appointments.holdKind, 'offer'),
  isNotNull(appointments.holdExpiresAt),
  notInArray(appointments.status, [...CLOSED_STATUSES]),
);

// Drizzle omits table names from the columns of a selected expression. Wrapped in another
// expression, they stay.
const obstacle = sql<Obstacle>`${reason}`;

/** Checks that nothing about an appointment is left to settle. */
export const nothingOwed: Guard = sql`${reason} is null`;

/**
 * Selects the customer's appointments that must be settled before the account is deleted, earliest
 * first. An offer from the waiting list isn't one, because deleting the account ends it.
 */
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
    .where(
      and(
        eq(appointments.userId, userId),
        sql`${reason} is not null`,
        sql`not (${isRunningOffer})`,
      ),
    )
    .orderBy(asc(appointments.date), asc(appointments.slotIndex));
}

/** Selects the appointments of the customer's running offers. */
export const selectRunningOffers = (orm: Queryable, userId: string) =>
  orm
    .select()
    .from(appointments)
    .where(and(eq(appointments.userId, userId), isRunningOffer));

/** Guards that the customer's running offers are these, with the same SetupIntents. */
export function onlyTheseOffers(
  orm: Queryable,
  userId: string,
  known: readonly AppointmentRow[],
): Guard {
  const own = and(eq(appointments.userId, userId), isRunningOffer);
  const isKnown = or(
    ...known.map(({ id, setupIntentId }) =>
      and(eq(appointments.id, id), sql`${appointments.setupIntentId} is ${setupIntentId}`),
    ),
  );
  const seen = orm.select({ n: sql`count(*)` }).from(appointments).where(and(own, isKnown));
  const all = orm.select({ n: sql`count(*)` }).from(appointments).where(own);
  return isKnown ? sql`${seen} = ${known.length} and ${all} = ${known.length}` : sql`${all} = 0`;
}

/** Cancels the customer's running offers, which frees their spots. */
export const cancellingOffers =
  (userId: string, now: number): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .update(appointments)
      .set({
        status: 'cancelled',
        cancelledAt: now,
        cancelReason: 'The customer deleted the account.',
        updatedAt: now,
      })
      .where(and(eq(appointments.userId, userId), isRunningOffer, onlyIf));

/** Guards that nothing is left to settle. */
export function nothingInTheWay(orm: Queryable, userId: string): Guard {
  return sql`not exists ${selectObstacles(orm, userId)}`;
}

/** Guards that the customer's boats have no other photos than these. */
export function noOtherFuelFillPhotos(
  orm: Queryable,
  userId: string,
  known: readonly string[],
): Guard {
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

/**
 * Selects recipients with characters for which SQLite can't ignore case. For messages about an
 * appointment, that isn't needed.
 */
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

/** The account whose messages these are, with every spelling of its addresses. */
export type MessagesOf = { userId: string; emails: readonly string[] };

/**
 * Returns an account's messages, including recipients that SQLite can't compare with its addresses.
 */
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
 * Matches messages about the customer's appointments, messages about the account (even at older
 * addresses), and other messages to their addresses that aren't about an appointment. Anyone can
 * enter a guest's address, so a guest's messages stay the guest's.
 */
const ownMessages = (orm: Queryable, { userId, emails }: MessagesOf) =>
  or(
    inArray(outbox.appointmentId, ownAppointments(orm, userId)),
    and(
      isNull(outbox.appointmentId),
      or(
        // The key of a message about the account contains the account's ID.
        sql`exists (select 1 from ${users} where (id = ${userId} or merged_into = ${userId})
          and instr(${outbox.dedupeKey}, id) > 0)`,
        inArray(outbox.recipient, [...emails]),
        inArray(sql`lower(${outbox.recipient})`, [...emails]),
      ),
    ),
  );

/** Selects everything stored about a customer. Read together, the rows are from one moment. */
export function selectOwnData(orm: Queryable, messages: MessagesOf) {
  const { userId } = messages;
  const isSecret = or(...SECRET_KINDS.map((kind) => sql`${outbox.dedupeKey} like ${`${kind}:%`}`));
  return [
    orm.select().from(boats).where(eq(boats.userId, userId)),
    orm.select().from(docks).where(eq(docks.userId, userId)),
    orm.select().from(subscriptions).where(eq(subscriptions.userId, userId)),
    orm.select().from(waitlistEntries).where(eq(waitlistEntries.userId, userId)),
    orm.select().from(loyaltyPoints).where(eq(loyaltyPoints.userId, userId)),
    orm.select().from(paymentMethods).where(eq(paymentMethods.userId, userId)),
    orm.select().from(taxExemptions).where(eq(taxExemptions.userId, userId)),
    orm.select().from(houseAccounts).where(eq(houseAccounts.userId, userId)),
    orm
      .select()
      .from(invoices)
      .where(isOfRecord(invoices.userId, userId))
      .orderBy(asc(invoices.number)),
    orm.select().from(accountPayments).where(eq(accountPayments.userId, userId)),
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
      // The text of a message with a link that gives access to the account is left out.
      .where(and(ownMessages(orm, messages), isNotNull(outbox.sentAt), sql`not (${isSecret})`))
      .orderBy(asc(outbox.createdAt)),
    orm.select().from(sessions).where(eq(sessions.userId, userId)),
    orm
      .select()
      .from(writtenMessages)
      .where(inArray(writtenMessages.appointmentId, ownAppointments(orm, userId)))
      .orderBy(asc(writtenMessages.createdAt)),
  ] as const;
}

/**
 * Removes names, contacts, and places from the customer's appointments and ends their links. The
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

/** Removes the customer's replies to texts from Needs attention. */
export const erasingRepliesOf =
  (userId: string): ConditionalWrite =>
  (orm, onlyIf) =>
    erasingReplies(orm, ownAppointments(orm, userId), onlyIf);

/** Deletes what the customer and staff wrote to each other. */
export const erasingWrittenTo = (userId: string): ConditionalWrite =>
  erasingWritten((orm) => ownAppointments(orm, userId));

/** Empties the messages sent to the customer, but keeps when they were sent. */
export const emptyingMessages =
  (messages: MessagesOf): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .update(outbox)
      .set(ANONYMOUS_MESSAGE)
      .where(and(ownMessages(orm, messages), isNotNull(outbox.sentAt), onlyIf));

/** Deletes the unsent messages. */
export const droppingMessages =
  (messages: MessagesOf): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .delete(outbox)
      .where(and(ownMessages(orm, messages), sql`${outbox.sentAt} is null`, onlyIf));

/**
 * Removes what undoing merges into the customer's record would need, and marks the merged records
 * as deleted.
 */
export const forgettingMerges = (userId: string): ConditionalWrite[] => [
  (orm, onlyIf) =>
    orm
      .update(customerMerges)
      .set({ moved: null })
      .where(and(isOfRecord(customerMerges.keptId, userId), onlyIf)),
  (orm, onlyIf) =>
    orm
      .update(users)
      .set({ username: sql`${FORMER} || ${users.id}`, usernameKey: null })
      .where(and(eq(users.mergedInto, userId), onlyIf)),
];

/**
 * Deletes everything that belongs only to the customer: boats, docks, cards, recurring deliveries,
 * points, notes about them, their tax exemption, and their house account. Issued invoices stay,
 * because the law requires them. The references of payments are removed.
 */
export const removingBelongings = (userId: string): ConditionalWrite[] =>
  [
    boats,
    docks,
    paymentMethods,
    subscriptions,
    waitlistEntries,
    loyaltyPoints,
    customerNotes,
    customerTags,
    taxExemptions,
    houseAccounts,
  ]
    .map(
      (table): ConditionalWrite =>
        (orm, onlyIf) =>
          orm.delete(table).where(and(eq(table.userId, userId), onlyIf)),
    )
    .concat(
      (orm, onlyIf) =>
        orm
          .update(accountPayments)
          .set({ reference: null })
          .where(
            and(eq(accountPayments.userId, userId), isNotNull(accountPayments.reference), onlyIf),
          ),
      (orm, onlyIf) =>
        orm
          .update(invoiceSends)
          .set({ recipient: null })
          .where(
            and(
              sql`${invoiceSends.invoiceNumber} in (select ${invoices.number} from ${invoices} where ${isOfRecord(invoices.userId, userId)})`,
              isNotNull(invoiceSends.recipient),
              onlyIf,
            ),
          ),
    );
