import type { Contact } from '@/client/lib/contact-store';
import type { Me } from '@/client/lib/session';
import type { Outputs } from '@/client/lib/trpc';
import { type CanType, prefilledCanType, prefilledFuelType } from '@/domain/booking/options';
import { formatGallons } from '@/domain/money';
import type { FuelType } from '@/domain/pricing/fuel';

/** The form as it is typed: gallons are text, because an empty box is not a nought. */
export type BookingValues = {
  date: string;
  time: string;
  location: string;
  slipNumber: string;
  fuelType: FuelType;
  estimatedGallons: string;
  canType: CanType;
  smallIceBags: number;
  mediumIceBags: number;
  largeIceBags: number;
};

/** Number of what stands in the gallons box; an empty one is 0. */
export const gallonsOf = (typed: string): number => Number(typed || '0');

/** A blank form, filled with what is known of the customer (customer section 5). */
export function startValues(me: Me | null, kept: Contact): BookingValues {
  return {
    date: '',
    time: '',
    location: kept.address || me?.address || '',
    slipNumber: '',
    fuelType: prefilledFuelType(me?.preferredFuelType),
    estimatedGallons: '',
    canType: me ? prefilledCanType(me) : 'service',
    smallIceBags: 0,
    mediumIceBags: 0,
    largeIceBags: 0,
  };
}

/** A booking as the form shows it for a change. */
export function valuesOf(booking: Outputs['booking']['get']): BookingValues {
  const gallons = booking.estimatedGallonsTenths;
  return {
    date: booking.date,
    time: booking.time,
    location: booking.location,
    slipNumber: booking.slipNumber ?? '',
    fuelType: booking.fuelType,
    estimatedGallons: gallons > 0 ? formatGallons(gallons) : '',
    canType: booking.canType,
    smallIceBags: booking.smallIceBags,
    mediumIceBags: booking.mediumIceBags,
    largeIceBags: booking.largeIceBags,
  };
}

/** How to reach whoever books; a guest gives a phone number alone (D19). */
export type Reach = {
  customerName?: string;
  customerEmail?: string;
  customerPhone?: string;
  customerAddress?: string;
};

/** A customer's profile, completed with what this device remembers of them. */
export function reachOf(me: Me, kept: Contact): Reach {
  return {
    customerName: me.fullName ?? '',
    customerEmail: me.email || kept.email,
    customerPhone: me.phone || kept.phone,
    customerAddress: me.address ?? undefined,
  };
}
