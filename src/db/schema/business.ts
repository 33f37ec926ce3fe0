import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { HomePhoto } from '@/domain/home-photo';
import type { LegalKind } from '@/domain/legal/legal-texts';
import type { Logo } from '@/domain/logo';
import type { DiscountedLine } from '@/domain/pricing/discount';
import type { MarketPrices } from '@/domain/pricing/fuel';
import type { OwnPrices } from '@/domain/pricing/price-book';
import type { AreaPolicy } from '@/domain/route/service-area';
import type { Zones } from '@/domain/time-zones';
import type { WindOfDay } from '@/domain/wind';
import { cents, flag, gallonTenths, instant, json, unitPrice } from './columns';

/** The texts on the Support page, in one row. */
export const supportSettings = sqliteTable('support_settings', {
  id: integer('id').primaryKey(),
  phone: text('phone').notNull(),
  email: text('email').notNull(),
  businessHours: text('business_hours').notNull(),
  serviceArea: text('service_area').notNull(),
  emergencyInfo: text('emergency_info').notNull(),
  /** JSON text of [{question, answer}], validated when saved. */
  faqItems: text('faq_items').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** The owner's settings, in one row. Null means the default. */
export const businessSettings = sqliteTable('business_settings', {
  id: integer('id').primaryKey(),
  confirmAboveCents: cents('confirm_above_cents'),
  confirmRefundsAboveCents: cents('confirm_refunds_above_cents'),
  serviceRadiusMiles: integer('service_radius_miles'),
  serviceCenter: text('service_center'),
  serviceZips: text('service_zips'),
  areaPolicy: text('area_policy').$type<AreaPolicy>(),
  messagesFromHour: integer('messages_from_hour'),
  messagesUntilHour: integer('messages_until_hour'),
  eveningHour: integer('evening_hour'),
  asksForPhoto: flag('asks_for_photo'),
  asksForSignature: flag('asks_for_signature'),
  asksForReadings: flag('asks_for_readings'),
  showsPhotos: flag('shows_photos'),
  windLimitMph: integer('wind_limit_mph'),
  countLimitTenths: gallonTenths('count_limit_tenths'),
  companyName: text('company_name'),
  companyAddress: text('company_address'),
  waters: text('waters'),
  licenseLine: text('license_line'),
  cancellationPolicy: text('cancellation_policy'),
  senderName: text('sender_name'),
  senderEmail: text('sender_email'),
  homePhoto: json<HomePhoto | null>('home_photo'),
  logo: json<Logo | null>('logo'),
  /** All time zones of the business. Null until the owner changes the environment's. */
  timeZones: json<Zones | null>('time_zones'),
  updatedAt: instant('updated_at').notNull(),
});

/**
 * The versions of the terms and the privacy notice that the owner saved. Rows are only added, so the
 * text behind an earlier customer's agreement stays readable. Without a row, the default applies.
 */
export const legalTexts = sqliteTable(
  'legal_texts',
  {
    kind: text('kind').$type<LegalKind>().notNull(),
    /** Counts the saved versions of a kind from 1. */
    version: integer('version').notNull(),
    /** Empty if the owner returned to the default. */
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.version] })],
);

/**
 * The standard texts that customers agreed to, as they were shown. They contain the
 * company's name, so each version is stored once. Rows are only added.
 */
export const standardTexts = sqliteTable('standard_texts', {
  /** The start of the text's SHA-256. */
  id: text('id').primaryKey(),
  kind: text('kind').$type<LegalKind>().notNull(),
  body: text('body').notNull(),
  shownAt: instant('shown_at').notNull(),
});

/**
 * Market prices over time. The newest row applies, and a manual one applies until it's reverted. A
 * planned price in `price_entries` that began after the newest row was stored takes its place.
 */
export const fuelPrices = sqliteTable('fuel_prices', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  regularCents: unitPrice('regular_cents').notNull(),
  premiumCents: unitPrice('premium_cents').notNull(),
  zipCode: text('zip_code').notNull().default('49047'),
  isManualOverride: flag('is_manual_override').notNull().default(false),
  updatedAt: instant('updated_at').notNull(),
  /** When the row was stored. Null in older rows, which are older than any planned price. */
  setAt: instant('set_at'),
});

/**
 * Changes of our own prices and fees, each with the instant from which it applies. Rows are only
 * added, so cancelling a planned change also adds a row.
 */
export const priceEntries = sqliteTable('price_entries', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  startsAt: instant('starts_at').notNull(),
  /** Only the prices that change. Empty if the row cancels another. */
  prices: json<Partial<OwnPrices>>('prices').notNull(),
  /** The market prices that begin with it, or null to keep them. */
  market: json<MarketPrices>('market'),
  /** The row of the planned change that this one cancels. */
  cancels: integer('cancels'),
  madeBy: text('made_by').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** The latest forecast, one row per day. */
export const weatherData = sqliteTable('weather_data', {
  date: text('date').primaryKey(),
  temperature: real('temperature').notNull(),
  highTemp: real('high_temp').notNull(),
  lowTemp: real('low_temp').notNull(),
  condition: text('condition').notNull(),
  icon: text('icon'),
  windMph: text('wind_mph', { mode: 'json' }).$type<WindOfDay>(),
  updatedAt: instant('updated_at').notNull(),
});

export const promoCodes = sqliteTable('promo_codes', {
  /** Uppercase, at most 10 characters. */
  code: text('code').primaryKey(),
  testMode: flag('test_mode').notNull().default(true),
  isActive: flag('is_active').notNull().default(true),
  note: text('note'),
  createdAt: instant('created_at').notNull(),
  /**
   * The time at which the code expires. Null for codes from the settings, and for those created
   * before codes expired.
   */
  expiresAt: instant('expires_at'),
});

/**
 * The owner's discounts. An appointment has a copy of its discount, and the uses are counted from
 * the appointments.
 */
export const discounts = sqliteTable(
  'discounts',
  {
    /** The name in uppercase, as customers' codes are compared. */
    code: text('code').primaryKey(),
    name: text('name').notNull(),
    on: text('on').$type<DiscountedLine>().notNull(),
    /** Exactly one of percent and amount isn't null. */
    percent: integer('percent'),
    amountCents: cents('amount_cents'),
    /** The first and the last date on which it can be booked. Null means no limit. */
    startsOn: text('starts_on'),
    endsOn: text('ends_on'),
    mostPerCustomer: integer('most_per_customer'),
    mostInAll: integer('most_in_all'),
    isActive: flag('is_active').notNull().default(true),
    /** Counts the changes, so that a booking can't use an older version. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  // For the list, newest first, active ones on top.
  (t) => [index('discounts_list').on(t.isActive, t.createdAt, t.code)],
);
