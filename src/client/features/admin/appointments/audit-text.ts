import type { Outputs } from '@/client/lib/trpc';
import { type AppointmentStatus, STATUS_LABELS } from '@/domain/appointment/status';
import { formatLongDate, isCalendarDate } from '@/domain/dates';
import { NOT_DELIVERED_LABELS, type NotDeliveredReason } from '@/domain/driver/not-delivered';
import { formatDollars, formatGallons } from '@/domain/money';
import { ORDER_FACTS } from '@/domain/order/order';
import {
  DISPUTE_STATUS_LABELS,
  type DisputeStatus,
  disputeReasonText,
} from '@/domain/payment/dispute';
import { TIME_SLOTS } from '@/domain/slots/time-slots';

export type AuditEntry = Outputs['admin']['appointment']['history'][number];

/** The actor of an entry: "Ada Admin, admin". */
export function actorText({ actorName, actorKind }: AuditEntry): string {
  return actorKind === 'system' || actorKind === 'guest' ? actorName : `${actorName}, ${actorKind}`;
}

/** A value of an entry as people read it; `text` takes what the field of that name holds. */
type Fact = { label: string; text: (value: never) => string };

/** The facts of a change that staff read, in this order. Ids and instants are left out. */
const FACTS: Record<string, Fact> = {
  status: {
    label: 'Status',
    text: (status: AppointmentStatus) => STATUS_LABELS[status] ?? String(status),
  },
  date: {
    label: 'Date',
    text: (date: string) => (isCalendarDate(date) ? formatLongDate(date) : date),
  },
  slotIndex: {
    label: 'Time',
    text: (index: number) => TIME_SLOTS[index]?.label ?? String(index),
  },
  ...ORDER_FACTS,
  actualGallonsTenths: { label: 'Actual gallons', text: formatGallons },
  customUnitPriceCents: { label: 'Custom fuel price', text: formatDollars },
  totalPriceCents: { label: 'Total', text: formatDollars },
  amountCents: { label: 'Amount', text: formatDollars },
  driverId: { label: 'Driver', text: (id: number) => `no. ${id}` },
  noCardReason: { label: 'Reason', text: String },
  reason: {
    label: 'Reason',
    text: (reason: string) => NOT_DELIVERED_LABELS[reason as NotDeliveredReason] ?? reason,
  },
  dispute: {
    label: 'Dispute',
    text: (status: DisputeStatus) => DISPUTE_STATUS_LABELS[status] ?? String(status),
  },
  disputeReason: { label: 'The cardholder says', text: disputeReasonText },
  money: { label: 'Payment', text: (texts: string[]) => texts.join(', ') },
  note: { label: 'Note', text: String },
  text: { label: 'Report', text: String },
  errorMessage: { label: 'Answer', text: String },
  photos: {
    label: 'Photos',
    text: (kinds: string[]) => (kinds.length > 0 ? kinds.join(', ') : 'none'),
  },
};

export type Change = { label: string; before: string | null; after: string };

/** The facts that an entry changed, as labelled texts. */
export function changesOf(entry: AuditEntry): Change[] {
  const before = entry.before ?? {};
  const after = entry.after ?? {};
  return Object.entries(FACTS).flatMap(([key, { label, text }]) => {
    if (!(key in after) || JSON.stringify(after[key]) === JSON.stringify(before[key])) return [];
    const was = textOf(before[key], text);
    const is = textOf(after[key], text);
    // A fact without a value before and after (no ice, no reason) did not change.
    if (was === null && (is === null || after[key] === 0)) return [];
    return [{ label, before: was, after: is ?? 'none' }];
  });
}

function textOf(value: unknown, text: Fact['text']): string | null {
  return value === undefined || value === null || value === '' ? null : text(value as never);
}
