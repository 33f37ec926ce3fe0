import type { ConditionalWrite } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { formatDollars } from '@/domain/money';
import { fuelText, type Order } from '@/domain/order/order';
import { isFarFromOrdered } from '@/domain/order/plausibility';
import { unitPriceOf } from '@/domain/pricing/quote';
import type { Call } from '@/server/config/call';
import { message } from '../messages/message';
import { addingReviewItem } from '../review/review.repository';

/** The appointment with the gallons for which its custom price was agreed on. */
const asAgreed = (row: AppointmentRow): AppointmentRow => ({
  ...row,
  // Null is of a price that was set before its gallons were kept.
  estimatedGallonsTenths: row.customPriceGallonsTenths ?? row.estimatedGallonsTenths,
});

/**
 * Staff agreed on a custom price for another fuel, or for another amount by far, whether the
 * customer came there in one step or in many.
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
 * What a change of the order makes of its custom price: whether staff are to look at it, and the
 * gallons that the next change is compared with.
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

type Change = { before: AppointmentRow; after: AppointmentRow; supportEmail: string };

/** Tells staff of such a change, by email and in their queue. */
export function customPriceInDoubt(call: Call, change: Change): (ConditionalWrite | null)[] {
  const { deps } = call;
  const { after } = change;
  const before = asAgreed(change.before);
  return [
    message(call, 'custom-price-changed', { ...change, before }),
    addingReviewItem({
      id: deps.ids.next(),
      kind: 'custom_price',
      appointmentId: after.id,
      reason: reasonOf(before, after),
      dedupeKey: `custom_price:${after.id}:${after.updatedAt}`,
      createdAt: deps.clock.now(),
    }),
  ];
}

function reasonOf(before: AppointmentRow, after: AppointmentRow): string {
  const change = `The customer changed ${fuelText(before) ?? 'ice alone'} to ${fuelText(after) ?? 'ice alone'}.`;
  const agreed = formatDollars(unitPriceOf(before));
  return after.customUnitPriceCents === null
    ? `${change} The custom price of ${agreed} a gallon was for ${before.fuelType}; the order now costs ${formatDollars(unitPriceOf(after))} a gallon.`
    : `${change} The custom price of ${agreed} a gallon still holds.`;
}
