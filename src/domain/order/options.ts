import type { FuelType } from '../pricing/fuel';

/** Where the fuel goes: into the boat, into the customer's cans, or into ours. */
export const CAN_TYPES = ['boat', 'cans', 'service', 'own'] as const;
export type CanType = (typeof CAN_TYPES)[number];

/** Labels for people; the values without a phrase are shown as they are. */
export const CAN_TYPE_LABELS: Record<CanType, string> = {
  boat: 'Fill the boat',
  cans: 'Fill gas cans',
  service: 'service',
  own: 'own',
};

/** Whole gallons that a customer may order. */
export const MAX_GALLONS = 70;
/** Gallons up to which staff and drivers may correct an order, to a tenth. */
export const MAX_STAFF_GALLONS = 500;
/** Ice bags of each size in an order. */
export const MAX_ICE_BAGS = 50;

/** Fuel chosen first in a form: a Premium or 93 preference is Premium, everything else Regular. */
export function prefilledFuelType(preference: string | null | undefined): FuelType {
  return preference && /premium|93/i.test(preference) ? 'Premium' : 'Regular';
}

/**
 * Can type chosen first in a form: an explicit delivery method goes before
 * a can type that is only the default.
 */
export function prefilledCanType(profile: {
  preferredCanType?: string | null;
  deliveryMethod?: string | null;
  /** Null while nothing was ever chosen: the delivery method is then only the column's default. */
  preferencesSavedAt?: number | null;
}): CanType {
  if (profile.preferredCanType === 'own' || profile.preferredCanType === 'boat') return 'boat';
  if (profile.preferredCanType === 'cans') return 'cans';
  if (profile.preferencesSavedAt === null) return 'service';
  if (profile.deliveryMethod === 'boat' || profile.deliveryMethod === 'cans') {
    return profile.deliveryMethod;
  }
  return 'service';
}
