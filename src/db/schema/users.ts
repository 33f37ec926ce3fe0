import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { FuelFillSide } from '@/domain/account/boats';
import type { PositionSource } from '@/domain/account/docks';
import type { MovedThings } from '@/domain/account/merge';
import type { DeliveryMethod } from '@/domain/account/profile';
import type { RecurringPlan, RecurringStatus, Weekday } from '@/domain/account/recurring';
import type { CanType } from '@/domain/order/options';
import type { FuelType } from '@/domain/pricing/fuel';
import type { Role } from '@/domain/roles';
import type { OfficeRole } from '@/domain/staff/areas';
import { cents, flag, id, instant, json } from './columns';
import { drivers } from './drivers';

/**
 * The sort orders of customers in the previous release. Avoid commas here, because the migration
 * generator splits an index at each comma.
 */
const nameOrderOf = (t: Record<'fullName' | 'username', AnySQLiteColumn>) =>
  sql`lower(case when ${t.fullName} is null then ${t.username} else ${t.fullName} end)`;
const contactOrderOf = (t: Record<'email' | 'phone', AnySQLiteColumn>) =>
  sql`lower(case when ${t.email} is not null then ${t.email} when ${t.phone} is not null then ${t.phone} else '' end)`;

/**
 * The current sort orders of customers: by folded keys, or by the old order if a key isn't folded
 * yet. Indexes and queries must use exactly the same expressions.
 */
const nameKeyOf = (t: Record<'nameKey' | 'fullName' | 'username', AnySQLiteColumn>) =>
  sql`case when ${t.nameKey} is null then ${nameOrderOf(t)} else ${t.nameKey} end`;
const contactKeyOf = (t: Record<'contactKey' | 'email' | 'phone', AnySQLiteColumn>) =>
  sql`case when ${t.contactKey} is null then ${contactOrderOf(t)} else ${t.contactKey} end`;

/** 1 for the people in staff's list of customers, else 0. Indexes and queries use this expression. */
const listed = (t: Record<'role', AnySQLiteColumn>) =>
  sql`(${t.role} = 'customer' or ${t.role} = 'guest')`;

/** People who sign in (customers, drivers, and the office), and the records of guests. */
export const users = sqliteTable(
  'users',
  {
    id: id(),
    username: text('username').notNull(),
    /**
     * The username and the email address in the form in which names are compared (domain/text.ts,
     * domain/account/email.ts). Null until they're filled in. They stay null if an older account
     * has the same name.
     */
    usernameKey: text('username_key'),
    emailKey: text('email_key'),
    /** Argon2id hash, which never leaves the server. */
    password: text('password').notNull(),
    fullName: text('full_name'),
    email: text('email'),
    /** Time the address was verified, or null if it wasn't. */
    emailProvenAt: instant('email_proven_at'),
    /** New address that replaces the current one once it's verified. */
    pendingEmail: text('pending_email'),
    /** Set if staff entered the pending address. Then its owner verifies it with the password. */
    pendingEmailBy: text('pending_email_by').$type<'staff'>(),
    /**
     * SHA-256 of the token that verifies the pending address, or the current one if there's none.
     */
    emailProof: text('email_proof'),
    emailProofExpires: instant('email_proof_expires'),
    phone: text('phone'),
    /** Folded sort keys. Null after a change, until they're folded again. */
    nameKey: text('name_key'),
    contactKey: text('contact_key'),
    role: text('role').$type<Role>().notNull().default('customer'),
    /** The person's role before the deactivation, if the current one is `former`. */
    formerRole: text('former_role').$type<OfficeRole>(),
    /** Time of the last invitation to the office. Null once the person has chosen a password. */
    invitedAt: instant('invited_at'),
    driverId: integer('driver_id').references(() => drivers.id),
    /** The person's address, whatever forms call it. */
    address: text('address'),
    /**
     * A guest's email address, and the form in which it's compared. It isn't unique and signs no one
     * in, unlike the address of an account.
     */
    guestEmail: text('guest_email'),
    guestEmailKey: text('guest_email_key'),
    /** The record that this one became part of, if its role is `merged`. */
    mergedInto: text('merged_into').references((): AnySQLiteColumn => users.id, {
      onDelete: 'cascade',
    }),
    preferredFuelType: text('preferred_fuel_type').$type<FuelType>().notNull().default('Premium'),
    typicalFuelCapacity: integer('typical_fuel_capacity'),
    deliveryMethod: text('delivery_method').$type<DeliveryMethod>().notNull().default('boat'),
    preferredCanType: text('preferred_can_type').$type<CanType>().notNull().default('service'),
    /**
     * Time the person last chose preferences. Null means that the values above are only defaults.
     */
    preferencesSavedAt: instant('preferences_saved_at'),
    boatName: text('boat_name'),
    boatType: text('boat_type'),
    stripeCustomerId: text('stripe_customer_id'),
    /** The sentences that were shown the last time the person set up a recurring delivery. */
    recurringTerms: json<string[]>('recurring_terms'),
    /** SHA-256 of the reset token. The token itself is only in the email. */
    resetToken: text('reset_token'),
    resetTokenExpires: instant('reset_token_expires'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    // Unique regardless of case. Look-ups must use lower(…) too.
    uniqueIndex('users_username_unique').on(sql`lower(${t.username})`),
    uniqueIndex('users_email_unique').on(sql`lower(${t.email})`),
    uniqueIndex('users_username_key').on(t.usernameKey),
    uniqueIndex('users_email_key').on(t.emailKey),
    index('users_role').on(t.role),
    // The previous release, which may run next to this version, uses these two.
    index('users_by_name').on(t.role, nameOrderOf(t), t.id),
    index('users_by_contact').on(t.role, contactOrderOf(t), t.id),
    index('users_by_name_key').on(t.role, nameKeyOf(t), t.id),
    index('users_by_contact_key').on(t.role, contactKeyOf(t), t.id),
    // Customers and guests in one order, for the list of customers.
    index('users_listed_by_name').on(listed(t), nameKeyOf(t), t.id),
    index('users_listed_by_contact').on(listed(t), contactKeyOf(t), t.id),
    index('users_guest_email').on(t.guestEmailKey).where(sql`${t.guestEmailKey} is not null`),
    index('users_merged').on(t.mergedInto),
    index('users_full_name').on(t.fullName, t.id),
    index('users_reset_token').on(t.resetToken),
    index('users_email_proof').on(t.emailProof),
  ],
);

export const IS_LISTED = sql`${listed(users)} = 1`;
export const userNameOrder = nameKeyOf(users);
export const userContactOrder = contactKeyOf(users);

/** Signed-in browsers. Only the hash of a token is stored. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: id(),
    tokenHash: text('token_hash').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * An emergency session is short and isn't extended. A hand-over session belongs to a
     * deactivated driver and doesn't sign anyone in.
     */
    kind: text('kind').$type<'normal' | 'emergency' | 'hand_over'>().notNull().default('normal'),
    userAgent: text('user_agent'),
    /** Network address of the last request. It's shown to the user and deleted with the session. */
    address: text('address'),
    /** Time of two-step verification, or null if only a password was used. */
    secondFactorAt: instant('second_factor_at'),
    /** Time the person last confirmed their identity, or null if they haven’t since signing in. */
    confirmedAt: instant('confirmed_at'),
    /** Time its driver was deactivated. Null for other sessions. */
    retiredAt: instant('retired_at'),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expires').on(t.expiresAt)],
);

/** Boats of a customer. */
export const boats = sqliteTable(
  'boats',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    type: text('type'),
    length: integer('length'),
    fuelCapacity: integer('fuel_capacity'),
    /** The fuel it takes, and the one it must never be filled with. */
    fuelTaken: text('fuel_taken').$type<FuelType>(),
    fuelNever: text('fuel_never').$type<FuelType>(),
    fillerSide: text('filler_side').$type<FuelFillSide>(),
    fillerPlace: text('filler_place'),
    /** The fuel-fill photo. The key names its file. */
    fillerPhotoId: text('filler_photo_id').unique(),
    fillerPhotoKey: text('filler_photo_key'),
    isDefault: flag('is_default').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('boats_user').on(t.userId)],
);

/** Customers' docks. */
export const docks = sqliteTable(
  'docks',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The address as text, which is the `location` of its orders. */
    label: text('label').notNull(),
    slip: text('slip'),
    /** Visible only to staff and to the driver on the day of the delivery. */
    gateCode: text('gate_code'),
    /** Directions or other advice for the driver. */
    note: text('note'),
    latitude: real('latitude'),
    longitude: real('longitude'),
    /** Source of the position. A delivery sets one only if the customer didn't. */
    positionSource: text('position_source').$type<PositionSource>(),
    isDefault: flag('is_default').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('docks_user').on(t.userId)],
);

/** Recurring deliveries. */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    planType: text('plan_type').$type<RecurringPlan>().notNull(),
    fuelType: text('fuel_type').$type<FuelType>().notNull(),
    gallons: integer('gallons').notNull(),
    deliveryDay: text('delivery_day').$type<Weekday>().notNull(),
    status: text('status').$type<RecurringStatus>().notNull().default('active'),
    /** The date of the next booking, or null while paused. */
    nextDelivery: text('next_delivery'),
    /** The account's boat and dock. Null in older plans means the default ones. */
    boatId: text('boat_id'),
    dockId: text('dock_id'),
    /** The place, if it isn't one of the account's docks. */
    location: text('location'),
    slipNumber: text('slip_number'),
    fillUp: flag('fill_up').notNull().default(false),
    /** Null means the profile's preference. */
    canType: text('can_type').$type<CanType>(),
    smallIceBags: integer('small_ice_bags').notNull().default(0),
    largeIceBags: integer('large_ice_bags').notNull().default(0),
    /** The preferred time window, or null for the first available one. */
    slotIndex: integer('slot_index'),
    /** The last date to deliver on, or null for no end. */
    endDate: text('end_date'),
    /** The price of one delivery, at the prices on the day it was set up. */
    priceCents: cents('price_cents'),
    /** The sentences that the customer agreed to. Null if it was set up before we stored them. */
    terms: json<string[]>('terms'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('subscriptions_user').on(t.userId),
    index('subscriptions_due').on(t.status, t.nextDelivery),
  ],
);

/** Staff's notes about customers. Customers never see them. */
export const customerNotes = sqliteTable(
  'customer_notes',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    authorName: text('author_name').notNull(),
    /** True if the drivers of the customer's deliveries see it too. */
    forDriver: flag('for_driver').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('customer_notes_user').on(t.userId, t.createdAt),
    index('customer_notes_for_driver').on(t.userId, t.createdAt).where(sql`${t.forDriver} = 1`),
  ],
);

/** Staff's tags on customers. Customers never see them. */
export const customerTags = sqliteTable(
  'customer_tags',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The tag in folded form, by which tags are compared. */
    tagKey: text('tag_key').notNull(),
    tag: text('tag').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.tagKey] }),
    index('customer_tags_key').on(t.tagKey, t.tag, t.userId),
  ],
);

export const loyaltyPoints = sqliteTable(
  'loyalty_points',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    points: integer('points').notNull().default(0),
    totalEarned: integer('total_earned').notNull().default(0),
    lastUpdated: instant('last_updated').notNull(),
  },
  (t) => [uniqueIndex('loyalty_points_user').on(t.userId)],
);

/**
 * Customers' saved cards: references to Stripe and the parts people recognize, never a card number.
 */
export const paymentMethods = sqliteTable(
  'payment_methods',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name'),
    stripePaymentMethodId: text('stripe_payment_method_id').notNull().unique(),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    /**
     * Stripe's ID for the card number, so a card saved twice is recognized. If Stripe doesn't
     * provide one, it's the payment method's ID. Null until Stripe answers.
     */
    fingerprint: text('fingerprint'),
    /** The last month that the card works. Null until Stripe answers. */
    expMonth: integer('exp_month'),
    expYear: integer('exp_year'),
    isDefault: flag('is_default').notNull().default(false),
    /**
     * The sentences that the customer agreed to when they added the card to the account. Null if it
     * was saved with an appointment, which has its own.
     */
    terms: text('terms', { mode: 'json' }).$type<string[]>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [index('payment_methods_user').on(t.userId)],
);

/**
 * Merges of two customer records. While a merge can be undone, its row has everything that moved.
 */
export const customerMerges = sqliteTable(
  'customer_merges',
  {
    /** Increases, so that the latest merge is undone first. */
    number: integer('number').primaryKey({ autoIncrement: true }),
    /** Makes a repeated press return the first merge. */
    requestId: text('request_id').notNull().unique(),
    keptId: text('kept_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    goneId: text('gone_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null once the merge is undone, can't be undone anymore, or a person was erased. */
    moved: json<MovedThings>('moved'),
    madeBy: text('made_by').notNull(),
    madeAt: instant('made_at').notNull(),
    undoneBy: text('undone_by'),
    undoneAt: instant('undone_at'),
  },
  (t) => [
    index('customer_merges_kept').on(t.keptId, t.number),
    index('customer_merges_gone').on(t.goneId),
    index('customer_merges_undoable').on(t.madeAt).where(sql`${t.moved} is not null`),
  ],
);
