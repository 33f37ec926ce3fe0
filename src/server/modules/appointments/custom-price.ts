import type { ConditionalWrite } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { formatDollars } from '@/domain/money';
import { fuelText, type Order } from '@/domain/order/order';
import { isFarFromOrdered } from '@/domain/order/plausibility';
import { unitPriceOf } from '@/domain/pricing/quote';
import type { Call } from '@/server/config/call';
import { message } from '../messages/message';
import { addingReviewItem } from '../review/review.repository';

/** Returns the appointment with the gallons its custom price was agreed for. */
const asAgreed = (row: AppointmentRow): AppointmentRow => ({
  ...row,
  // Null means the price was set before we stored its gallons.
  estimatedGallonsTenths: row.customPriceGallonsTenths ?? row.estimatedGallonsTenths,
});

/**
 * True if the order now has another fuel or a very different amount than the custom price was
 * agreed for. It compares with the agreed amount, so many small changes count like one large
 * change.
 */
function isInDoubt(before: AppointmentRow, after: Order): boolean {
  if (before.customUnitPriceCents === null) return false;
  if (after.fuelType !== before.fuelType) return true;
  return (
    after.estimatedGallonsTenths !== before.estimatedGallonsTenths &&
    isFarFromOrdered(after.estimatedGallonsTenths, asAgreed(before).estimatedGallonsTenths)
  );
}

/**
 * Decides the effect of a changed order on its custom price: whether staff need to review it, and
 * which gallons the next change is compared with.
 */
export function customPriceAfter(before: AppointmentRow, after: Order & CustomPrice) {
  const inDoubt = isInDoubt(before, after);
  const agreed = asAgreed(before).estimatedGallonsTenths;
  const gallons = inDoubt ? after.estimatedGallonsTenths : agreed;
  return {
    inDoubt,
    columns: { customPriceGallonsTenths: after.customUnitPriceCents === null ? null : gallons },
  };
}
type CustomPrice = Pick<AppointmentRow, 'customUnitPriceCents'>;

type Change = { before: AppointmentRow; after: AppointmentRow };

/**
 * Notifies staff, by email and in Needs attention, that the customer's change puts the custom price
 * in doubt.
 */
export function customPriceInDoubt(
  call: Call,
  change: Change & { supportEmail: string },
): (ConditionalWrite | null)[] {
  return [
    message(call, 'custom-price-changed', { ...change, before: asAgreed(change.before) }),
    reviewingCustomPrice(call, change, 'The customer'),
  ];
}

/**
 * Adds a change that puts the custom price in doubt to Needs attention.
 *
 * @param who the start of the sentence that says who made the change
 */
export function reviewingCustomPrice({ deps }: Call, change: Change, who: string) {
  const { after } = change;
  return addingReviewItem({
    id: deps.ids.next(),
    kind: 'custom_price',
    appointmentId: after.id,
    reason: reasonOf(asAgreed(change.before), after, who),
    dedupeKey: `custom_price:${after.id}:${after.updatedAt}`,
    createdAt: deps.clock.now(),
  });
}

function reasonOf(before: AppointmentRow, after: AppointmentRow, who: string): string {
  const change = `${who} changed ${fuelText(before) ?? 'ice only'} to ${fuelText(after) ?? 'ice only'}.`;
  const agreed = formatDollars(unitPriceOf(before));
  return after.customUnitPriceCents === null
    ? `${change} The custom price of ${agreed} per gallon was for ${before.fuelType}. The order now costs ${formatDollars(unitPriceOf(after))} per gallon.`
    : `${change} The custom price of ${agreed} per gallon still applies.`;
}
