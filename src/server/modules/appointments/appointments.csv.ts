import { STATUS_LABELS } from '@/domain/appointment/status';
import { amountCell, BYTE_ORDER_MARK, csvLine } from '@/domain/csv';
import { formatGallons } from '@/domain/money';
import { shownPhone } from '@/domain/phone-number';
import { localMoment } from '@/domain/time';
import type { StaffAppointment } from './appointments.view';

/** The header line of the appointments file. */
export const APPOINTMENT_CSV_HEAD =
  BYTE_ORDER_MARK +
  csvLine([
    'Code',
    'Status',
    'Date',
    'Window',
    'Customer',
    'Phone',
    'Email',
    'Location',
    'Slip',
    'Fuel',
    'Gallons ordered',
    'Gallons delivered',
    'Small ice bags',
    'Large ice bags',
    'Driver',
    'Payment',
    'Ice',
    'Delivery fee',
    'Total',
    'Paid',
    'Refunded',
    'Owed',
    'Booked on',
  ]);

/**
 * Formats an appointment as a CSV line, with money in dollars and instants as dates in `timeZone`.
 */
export function appointmentCsvLine(one: StaffAppointment, timeZone: string): string {
  const { actualGallonsTenths } = one;
  const phone = one.customerAccountPhone ?? one.customerPhone;
  return csvLine([
    one.publicCode,
    STATUS_LABELS[one.status],
    one.date,
    one.time,
    one.customerFullName ?? one.customerUsername,
    phone && shownPhone(phone),
    one.customerEmail,
    one.location,
    one.slipNumber,
    one.fuelType,
    formatGallons(one.estimatedGallonsTenths),
    actualGallonsTenths === null ? null : formatGallons(actualGallonsTenths),
    one.smallIceBags,
    one.largeIceBags,
    one.driverName,
    one.paymentChip,
    amountCell(one.iceTotalCents),
    amountCell(one.deliveryFeeCents),
    amountCell(one.totalPriceCents),
    amountCell(one.totalPaidCents),
    amountCell(one.refundedCents),
    amountCell(one.remainingBalanceCents),
    localMoment(one.createdAt, timeZone).date,
  ]);
}
