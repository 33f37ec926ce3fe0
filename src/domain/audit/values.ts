import type { FuelFillSide } from '../account/boats';
import type { JournalProgram } from '../accounting/accounts';
import type { AppointmentStatus } from '../appointment/status';
import type { BulkKind } from '../bulk/bulk-change';
import type { BusinessSettings } from '../business-settings';
import type { CalendarDate } from '../dates';
import type { DriverStatus } from '../driver/status';
import type { Cents, GallonTenths, UnitPrice } from '../money';
import type { Order } from '../order/order';
import type { OwnPrices } from '../pricing/price-book';
import type { OfficeRole } from '../staff/areas';

/** Values that are shown unchanged. */
type Plain =
  | 'noCardReason'
  | 'overCapacityReason'
  | 'note'
  | 'text'
  | 'tag'
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
  | 'aliases'
  | 'position'
  | 'added'
  | 'changed'
  | 'capacity'
  | 'deliveries'
  | 'stops'
  | 'hoursSunday'
  | 'hoursMonday'
  | 'hoursTuesday'
  | 'hoursWednesday'
  | 'hoursThursday'
  | 'hoursFriday'
  | 'hoursSaturday'
  | 'leadTime'
  | 'daysAhead'
  | 'season'
  | 'closedDays'
  | 'scope'
  | 'to'
  | 'by'
  | 'search'
  | 'thing'
  | 'userAgent'
  | 'call'
  | 'startsAt'
  | 'paymentTerms'
  | 'creditLimit'
  | 'houseAccount'
  | 'invoice'
  | 'certificate'
  | 'meterSerial'
  | 'truckId'
  | 'truck'
  | 'loaded'
  | 'counted'
  | 'variance'
  | 'ticketNumbers'
  | 'errorMessage';

/** Types of the values that staff see (`changes.ts`), by column. */
export type AuditFacts = Order &
  BusinessSettings &
  OwnPrices &
  Record<Plain, string | number | boolean> & {
    /** Status of an appointment or a driver. */
    status: AppointmentStatus | DriverStatus;
    date: CalendarDate;
    slotIndex: number;
    actualGallonsTenths: GallonTenths;
    meterStartTenths: GallonTenths;
    meterEndTenths: GallonTenths;
    customUnitPriceCents: UnitPrice;
    totalPriceCents: Cents;
    seenTotalCents: Cents;
    concededCents: Cents;
    amountCents: Cents;
    dueCents: Cents;
    handedInCents: Cents;
    driverId: number;
    officeRole: OfficeRole;
    /** The reason for a change, as a code or as typed text. */
    reason: string;
    /** A `DisputeStatus`, a newer status from Stripe, or the dispute's ID. */
    dispute: string;
    disputeReason: string;
    money: string[];
    phone: string;
    fillerSide: FuelFillSide;
    regularCents: UnitPrice;
    premiumCents: UnitPrice;
    isActive: boolean;
    forDriver: boolean;
    isAvailable: boolean;
    month: string;
    revenueCents: Cents;
    feeCents: Cents;
    netCents: Cents;
    timeSlots: string[];
    taxRates: string[];
    accountNames: string[];
    program: JournalProgram;
    bulkKind: BulkKind;
    regularGallonsTenths: GallonTenths;
    premiumGallonsTenths: GallonTenths;
    from: string;
    photos: string[];
  };

/** The values of one entry. Null means no value. */
export type StoredFacts = { readonly [K in keyof AuditFacts]?: AuditFacts[K] | null };

/** An entry's values before or after the change, by column. */
export type AuditValues = StoredFacts & Readonly<Record<string, unknown>>;
