import type { FillerSide } from '../account/boats';
import type { AppointmentStatus } from '../appointment/status';
import type { BulkKind } from '../bulk/bulk-change';
import type { BusinessSettings } from '../business-settings';
import type { CalendarDate } from '../dates';
import type { DriverStatus } from '../driver/status';
import type { Cents, GallonTenths } from '../money';
import type { Order } from '../order/order';

/** The facts that are told as they stand. */
type Plain =
  | 'noCardReason'
  | 'note'
  | 'text'
  | 'fullName'
  | 'username'
  | 'signIn'
  | 'name'
  | 'email'
  | 'address'
  | 'boatName'
  | 'type'
  | 'length'
  | 'fuelCapacity'
  | 'fuelTaken'
  | 'fuelNever'
  | 'fillerPlace'
  | 'card'
  | 'planType'
  | 'deliveryDay'
  | 'gallons'
  | 'recurringStatus'
  | 'code'
  | 'capacity'
  | 'deliveries'
  | 'stops'
  | 'scope'
  | 'to'
  | 'by'
  | 'search'
  | 'thing'
  | 'userAgent'
  | 'call'
  | 'errorMessage';

/** What entries hold of the facts that staff read (`changes.ts`), by column. */
export type AuditFacts = Order &
  BusinessSettings &
  Record<Plain, string | number | boolean> & {
    /** Of an appointment or of a driver. */
    status: AppointmentStatus | DriverStatus;
    date: CalendarDate;
    slotIndex: number;
    actualGallonsTenths: GallonTenths;
    customUnitPriceCents: Cents;
    totalPriceCents: Cents;
    seenTotalCents: Cents;
    concededCents: Cents;
    amountCents: Cents;
    driverId: number;
    /** Why nothing was delivered, or what was written. */
    reason: string;
    /** A `DisputeStatus`, one that Stripe has added since, or the id of the dispute. */
    dispute: string;
    disputeReason: string;
    money: string[];
    phone: string;
    fillerSide: FillerSide;
    regularCents: Cents;
    premiumCents: Cents;
    isActive: boolean;
    isAvailable: boolean;
    month: string;
    revenueCents: Cents;
    feeCents: Cents;
    netCents: Cents;
    timeSlots: string[];
    bulkKind: BulkKind;
    regularGallonsTenths: GallonTenths;
    premiumGallonsTenths: GallonTenths;
    from: string;
    photos: string[];
  };

/** The facts of one entry; null stands for no value. */
export type StoredFacts = { readonly [K in keyof AuditFacts]?: AuditFacts[K] | null };

/** What an entry tells before or after, by column. */
export type AuditValues = StoredFacts & Readonly<Record<string, unknown>>;
