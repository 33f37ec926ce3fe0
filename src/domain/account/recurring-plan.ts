/** The dates, the place, and the order of a recurring delivery. */
import { addDays, type CalendarDate, formatLongDate } from '../dates';
import { DomainError } from '../errors';
import { toTenths } from '../money';
import { FUEL_INTO } from '../order/options';
import { EMPTY_ORDER, type Order, orderText } from '../order/order';
import { timeSlotLabel } from '../slots/time-slots';
import { dockAt } from './docks';
import {
  nextWeekday,
  RECURRING_PLANS,
  type RecurringInput,
  type RecurringPlan,
  type RecurringStatus,
  type Weekday,
} from './recurring';

type PlanItems = Pick<Order, 'fuelType' | 'fillUp' | 'smallIceBags' | 'largeIceBags'> & {
  gallons: number;
};

/** Returns the order of one delivery. A plan stores whole gallons. */
export const orderOfPlan = ({
  fuelType,
  gallons,
  fillUp,
  smallIceBags,
  largeIceBags,
}: PlanItems) => ({
  ...EMPTY_ORDER,
  fuelType,
  fillUp,
  smallIceBags,
  largeIceBags,
  estimatedGallonsTenths: toTenths(gallons),
});

/** The facts of a recurring delivery that a customer reads. */
type Described = PlanItems & {
  planType: RecurringPlan;
  deliveryDay: Weekday;
  canType?: Order['canType'] | null | undefined;
  time?: string | null | undefined;
  endDate?: CalendarDate | null | undefined;
};

/**
 * Describes what will be booked: "Every week on Monday, 10:00 AM - 12:00 PM: 20 gal Regular into
 * your boat (Second Wind), at Pier 4, Slip 12."
 * @param names the boat and the place. Null means the account's default.
 */
export function recurringText(
  plan: Described,
  names: { boat: string | null; place: string | null; until: string | null },
): string {
  const order = orderText(orderOfPlan(plan));
  const into = plan.canType ? ` into ${FUEL_INTO[plan.canType]}` : '';
  return [
    `${RECURRING_PLANS[plan.planType].label} on ${plan.deliveryDay}, ${plan.time ?? 'first available window'}: `,
    `${order}${into}, for ${names.boat ?? 'your default boat'}, `,
    `at ${names.place ?? 'your default dock'}`,
    names.until ? `, until ${names.until}.` : '.',
  ].join('');
}

/** A recurring delivery as it's stored, under the names of its form. */
type Stored = PlanItems &
  Required<
    Pick<
      RecurringInput,
      'planType' | 'deliveryDay' | 'boatId' | 'dockId' | 'location' | 'slipNumber' | 'endDate'
    >
  > & { canType: Order['canType'] | null; slotIndex: number | null };

/** Returns the stored values that a form edits, to detect edit conflicts. */
export const readOfPlan = (plan: Stored) => ({
  planType: plan.planType,
  deliveryDay: plan.deliveryDay,
  time: plan.slotIndex === null ? null : timeSlotLabel(plan.slotIndex),
  endDate: plan.endDate ?? null,
  boatId: plan.boatId ?? null,
  dockId: plan.dockId ?? null,
  location: plan.location ?? null,
  slipNumber: plan.slipNumber ?? null,
  canType: plan.canType,
  fuelType: plan.fuelType,
  gallons: plan.gallons,
  fillUp: plan.fillUp,
  smallIceBags: plan.smallIceBags,
  largeIceBags: plan.largeIceBags,
});

/** True if a recurring delivery has its own place, so it doesn't need the profile's address. */
export const hasPlace = (plan: { dockId?: string | null; location?: string | null }): boolean =>
  Boolean(plan.dockId || plan.location);

/**
 * Returns the default dock for a delivery without a place. If the profile's address is itself a
 * dock, that one is used, because people often keep their boat far from their house.
 */
export function dockFor(
  { location }: { location: string | null },
  docks: readonly { id: string; label: string; isDefault: boolean }[],
  address: string,
): string | null {
  if (location !== null || dockAt(docks, address)) return null;
  return docks.find(({ isDefault }) => isDefault)?.id ?? null;
}

/** Returns the first date. Throws `invalid_input` if the delivery would end before it. */
export function firstDate(
  from: CalendarDate,
  { deliveryDay, endDate }: Pick<RecurringInput, 'deliveryDay' | 'endDate'>,
): CalendarDate {
  const first = nextWeekday(from, deliveryDay);
  if (!endDate || first <= endDate) return first;
  throw new DomainError(
    'invalid_input',
    `Select an end date after the first delivery on ${formatLongDate(first)}.`,
    { field: 'endDate' },
  );
}

/**
 * Returns the date with the new weekday that's nearest to one interval after the last date. So
 * moving a plan to another weekday doesn't lead to two deliveries within days of each other.
 */
export function nextDateAfterEdit(
  plan: { planType: RecurringPlan; deliveryDay: Weekday; nextDelivery: CalendarDate | null },
  input: Pick<RecurringInput, 'planType' | 'deliveryDay' | 'endDate'>,
  today: CalendarDate,
): CalendarDate | null {
  if (plan.nextDelivery === null) return null;
  const isSame = plan.deliveryDay === input.deliveryDay && plan.planType === input.planType;
  if (isSame) return firstDate(addDays(plan.nextDelivery, -1), input);
  const last = addDays(plan.nextDelivery, -RECURRING_PLANS[plan.planType].days);
  const due = addDays(last, RECURRING_PLANS[input.planType].days);
  const nearest = addDays(due, -4);
  return firstDate(nearest > today ? nearest : today, input);
}

/**
 * Returns the plan's changes after its next date was booked or skipped. After the last date, the
 * plan ends.
 */
export function advancedTo(
  { endDate }: { endDate: CalendarDate | null },
  next: CalendarDate,
): { status?: RecurringStatus; nextDelivery: CalendarDate | null } {
  return endDate !== null && next > endDate
    ? { status: 'cancelled', nextDelivery: null }
    : { nextDelivery: next };
}
