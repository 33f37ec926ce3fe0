import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { CalendarDate } from '@/domain/dates';
import type { WaitingStatus } from '@/domain/waiting-list/waiting-list';
import { orderColumns } from './appointments';
import { id, instant } from './columns';
import { users } from './users';

/**
 * People who wait for a full window, with the whole order, so that an offer can be made without asking
 * them again.
 */
export const waitlistEntries = sqliteTable(
  'waitlist_entries',
  {
    id: id(),
    /** Makes a repeated request return the first entry. Unique per sender. */
    requestId: text('request_id'),
    userId: text('user_id').references(() => users.id),
    status: text('status').$type<WaitingStatus>().notNull(),
    /** Hash of the token in the messages about this entry. */
    linkHash: text('link_hash').notNull(),
    date: text('date').$type<CalendarDate>().notNull(),
    /** Null means any window of the date. */
    slotIndex: integer('slot_index'),
    ...orderColumns,
    boatId: text('boat_id'),
    dockId: text('dock_id'),
    promoCode: text('promo_code'),
    customerName: text('customer_name'),
    customerEmail: text('customer_email'),
    customerPhone: text('customer_phone'),
    customerAddress: text('customer_address'),
    /** Fingerprints of the contact, to limit the entries of a guest. */
    phoneMark: text('phone_mark'),
    emailMark: text('email_mark'),
    /** How messages reach a guest: by the channel that has answered. Null for an account. */
    reach: text('reach').$type<'email' | 'text'>(),
    /** When it joined the line. Null until its contact has answered. */
    queuedAt: instant('queued_at'),
    /**
     * The appointment that reserves the offered spot. It isn't a foreign key, because SQLite would then look for
     * entries at every booking.
     */
    appointmentId: text('appointment_id'),
    /** Counts the offers, so that each is announced once. */
    offers: integer('offers').notNull().default(0),
    /** When the person accepted the current offer. They still have to add a card. */
    acceptedAt: instant('accepted_at'),
    /** Why staff removed it or made an offer out of order. */
    reason: text('reason'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('waitlist_entries_request').on(t.requestId).where(sql`${t.requestId} is not null`),
    uniqueIndex('waitlist_entries_link').on(t.linkHash),
    // Covers the guard of every booking: the people in line for a window.
    index('waitlist_entries_line')
      .on(t.date, t.slotIndex, t.queuedAt, t.id)
      .where(sql`${t.status} = 'waiting'`),
    index('waitlist_entries_open')
      .on(t.date)
      .where(sql`${t.status} in ('unconfirmed', 'waiting', 'offered')`),
    index('waitlist_entries_user').on(t.userId).where(sql`${t.userId} is not null`),
    index('waitlist_entries_phone').on(t.phoneMark).where(sql`${t.phoneMark} is not null`),
    index('waitlist_entries_email').on(t.emailMark).where(sql`${t.emailMark} is not null`),
    index('waitlist_entries_date').on(t.date, t.createdAt),
    index('waitlist_entries_offered').on(t.appointmentId).where(sql`${t.status} = 'offered'`),
  ],
);

/** A row of the table. */
export type WaitlistRow = typeof waitlistEntries.$inferSelect;
