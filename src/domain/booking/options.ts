import type { FuelType } from '../pricing/fuel';

/** What an order may ask for: into the boat, into the customer's cans, or into ours (D52). */
export const CAN_TYPES = ['boat', 'cans', 'service', 'own'] as const;
export type CanType = (typeof CAN_TYPES)[number];

/** How staff and customers read it; the values without a phrase are shown as they are (staff 3). */
export const CAN_TYPE_LABELS: Record<CanType, string> = {
  boat: 'Fill the boat',
  cans: 'Fill gas cans',
  service: 'service',
  own: 'own',
};

export const MAX_GALLONS = 70;
/** Staff may correct an order up to this many gallons, in tenths of a gallon (D27). */
export const MAX_STAFF_GALLONS = 500;
export const MAX_ICE_BAGS = 50;
export const MAX_PROMO_CODE_LENGTH = 10;

/** Fuel chosen first in a form: a Premium or 93 preference is Premium, everything else Regular. */
export function prefilledFuelType(preference: string | null | undefined): FuelType {
  return preference && /premium|93/i.test(preference) ? 'Premium' : 'Regular';
}

/**
 * Can type chosen first in a form (customer section 5, D52): an explicit delivery method wins over
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
