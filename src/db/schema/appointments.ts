import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  index,
  integer,
  real,
  type SQLiteColumnBuilderBase,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { BoatFacts } from '@/domain/account/boats';
import type { DockFacts } from '@/domain/account/docks';
import type { BookedBy } from '@/domain/appointment/booked-by';
import type { AppointmentStatus } from '@/domain/appointment/status';
import type { NotDeliveredReason } from '@/domain/driver/not-delivered';
import { NO_CENTS, NO_GALLONS } from '@/domain/money';
import type { CanType } from '@/domain/order/options';
import type { Order } from '@/domain/order/order';
import type { PaymentMethod, PaymentStatus } from '@/domain/payment/status';
import type { FuelType } from '@/domain/pricing/fuel';
import type { PriceColumns } from '@/domain/pricing/quote';
import { cents, flag, gallonTenths, id, instant, json } from './columns';
import { drivers } from './drivers';
import { users } from './users';

/** The columns of a table whose rows hold an order; each has the name of its field. */
const orderColumns = {
  location: text('location').notNull(),
  slipNumber: text('slip_number'),
  fuelType: text('fuel_type').$type<FuelType>().notNull(),
  estimatedGallonsTenths: gallonTenths('estimated_gallons_tenths').notNull().default(NO_GALLONS),
  fillUp: flag('fill_up').notNull().default(false),
  canType: text('can_type').$type<CanType>().notNull().default('service'),
  smallIceBags: integer('small_ice_bags').notNull().default(0),
  mediumIceBags: integer('medium_ice_bags').notNull().default(0),
  largeIceBags: integer('large_ice_bags').notNull().default(0),
} satisfies Record<keyof Order, SQLiteColumnBuilderBase>;

/** The columns that keep a quote, line by line. */
const priceColumns = {
  fuelTotalCents: cents('fuel_total_cents').notNull().default(NO_CENTS),
  iceTotalCents: cents('ice_total_cents').notNull().default(NO_CENTS),
  deliveryFeeCents: cents('delivery_fee_cents').notNull().default(NO_CENTS),
  totalPriceCents: cents('total_price_cents').notNull().default(NO_CENTS),
} satisfies Record<keyof PriceColumns, SQLiteColumnBuilderBase>;

/** What the last release searches in, as one text in an index, beside this program. */
const searchTextOf = (
  t: Record<'publicCode' | 'location' | 'customerName' | 'customerPhone', AnySQLiteColumn>,
) =>
  // Without a comma: the migration generator splits an index at each.
  sql`(${t.publicCode} || ' ' || ${t.location} || case when ${t.customerName} is null then '' else ' ' || ${t.customerName} end || case when ${t.customerPhone} is null then '' else ' ' || ${t.customerPhone} end)`;

/**
 * Appointments, and what became of them. Where the specification names one fact
 * several times (three payment intent ids, two paid flags) it is stored once and named at the edge:
 * docs/decisions/2026-11-21-one-fact-one-column.md.
 */
export const appointments = sqliteTable(
  'appointments',
  {
    id: id(),
    /** Moves with the order, time, dock, driver, price and status. */
    version: integer('version').notNull().default(1),
    /** Short and readable on the phone; ids stay for calls. */
    publicCode: text('public_code').notNull().unique(),
    /** Makes a repeated send return the first appointment; unique within its owner. */
    requestId: text('request_id'),
    /** Tells another content under the same request id; null where our own program booked. */
    requestHash: text('request_hash'),
    userId: text('user_id').references(() => users.id),
    /** Counts the links: only the newest one opens the appointment. */
    linkVersion: integer('link_version').notNull().default(0),
    /** The hash of the newest link's token, after the name of the secret that it is made with. */
    linkHash: text('link_hash'),
    /** How often the last digits of the phone number were wrong for that link. */
    linkTries: integer('link_tries').notNull().default(0),
    driverId: integer('driver_id').references(() => drivers.id),

    date: text('date').notNull(),
    slotIndex: integer('slot_index').notNull(),
    status: text('status').$type<AppointmentStatus>().notNull().default('pending'),
    /** Who holds it, beside the account, so that holds can be limited: signatures, and a key's id. */
    heldByBrowser: text('held_by_browser'),
    heldByPhone: text('held_by_phone'),
    heldByAddress: text('held_by_address'),
    heldByKey: text('held_by_key'),
    /** When the hold expires; null once the appointment is finalized. */
    holdExpiresAt: instant('hold_expires_at'),

    ...orderColumns,
    /** The boat and the dock of the account that were chosen; they may be gone by now. */
    boatId: text('boat_id'),
    dockId: text('dock_id'),
    /** What the driver needs to know of them: a copy, which follows them until the delivery is closed. */
    boat: json<BoatFacts>('boat'),
    dock: json<DockFacts>('dock'),
    /** From the middle of the service area to the dock as the crow flies; null while that is not known. */
    metresAway: integer('metres_away'),
    /** That was beyond the service area when it was booked, or when the dock moved: staff decide. */
    beyondServiceArea: flag('beyond_service_area').notNull().default(false),
    actualGallonsTenths: gallonTenths('actual_gallons_tenths'),
    /** Where the dock is, as the driver's device knew when delivering; null where it did not. */
    latitude: real('latitude'),
    longitude: real('longitude'),

    customerName: text('customer_name'),
    customerEmail: text('customer_email'),
    customerPhone: text('customer_phone'),
    customerAddress: text('customer_address'),

    /** Charged per gallon, service included; copied when booked and kept. */
    unitPriceCents: cents('unit_price_cents').notNull(),
    /** Set by staff; final, and stronger than the price above. */
    customUnitPriceCents: cents('custom_unit_price_cents'),
    /** The gallons for which staff agreed on it, or were last told of; null where none is set. */
    customPriceGallonsTenths: gallonTenths('custom_price_gallons_tenths'),
    ...priceColumns,

    paymentMethod: text('payment_method').$type<PaymentMethod>().notNull().default('cash'),
    paymentStatus: text('payment_status').$type<PaymentStatus>().notNull().default('pending'),
    paymentMethodStored: flag('payment_method_stored').notNull().default(false),
    setupIntentId: text('setup_intent_id'),
    setupAttempt: integer('setup_attempt').notNull().default(0),
    stripePaymentMethodId: text('stripe_payment_method_id'),
    stripeCustomerId: text('stripe_customer_id'),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    /** Stripe's own name of its number, so that a card on many deliveries can be limited. */
    cardFingerprint: text('card_fingerprint'),
    /** The last month in which it works. */
    cardExpMonth: integer('card_exp_month'),
    cardExpYear: integer('card_exp_year'),
    /** The sentences that the customer saw when saving it. Null for cards saved before we stored them. */
    cardTerms: json<string[]>('card_terms'),
    /** The PaymentIntent of its first charge; those of corrections are with their charges. */
    paymentIntentId: text('payment_intent_id'),
    totalPaidCents: cents('total_paid_cents').notNull().default(NO_CENTS),
    refundedCents: cents('refunded_cents').notNull().default(NO_CENTS),
    /** What banks took back in disputes that were lost. */
    disputedCents: cents('disputed_cents').notNull().default(NO_CENTS),
    remainingBalanceCents: cents('remaining_balance_cents').notNull().default(NO_CENTS),
    balancePaid: flag('balance_paid').notNull().default(false),
    paidAt: instant('paid_at'),

    promoCode: text('promo_code'),
    promoCodeUsed: flag('promo_code_used').notNull().default(false),
    /** A promo code put this appointment in test mode: never charged, counts nowhere. */
    testMode: flag('test_mode').notNull().default(false),

    notes: text('notes'),
    /** Who of ours booked it; null where the customer did. */
    bookedBy: text('booked_by').$type<BookedBy>(),
    noCardReason: text('no_card_reason'),
    cancelReason: text('cancel_reason'),
    cancelledAt: instant('cancelled_at'),
    /**
     * Why a cancelled appointment counts as delivered all the same; it may stand beyond the capacity of its
     * time slot.
     */
    recordedReason: text('recorded_reason'),
    /** Why it was booked beyond the capacity of its time slot; null where there was a place. */
    overCapacityReason: text('over_capacity_reason'),
    /** Why a driver who came could not deliver; null for every other end. */
    notDeliveredReason: text('not_delivered_reason').$type<NotDeliveredReason>(),
    enRouteAt: instant('en_route_at'),
    /** About when the driver on the way should be there. */
    arrivalAt: instant('arrival_at'),
    completedAt: instant('completed_at'),
    /** The device's own clock at completion, as told; the server's is the truth. */
    deviceCompletedAt: text('device_completed_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('appointments_request').on(t.requestId).where(sql`${t.requestId} is not null`),
    uniqueIndex('appointments_link').on(t.linkHash),
    // The guard of every booking and the occupancy of every time slot read this one, and no row of the
    // table: status and hold tell whether an appointment takes a place.
    index('appointments_occupancy').on(t.date, t.slotIndex, t.status, t.holdExpiresAt),
    // Holds all that a customer's totals are made of, so that 50,000 rows are added up from the
    // index alone.
    index('appointments_user').on(
      t.userId,
      t.date,
      t.slotIndex,
      t.status,
      t.holdExpiresAt,
      t.createdAt,
      t.totalPaidCents,
      t.refundedCents,
      t.disputedCents,
    ),
    // A staff section is counted and paged in this one alone.
    index('appointments_status').on(
      t.status,
      t.date,
      t.slotIndex,
      t.holdExpiresAt,
      t.userId,
      searchTextOf(t),
    ),
    // The sums of a season (income, debts) need this index alone; an appointment enters it with its
    // delivery.
    index('appointments_report')
      .on(
        // Always the same, and yet first: SQLite would otherwise take the index of the sections.
        t.status,
        t.date,
        t.fuelType,
        t.actualGallonsTenths,
        t.smallIceBags,
        t.largeIceBags,
        t.iceTotalCents,
        t.paymentMethod,
        t.totalPaidCents,
        t.refundedCents,
        t.disputedCents,
        t.remainingBalanceCents,
      )
      .where(sql`${t.status} = 'completed' and ${t.testMode} = 0`),
    // A new appointment enters neither this one nor the next two.
    index('appointments_driver')
      .on(t.driverId, t.date, t.slotIndex)
      .where(sql`${t.driverId} is not null`),
    index('appointments_setup_intent')
      .on(t.setupIntentId)
      .where(sql`${t.setupIntentId} is not null`),
    index('appointments_payment_intent')
      .on(t.paymentIntentId)
      .where(sql`${t.paymentIntentId} is not null`),
    // A customer's history; an appointment enters it when it is delivered.
    index('appointments_history')
      .on(t.userId, t.completedAt, t.id)
      .where(sql`${t.status} = 'completed'`),
    // What each customer owes; an appointment enters it when it is delivered and not paid at once.
    index('appointments_owed')
      .on(t.userId, t.remainingBalanceCents)
      .where(sql`${t.remainingBalanceCents} > 0`),
    // Finds where a dock is by the deliveries made there before.
    index('appointments_place').on(t.location, t.completedAt).where(sql`${t.latitude} is not null`),
    // What a phone number and a card have open, for the limit on both. An appointment leaves them once
    // staff confirm it.
    index('appointments_open_phone')
      .on(t.heldByPhone, t.date)
      .where(sql`${t.status} = 'pending' and ${t.heldByPhone} is not null`),
    index('appointments_open_card')
      .on(t.cardFingerprint, t.date)
      .where(sql`${t.status} = 'pending' and ${t.cardFingerprint} is not null`),
    index('appointments_hold').on(t.holdExpiresAt).where(sql`${t.holdExpiresAt} is not null`),
  ],
);

/** An appointment as it is stored. */
export type AppointmentRow = typeof appointments.$inferSelect;
