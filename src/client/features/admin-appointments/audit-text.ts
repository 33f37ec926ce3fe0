import type { Outputs } from '@/client/lib/trpc';
import { STATUS_LABELS } from '@/domain/booking/status';
import { formatLongDate, isCalendarDate } from '@/domain/calendar';
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
  'charge.unknown': 'Charge asked for',
  'charge.processing': 'Charge in progress',
  'charge.declined': 'Card declined',
  'charge.requires_action': 'Bank asks the customer',
  'charge.succeeded': 'Card charged',
  'charge.cash': 'Cash recorded',
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
  totalCents: ['Total', dollars],
  amountCents: ['Amount', dollars],
  driverId: ['Driver no.', plain],
  noCardReason: ['Reason', plain],
  reason: ['Reason', plain],
  errorMessage: ['Answer', plain],
  photos: [
    'Photos',
    (value) => (Array.isArray(value) && value.length > 0 ? value.join(', ') : 'none'),
  ],
};

export type Change = { label: string; before: string | null; after: string };

/** What an entry changed, as labelled texts; what stayed the same is left out. */
export function changesOf({ before, after }: AuditEntry): Change[] {
  const changes: Change[] = [];
  for (const [key, [label, read]] of Object.entries(FACTS)) {
    const was = before?.[key] ?? null;
    const is = after?.[key] ?? null;
    if (is === was || JSON.stringify(is) === JSON.stringify(was)) continue;
    if (changes.some((change) => change.label === label)) continue;
    changes.push({
      label,
      before: was === null || was === '' ? null : read(was),
      after: is === null || is === '' ? 'none' : read(is),
    });
  }
  return changes;
}
