import type { ConditionalWrite } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { formatDollars } from '@/domain/money';
import { fuelText, type Order } from '@/domain/order/order';
import { isFarFromOrdered } from '@/domain/order/plausibility';
import { unitPriceOf } from '@/domain/pricing/quote';
import type { Call } from '@/server/config/call';
import { message } from '../messages/message';
import { addingReviewItem } from '../review/review.repository';

/** Staff agreed on a custom price for another fuel, or for another amount by far (D73). */
export const isCustomPriceInDoubt = (before: AppointmentRow, after: Order) =>
  before.customUnitPriceCents !== null &&
  (after.fuelType !== before.fuelType ||
    isFarFromOrdered(after.estimatedGallonsTenths, before.estimatedGallonsTenths));

type Change = { before: AppointmentRow; after: AppointmentRow; supportEmail: string };

/** Tells staff of such a change, by mail and in their queue. */
export function customPriceInDoubt(call: Call, change: Change): (ConditionalWrite | null)[] {
  const { deps } = call;
  const { before, after } = change;
  return [
    message(call, 'custom-price-changed', change),
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
