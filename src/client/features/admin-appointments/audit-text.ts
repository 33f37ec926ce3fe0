import type { Outputs } from '@/client/lib/trpc';
import { STATUS_LABELS } from '@/domain/booking/status';
import { formatLongDate, isCalendarDate } from '@/domain/calendar';
import { NOT_DELIVERED_LABELS, type NotDeliveredReason } from '@/domain/driver/not-delivered';
import { formatDollars, formatGallons } from '@/domain/money';
import { TIME_WINDOWS } from '@/domain/slots/windows';

export type AuditEntry = Outputs['admin']['appointment']['history'][number];

const ACTIONS: Record<string, string> = {
  'appointment.created': 'Booked',
  'appointment.card_saved': 'Card saved',
  'appointment.test_booked': 'Booked in test mode',
  'appointment.hold_lapsed': 'Hold ran out',
  'appointment.modified': 'Changed by the customer',
  'appointment.edited': 'Details edited',
  'appointment.confirmed': 'Confirmed',
  'appointment.scheduled': 'Scheduled',
  'appointment.en_route': 'Driver on the way',
  'appointment.completed': 'Completed',
  'appointment.cancelled': 'Cancelled',
  'appointment.not_delivered': 'Not delivered',
  'appointment.photo_added': 'Photo added',
  'report.sent': 'Reported by the driver',
  'report.resolved': 'Report dealt with',
  'charge.unknown': 'Charge asked for',
  'charge.processing': 'Charge in progress',
  'charge.declined': 'Card declined',
  'charge.requires_action': 'Bank asks the customer',
  'charge.succeeded': 'Card charged',
  'charge.cash': 'Cash recorded',
  'charge.retried': 'Charge tried again',
  'appointment.rescheduled': 'Rescheduled',
  'refund.begun': 'Refund asked for',
  'refund.cash': 'Refunded in cash',
  'refund.pending': 'Refund on its way',
  'refund.succeeded': 'Refunded',
  'refund.failed': 'Refund failed',
};

/** "Card charged"; an action nobody named yet is at least readable. */
export function actionText(action: string): string {
  return ACTIONS[action] ?? action.replace(/[._]/g, ' ');
}

/** Who did it: "Ada Admin (admin)". */
export function actorText({ actorName, actorKind }: AuditEntry): string {
  return actorKind === 'system' || actorKind === 'guest' ? actorName : `${actorName}, ${actorKind}`;
}

type Reader = (value: unknown) => string;
const plain: Reader = (value) => String(value);
const dollars: Reader = (value) => formatDollars(Number(value));
const gallons: Reader = (value) => formatGallons(Number(value));

/** What is worth telling of a change, in this order; ids and times are not. */
const FACTS: Record<string, [label: string, read: Reader]> = {
  status: ['Status', (value) => STATUS_LABELS[value as keyof typeof STATUS_LABELS] ?? plain(value)],
  date: [
    'Date',
    (value) => (isCalendarDate(String(value)) ? formatLongDate(String(value)) : plain(value)),
  ],
  windowIndex: ['Time', (value) => TIME_WINDOWS[Number(value)]?.label ?? plain(value)],
  location: ['Location', plain],
  slipNumber: ['Slip', plain],
  fuelType: ['Fuel type', plain],
  estimatedGallonsTenths: ['Estimated gallons', gallons],
  actualGallonsTenths: ['Actual gallons', gallons],
  smallIceBags: ['Small ice bags', plain],
  largeIceBags: ['Large ice bags', plain],
  customUnitPriceCents: ['Custom fuel price', dollars],
  totalPriceCents: ['Total', dollars],
  amountCents: ['Amount', dollars],
  driverId: ['Driver', (value) => `no. ${value}`],
  noCardReason: ['Reason', plain],
  reason: ['Reason', (value) => NOT_DELIVERED_LABELS[value as NotDeliveredReason] ?? plain(value)],
  note: ['Note', plain],
  text: ['Report', plain],
  errorMessage: ['Answer', plain],
  photos: [
    'Photos',
    (value) => (Array.isArray(value) && value.length > 0 ? value.join(', ') : 'none'),
  ],
};

export type Change = { label: string; before: string | null; after: string };

/** What an entry changed, as labelled texts; what stayed the same is left out. */
export function changesOf(entry: AuditEntry): Change[] {
  const before = entry.before ?? {};
  // A completion tells its total as the line of a quote.
  const after = { ...entry.after, ...rename(entry.after, 'totalCents', 'totalPriceCents') };
  return Object.entries(FACTS).flatMap(([key, [label, read]]) => {
    if (!(key in after) || JSON.stringify(after[key]) === JSON.stringify(before[key])) return [];
    const was = textOf(before[key], read);
    const is = textOf(after[key], read);
    // What was not there and is not there now (no ice, no reason) is no news.
    if (was === null && (is === null || after[key] === 0)) return [];
    return [{ label, before: was, after: is ?? 'none' }];
  });
}

function rename(record: AuditEntry['after'], from: string, to: string) {
  return record && from in record ? { [to]: record[from] } : {};
}

function textOf(value: unknown, read: Reader): string | null {
  return value === undefined || value === null || value === '' ? null : read(value);
}
