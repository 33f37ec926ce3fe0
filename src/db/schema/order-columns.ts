import type { SQLiteColumnBuilderBase } from 'drizzle-orm/sqlite-core';
import { integer, text } from 'drizzle-orm/sqlite-core';
import { NO_CENTS, NO_GALLONS } from '@/domain/money';
import type { CanType } from '@/domain/order/options';
import type { Order } from '@/domain/order/order';
import type { FuelType } from '@/domain/pricing/fuel';
import type { PriceColumns } from '@/domain/pricing/quote';
import { cents, flag, gallonTenths } from './columns';

/** The columns of a table whose rows hold an order; each has the name of its field. */
export const orderColumns = {
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
export const priceColumns = {
  fuelTotalCents: cents('fuel_total_cents').notNull().default(NO_CENTS),
  iceTotalCents: cents('ice_total_cents').notNull().default(NO_CENTS),
  deliveryFeeCents: cents('delivery_fee_cents').notNull().default(NO_CENTS),
  totalPriceCents: cents('total_price_cents').notNull().default(NO_CENTS),
} satisfies Record<keyof PriceColumns, SQLiteColumnBuilderBase>;
