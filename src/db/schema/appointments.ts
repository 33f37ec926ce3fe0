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
import type { HoldKind } from '@/domain/appointment/hold-limits';
import type { AppointmentStatus } from '@/domain/appointment/status';
import type { NotDeliveredReason } from '@/domain/driver/not-delivered';
import { NO_CENTS, NO_GALLONS } from '@/domain/money';
import type { CanType } from '@/domain/order/options';
import type { Order } from '@/domain/order/order';
import type { PaymentMethod, PaymentStatus } from '@/domain/payment/status';
import type { Discount } from '@/domain/pricing/discount';
import type { FuelType } from '@/domain/pricing/fuel';
import type { PriceList } from '@/domain/pricing/price-list';
import type { FormerFuel } from '@/domain/pricing/promised-prices';
import type { PriceColumns } from '@/domain/pricing/quote';
import type { SaleTax } from '@/domain/tax/tax';
import type { Ticket } from '@/domain/trucks/ticket';
import { cents, flag, gallonTenths, id, instant, json, unitPrice } from './columns';
import { drivers } from './drivers';
import { users } from './users';

/** Columns of a stored order, with the names of its fields. */
export const orderColumns = {
  location: text('location').notNull(),
  slipNumber: text('slip_number'),
  driverNote: text('driver_note'),
  fuelType: text('fuel_type').$type<FuelType>().notNull(),
  estimatedGallonsTenths: gallonTenths('estimated_gallons_tenths').notNull().default(NO_GALLONS),
  fillUp: flag('fill_up').notNull().default(false),
  canType: text('can_type').$type<CanType>().notNull().default('service'),
  smallIceBags: integer('small_ice_bags').notNull().default(0),
  mediumIceBags: integer('medium_ice_bags').notNull().default(0),
  largeIceBags: integer('large_ice_bags').notNull().default(0),
} satisfies Record<keyof Order, SQLiteColumnBuilderBase>;

/** Columns of a stored quote, line by line. */
const priceColumns = {
  fuelTotalCents: cents('fuel_total_cents').notNull().default(NO_CENTS),
  iceTotalCents: cents('ice_total_cents').notNull().default(NO_CENTS),
  deliveryFeeCents: cents('delivery_fee_cents').notNull().default(NO_CENTS),
  /** Zero or negative. */
  discountCents: cents('discount_cents').notNull().default(NO_CENTS),
  totalPriceCents: cents('total_price_cents').notNull().default(NO_CENTS),
} satisfies Record<keyof PriceColumns, SQLiteColumnBuilderBase>;

/** The indexed text that the previous release searches. That release may still run next to this version. */
const searchTextOf = (
  t: Record<'publicCode' | 'location' | 'customerName' | 'customerPhone', AnySQLiteColumn>,
) =>
  // Avoid commas here, because the migration generator splits an index at each comma.
  sql`(${t.publicCode} || ' ' || ${t.location} || case when ${t.customerName} is null then '' else ' ' || ${t.customerName} end || case when ${t.customerPhone} is null then '' else ' ' || ${t.customerPhone} end)`;

/**
 * Appointments. The specification has several names for some facts (three PaymentIntent IDs, two
 * paid flags). Each fact is stored once and gets its other names at the edge:
 * docs/decisions/2026-11-21-one-fact-one-column.md.
 */
export const appointments = sqliteTable(
  'appointments',
  {
    id: id(),
    /** Increases when the order, time, dock, driver, price, or status changes. */
    version: integer('version').notNull().default(1),
    /** Short enough to read aloud on the phone. API calls use the ID. */
    publicCode: text('public_code').notNull().unique(),
    /** Makes a repeated request return the first appointment. Unique per owner. */
    requestId: text('request_id'),
    /** Detects different content under the same request ID. Null if our own program booked. */
    requestHash: text('request_hash'),
    userId: text('user_id').references(() => users.id),
    /** Counts the delivery links. Only the newest one opens the appointment. */
    linkVersion: integer('link_version').notNull().default(0),
    /** Hash of the newest link's token, after the name of the secret it was created with. */
    linkHash: text('link_hash'),
    /** Number of wrong guesses of the phone digits with that link. */
    linkTries: integer('link_tries').notNull().default(0),
    driverId: integer('driver_id').references(() => drivers.id),

    date: text('date').notNull(),
    slotIndex: integer('slot_index').notNull(),
    status: text('status').$type<AppointmentStatus>().notNull().default('pending'),
    /**
     * Identifies the person behind a hold in ways other than the account, to limit holds: by
     * fingerprints, and by an API key's ID.
     */
    heldByBrowser: text('held_by_browser'),
    heldByPhone: text('held_by_phone'),
    heldByAddress: text('held_by_address'),
    heldByKey: text('held_by_key'),
    /** Time the hold expires, or null once the appointment is finalized. */
    holdExpiresAt: instant('hold_expires_at'),
    /** An offer from the waiting list doesn't count toward the limits on visitors' holds. */
    holdKind: text('hold_kind').$type<HoldKind>().notNull().default('visitor'),

    ...orderColumns,
    /** The account's chosen boat and dock. They may have been deleted since. */
    boatId: text('boat_id'),
    dockId: text('dock_id'),
    /**
     * Facts for the driver, copied from the boat and dock and kept up to date until the delivery is
     * closed.
     */
    boat: json<BoatFacts>('boat'),
    dock: json<DockFacts>('dock'),
    /** Straight-line distance from the center of the service area in meters. Null if unknown. */
    metresAway: integer('metres_away'),
    /**
     * True if the dock was outside the service area when booked or moved, so staff must approve.
     */
    beyondServiceArea: flag('beyond_service_area').notNull().default(false),
    actualGallonsTenths: gallonTenths('actual_gallons_tenths'),
    /** Position of the dock, from the driver's device at delivery. Null if it had none. */
    latitude: real('latitude'),
    longitude: real('longitude'),

    customerName: text('customer_name'),
    customerEmail: text('customer_email'),
    customerPhone: text('customer_phone'),
    customerAddress: text('customer_address'),

    /** Price per gallon including our service charge, copied when booked. */
    unitPriceCents: unitPrice('unit_price_cents').notNull(),
    /** The price promised for the fuel that the order had before. It returns with that fuel. */
    formerFuel: json<FormerFuel>('former_fuel'),
    /** Set by staff. Overrides the price above. */
    customUnitPriceCents: unitPrice('custom_unit_price_cents'),
    /**
     * The gallons for which staff agreed to the custom price, or about which they were last
     * notified. Null without a custom price.
     */
    customPriceGallonsTenths: gallonTenths('custom_price_gallons_tenths'),
    ...priceColumns,
    /**
     * The fees and ice prices that the appointment was booked with. Null means the list that applied before
     * the owner set other prices.
     */
    priceList: json<PriceList>('price_list'),
    /** The discount that the appointment was booked with. Its code is in `promoCode`. */
    discount: json<Discount>('discount'),
    /** Fingerprints of the customer's phone number and email, to limit uses of the discount. */
    discountPhone: text('discount_phone'),
    discountEmail: text('discount_email'),
    /**
     * The tax that the total includes, fixed when the delivery is completed. Null before that, and
     * if no rate applied on its date.
     */
    taxes: json<SaleTax>('taxes'),
    /** The delivery ticket. Null before the completion, and if there was no truck then. */
    ticket: json<Ticket>('ticket'),

    paymentMethod: text('payment_method').$type<PaymentMethod>().notNull().default('cash'),
    paymentStatus: text('payment_status').$type<PaymentStatus>().notNull().default('pending'),
    paymentMethodStored: flag('payment_method_stored').notNull().default(false),
    setupIntentId: text('setup_intent_id'),
    setupAttempt: integer('setup_attempt').notNull().default(0),
    /** True if the card that's being entered is for this delivery only. */
    setupForThisOnly: flag('setup_for_this_only').notNull().default(false),
    /**
     * The sentences that were shown the last time the customer chose a card, until one is saved.
     */
    setupTerms: json<string[]>('setup_terms'),
    stripePaymentMethodId: text('stripe_payment_method_id'),
    stripeCustomerId: text('stripe_customer_id'),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    /** Stripe's ID for the card number, to limit the deliveries per card. */
    cardFingerprint: text('card_fingerprint'),
    /** The last month that the card works. */
    cardExpMonth: integer('card_exp_month'),
    cardExpYear: integer('card_exp_year'),
    /** The sentences that the customer saw when saving it. Null for cards saved before we stored them. */
    cardTerms: json<string[]>('card_terms'),
    /**
     * True if the card isn't saved in the customer's account and is removed at Stripe once the
     * delivery is settled.
     */
    cardForThisOnly: flag('card_for_this_only').notNull().default(false),
    /** Time at which that card was removed at Stripe. */
    cardDetachedAt: instant('card_detached_at'),
    /** PaymentIntent of the first charge. Those of corrections are in their charges. */
    paymentIntentId: text('payment_intent_id'),
    totalPaidCents: cents('total_paid_cents').notNull().default(NO_CENTS),
    refundedCents: cents('refunded_cents').notNull().default(NO_CENTS),
    /** Amount that banks withdrew in lost disputes. */
    disputedCents: cents('disputed_cents').notNull().default(NO_CENTS),
    remainingBalanceCents: cents('remaining_balance_cents').notNull().default(NO_CENTS),
    balancePaid: flag('balance_paid').notNull().default(false),
    paidAt: instant('paid_at'),

    promoCode: text('promo_code'),
    promoCodeUsed: flag('promo_code_used').notNull().default(false),
    /** True if a promo code put this appointment in test mode: it's never charged or counted. */
    testMode: flag('test_mode').notNull().default(false),

    notes: text('notes'),
    /** The role that booked for the customer. Null if the customer booked. */
    bookedBy: text('booked_by').$type<BookedBy>(),
    noCardReason: text('no_card_reason'),
    cancelReason: text('cancel_reason'),
    cancelledAt: instant('cancelled_at'),
    /** Why a cancelled appointment counts as delivered. It may exceed its window's capacity. */
    recordedReason: text('recorded_reason'),
    /** Why the appointment exceeds its window's capacity. Null if there was a spot. */
    overCapacityReason: text('over_capacity_reason'),
    /** Why a driver couldn't deliver. Null unless that happened. */
    notDeliveredReason: text('not_delivered_reason').$type<NotDeliveredReason>(),
    enRouteAt: instant('en_route_at'),
    /** Approximate arrival of the driver who is en route. */
    arrivalAt: instant('arrival_at'),
    completedAt: instant('completed_at'),
    /** Time on the device's clock at completion, unchecked. The server's time decides. */
    deviceCompletedAt: text('device_completed_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('appointments_request').on(t.requestId).where(sql`${t.requestId} is not null`),
    uniqueIndex('appointments_link').on(t.linkHash),
    // With this index, every booking's guard and every window's occupancy can be checked without
    // reading the table, because status and hold show whether an appointment takes a spot.
    index('appointments_occupancy').on(t.date, t.slotIndex, t.status, t.holdExpiresAt),
    // Covers everything in a customer's totals, so 50,000 rows can be added up from the index
    // alone.
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
    // Covers counting and paging of a staff section.
    index('appointments_status').on(
      t.status,
      t.date,
      t.slotIndex,
      t.holdExpiresAt,
      t.userId,
      searchTextOf(t),
    ),
    // Covers the sums of a season (income, debts). An appointment is added when it's delivered.
    index('appointments_report')
      .on(
        // The status is always the same here, but without it, SQLite would use the index of the
        // sections.
        t.status,
        t.date,
        t.fuelType,
        t.actualGallonsTenths,
        t.smallIceBags,
        t.largeIceBags,
        t.iceTotalCents,
        t.discountCents,
        t.paymentMethod,
        t.totalPaidCents,
        t.refundedCents,
        t.disputedCents,
        t.remainingBalanceCents,
        // The query's condition has this column, and SQLite would read the row for any column
        // that's missing here.
        t.testMode,
      )
      .where(sql`${t.status} = 'completed' and ${t.testMode} = 0`),
    // New appointments aren't in this index or the next two.
    index('appointments_driver')
      .on(t.driverId, t.date, t.slotIndex)
      .where(sql`${t.driverId} is not null`),
    index('appointments_setup_intent')
      .on(t.setupIntentId)
      .where(sql`${t.setupIntentId} is not null`),
    index('appointments_payment_intent')
      .on(t.paymentIntentId)
      .where(sql`${t.paymentIntentId} is not null`),
    // A customer's history. An appointment is added when it's delivered.
    index('appointments_history')
      .on(t.userId, t.completedAt, t.id)
      .where(sql`${t.status} = 'completed'`),
    // Customers' balances. An appointment is added if it's delivered but not paid immediately.
    index('appointments_owed')
      .on(t.userId, t.remainingBalanceCents)
      .where(sql`${t.remainingBalanceCents} > 0`),
    // Finds a dock's position from earlier deliveries.
    index('appointments_place').on(t.location, t.completedAt).where(sql`${t.latitude} is not null`),
    // Open deliveries by phone number and by card, for their limits. An appointment is removed once
    // staff confirm it.
    index('appointments_open_phone')
      .on(t.heldByPhone, t.date)
      .where(sql`${t.status} = 'pending' and ${t.heldByPhone} is not null`),
    index('appointments_open_card')
      .on(t.cardFingerprint, t.date)
      .where(sql`${t.status} = 'pending' and ${t.cardFingerprint} is not null`),
    // Cards to remove at Stripe. A card that's saved in an account isn't in this index.
    index('appointments_card_for_once')
      .on(t.date)
      .where(sql`${t.cardForThisOnly} = 1 and ${t.cardDetachedAt} is null`),
    // Covers counting the uses of a discount, in total and by one customer. Appointments without a code
    // aren't in this index.
    index('appointments_discount')
      .on(t.promoCode, t.status, t.holdExpiresAt, t.userId, t.discountPhone, t.discountEmail)
      .where(sql`${t.promoCode} is not null`),
    // Covers the sums of taxes. An appointment is added when it's delivered, if a tax applies.
    index('appointments_taxes').on(t.date, t.taxes).where(sql`${t.taxes} is not null`),
    index('appointments_hold').on(t.holdExpiresAt).where(sql`${t.holdExpiresAt} is not null`),
  ],
);

/** A row of the table. */
export type AppointmentRow = typeof appointments.$inferSelect;
