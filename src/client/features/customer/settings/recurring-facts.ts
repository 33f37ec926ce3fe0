import { withId } from '@/client/appointment/boat-and-dock-choice';
import type { ConflictFacts } from '@/client/components/form/use-edit-conflict';
import { RECURRING_PLANS } from '@/domain/account/recurring';
import { FUEL_INTO } from '@/domain/order/options';
import { yesOrNo } from '@/domain/text';

export const PLANS = Object.entries(RECURRING_PLANS).map(([value, { label }]) => ({
  value,
  label,
}));
export const INTO = (['boat', 'cans', 'service', 'own'] as const).map((value) => ({
  value,
  label: `Into ${FUEL_INTO[value]}`,
}));

/** Describes the fields in an edit conflict. */
export function recurringFacts(
  boats: readonly { id: string; name: string }[],
  docks: readonly { id: string; label: string }[],
): ConflictFacts {
  const named =
    (rows: readonly { id: string; name: string }[]) => (id: string | number | boolean) =>
      withId(rows, String(id))?.name ?? String(id);
  return {
    planType: {
      label: 'How Often',
      text: (plan) => PLANS.find(({ value }) => value === plan)?.label ?? String(plan),
    },
    deliveryDay: { label: 'Day' },
    time: { label: 'Preferred Window' },
    endDate: { label: 'Last Date' },
    boatId: { label: 'Boat', text: named(boats) },
    dockId: {
      label: 'Dock',
      text: named(docks.map(({ id, label }) => ({ id, name: label }))),
    },
    location: { label: 'Delivery Location' },
    slipNumber: { label: 'Slip Number' },
    canType: {
      label: 'Where the Fuel Goes',
      text: (into) => INTO.find(({ value }) => value === into)?.label ?? String(into),
    },
    fuelType: { label: 'Fuel' },
    gallons: { label: 'Gallons' },
    fillUp: { label: 'Fill Up the Tank', text: (fills) => yesOrNo(fills === true) },
    smallIceBags: { label: 'Small Ice Bags' },
    largeIceBags: { label: 'Large Ice Bags' },
  };
}
