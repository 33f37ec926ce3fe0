import { STATUS_LABELS } from '@/domain/appointment/status';
import { amountCell, BYTE_ORDER_MARK, csvLine } from '@/domain/csv';
import { formatGallons, type GallonTenths } from '@/domain/money';
import type { Order } from '@/domain/order/order';
import { shownPhone } from '@/domain/phone-number';
import type { PriceLine } from '@/domain/pricing/quote';
import { localMoment } from '@/domain/time';
import { ticketNumber } from '@/domain/trucks/ticket';
import type { StaffAppointment } from './appointments.view';

type Cell = Parameters<typeof csvLine>[0][number];
/** A column of the appointments file: its title, and its text for an appointment. */
type Column = readonly [title: string, cell: (one: StaffAppointment, timeZone: string) => Cell];

/** The columns for each field of an order. An empty list leaves the field out of the file. */
const ORDER_COLUMNS: { readonly [K in keyof Order]: readonly Column[] } = {
  location: [['Location', (one) => one.location]],
  slipNumber: [['Slip', (one) => one.slipNumber]],
  driverNote: [],
  fuelType: [['Fuel', (one) => one.fuelType]],
  estimatedGallonsTenths: [
    ['Gallons ordered', (one) => formatGallons(one.estimatedGallonsTenths)],
    [
      'Gallons delivered',
      ({ actualGallonsTenths: gallons }) => (gallons === null ? null : formatGallons(gallons)),
    ],
  ],
  fillUp: [],
  canType: [],
  smallIceBags: [['Small ice bags', (one) => one.smallIceBags]],
  mediumIceBags: [],
  largeIceBags: [['Large ice bags', (one) => one.largeIceBags]],
};

/** The columns for each line of a total. */
const PRICE_COLUMNS: { readonly [K in PriceLine]: readonly Column[] } = {
  fuel: [],
  ice: [['Ice', (one) => amountCell(one.iceTotalCents)]],
  delivery: [['Delivery fee', (one) => amountCell(one.deliveryFeeCents)]],
  // They're at the end, so that existing columns don't move.
  discount: [],
};

const COLUMNS: readonly Column[] = [
  ['Code', (one) => one.publicCode],
  ['Status', (one) => STATUS_LABELS[one.status]],
  ['Date', (one) => one.date],
  ['Window', (one) => one.time],
  ['Customer', (one) => one.customerFullName ?? one.customerUsername],
  ['Phone', (one) => phoneCell(one.customerAccountPhone ?? one.customerPhone)],
  ['Email', (one) => one.customerEmail],
  ...Object.values(ORDER_COLUMNS).flat(),
  ['Driver', (one) => one.driverName],
  ['Payment', (one) => one.paymentChip],
  ...Object.values(PRICE_COLUMNS).flat(),
  ['Total', (one) => amountCell(one.totalPriceCents)],
  ['Paid', (one) => amountCell(one.totalPaidCents)],
  ['Refunded', (one) => amountCell(one.refundedCents)],
  ['Owed', (one) => amountCell(one.remainingBalanceCents)],
  ['Booked on', (one, timeZone) => localMoment(one.createdAt, timeZone).date],
  ['Discount', (one) => amountCell(one.discountCents)],
  ['Discount code', (one) => one.discount?.label ?? null],
  ['Tax included', ({ taxes }) => taxes && amountCell(taxes.taxCents)],
  ['Exemption certificate', ({ taxes }) => taxes?.certificate ?? null],
  ['Ticket', ({ ticket }) => ticket && ticketNumber(ticket)],
  ['Truck', ({ ticket }) => ticket?.truckName ?? null],
  ['Meter', ({ ticket }) => ticket?.meterSerial ?? null],
  ['Start reading', ({ ticket }) => readingCell(ticket?.readings?.startTenths)],
  ['End reading', ({ ticket }) => readingCell(ticket?.readings?.endTenths)],
];

const readingCell = (tenths: GallonTenths | undefined) =>
  tenths === undefined ? null : formatGallons(tenths);

const phoneCell = (phone: string | null) => phone && shownPhone(phone);

/** The header line of the appointments file. */
export const APPOINTMENT_CSV_HEAD = BYTE_ORDER_MARK + csvLine(COLUMNS.map(([title]) => title));

/**
 * Formats an appointment as a CSV line, with money in dollars and instants as dates in `timeZone`.
 */
export const appointmentCsvLine = (one: StaffAppointment, timeZone: string): string =>
  csvLine(COLUMNS.map(([, cell]) => cell(one, timeZone)));
