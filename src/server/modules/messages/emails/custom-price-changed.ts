import type { AppointmentRow } from '@/db/schema';
import { formatDollars } from '@/domain/money';
import { fuelText } from '@/domain/order/order';
import { unitPriceOf } from '@/domain/pricing/quote';
import { type EmailTemplate, toStaff, whenAndWhere } from '../email';

type Facts = {
  /** The appointment as it was when its custom price was set, and as its owner changed it. */
  before: AppointmentRow;
  after: AppointmentRow;
  supportEmail: string;
};

/** To staff, when a customer changes an order so far that its custom price may no longer fit it. */
export const customPriceChanged: EmailTemplate<Facts> = ({ before, after, supportEmail }) => ({
  to: toStaff(supportEmail, after),
  about: `${after.id}:${after.updatedAt}`,
  subject: `Delivery ${after.publicCode} with a custom price was changed`,
  lines: [
    `The customer changed ${fuelText(before) ?? 'ice alone'} to ${fuelText(after) ?? 'ice alone'}.`,
    after.customUnitPriceCents === null
      ? `The custom price of ${priceOf(before)} a gallon was for ${before.fuelType}. The order now costs ${priceOf(after)} a gallon.`
      : `The custom price of ${priceOf(after)} a gallon still holds.`,
    '',
    `${whenAndWhere(after)}.`,
    'Please look whether the price is still what you agreed on.',
  ],
});

const priceOf = (row: AppointmentRow) => formatDollars(unitPriceOf(row));
