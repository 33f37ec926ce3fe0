import type { FuelType } from '../pricing/fuel';

/** Where the fuel goes: into the boat, into the customer's cans, or into ours. */
export const CAN_TYPES = ['boat', 'cans', 'service', 'own'] as const;
export type CanType = (typeof CAN_TYPES)[number];

/** Labels for people. Values without a phrase are shown unchanged. */
export const CAN_TYPE_LABELS: Record<CanType, string> = {
  boat: 'Fill the boat',
  cans: 'Fill gas cans',
  service: 'service',
  own: 'own',
};

/** Where each can type's fuel goes, as customers read it after "Fuel goes into". */
export const FUEL_INTO: Record<CanType, string> = {
  boat: 'your boat',
  cans: 'your cans',
  own: 'your own cans',
  service: 'our cans',
};

/** Maximum length of a delivery location. */
export const MAX_LOCATION = 200;
/** Maximum gallons that a customer may order, in whole gallons. */
export const MAX_GALLONS = 70;
/** Maximum gallons that staff and drivers may enter, to a tenth. */
export const MAX_STAFF_GALLONS = 500;
/** Maximum length of a customer's note for the driver. */
export const MAX_DRIVER_NOTE_LENGTH = 200;
/** Maximum ice bags of each size in an order. */
export const MAX_ICE_BAGS = 50;

/**
 * Returns the fuel to preselect in a form: Premium for a Premium or 93 preference, otherwise
 * Regular.
 */
export function prefilledFuelType(preference: string | null | undefined): FuelType {
  return preference && /premium|93/i.test(preference) ? 'Premium' : 'Regular';
}

/**
 * Returns the can type to preselect in a form. A delivery method that the customer chose takes
 * priority over the default can type.
 */
export function prefilledCanType(profile: {
  preferredCanType?: string | null;
  deliveryMethod?: string | null;
  /**
   * Null if the customer never chose preferences. In that case, the delivery method is only the
   * column's default.
   */
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

/**
 * True if we should ask the customer whether the fuel really goes into cans. That's the case for a
 * fill-up, which means the boat's tank. It's also the case if a boat is selected, unless the
 * customer's preference is cans.
 */
export function asksAboutCans(order: {
  canType: CanType;
  fillUp: boolean;
  hasFuel: boolean;
  hasBoat: boolean;
  /** The preferred can type, or null if there is none. */
  preferred: CanType | null;
}): boolean {
  if (order.canType === 'boat' || !order.hasFuel) return false;
  return order.fillUp || (order.hasBoat && order.preferred !== order.canType);
}
