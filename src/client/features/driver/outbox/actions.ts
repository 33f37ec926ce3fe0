import type { Outputs } from '@/client/lib/trpc';
import { NOT_DELIVERED_LABELS, type NotDeliveredReason } from '@/domain/driver/not-delivered';
import type { Position } from '@/domain/route/distance';

/** What a driver does that must reach the server, with or without signal. */
export type DriverAction =
  | { kind: 'enRoute'; id: string }
  | {
      kind: 'complete';
      id: string;
      actualGallons: string;
      notes: string | null;
      position: Position | null;
    }
  | { kind: 'completePhoto'; id: string; photo: string }
  | { kind: 'notDelivered'; id: string; reason: NotDeliveredReason; note: string | null }
  | { kind: 'report'; driverId: number; id: string | null; text: string }
  | { kind: 'reportPhoto'; reportKey: string; photo: string }
  | { kind: 'order'; driverId: number; date: string; stopIds: string[] | null };

/** An action as it is kept until the server has it. */
export type KeptAction = {
  /** Counts up with every action of this browser. */
  seq: number;
  /** Names the action at the server, so that a second send changes nothing. */
  key: string;
  /** Who did it: it is sent by nobody else. */
  userId: string;
  /** The device's clock, ISO. */
  pressedAt: string;
  /** The key of the action that must be at the server first. */
  after: string | null;
  /** The order it is about, for people. */
  publicCode: string | null;
  action: DriverAction;
  /** The server's sentence when it said no; null while it waits. */
  refusal: string | null;
};

export type Day = Outputs['driver']['day'];
export type Delivery = Day['deliveries'][number] & {
  /** What was done with it that the server does not know yet. */
  waiting: 'enRoute' | 'complete' | 'notDelivered' | null;
};

export type ShownDay = Omit<Day, 'deliveries'> & { deliveries: Delivery[] };

const isPhoto = ({ action }: KeptAction) =>
  action.kind === 'completePhoto' || action.kind === 'reportPhoto';

/**
 * What to send next: words in the order they were said, then photos, so that one bar of signal
 * carries the figures first. A photo waits for what it belongs to. Null when nothing can be sent.
 */
export function nextToSend(kept: readonly KeptAction[]): KeptAction | null {
  const waiting = kept.filter(({ refusal }) => refusal === null).sort((a, b) => a.seq - b.seq);
  const isFree = ({ after }: KeptAction) => kept.every(({ key }) => key !== after);
  return (
    waiting.find((one) => !isPhoto(one) && isFree(one)) ??
    waiting.find((one) => isFree(one)) ??
    null
  );
}

/** The day as it will be once everything that waits has arrived. */
export function withWaiting(day: Day, kept: readonly KeptAction[]): ShownDay {
  const waiting = kept.filter(({ refusal }) => refusal === null).sort((a, b) => a.seq - b.seq);
  let deliveries: Delivery[] = day.deliveries.map((delivery) => ({ ...delivery, waiting: null }));
  let { isManualOrder } = day;
  for (const { action } of waiting) {
    if (action.kind === 'order' && action.driverId === day.driver.id && action.date === day.date) {
      isManualOrder = action.stopIds !== null;
      if (action.stopIds) deliveries = inOrder(deliveries, action.stopIds);
      continue;
    }
    if (action.kind !== 'enRoute' && action.kind !== 'complete' && action.kind !== 'notDelivered') {
      continue;
    }
    const { id, kind } = action;
    deliveries = deliveries.map((delivery) =>
      delivery.id === id
        ? { ...delivery, waiting: kind, ...(kind === 'enRoute' && { status: 'en_route' as const }) }
        : delivery,
    );
  }
  return { ...day, deliveries, isManualOrder };
}

/** The day as the server has it after an action arrived, until it is asked again. */
export function afterSent(day: Day, action: DriverAction): Day {
  switch (action.kind) {
    case 'enRoute':
      return {
        ...day,
        deliveries: day.deliveries.map((delivery) =>
          delivery.id === action.id ? { ...delivery, status: 'en_route' } : delivery,
        ),
      };
    case 'complete':
    case 'notDelivered':
      return { ...day, deliveries: day.deliveries.filter(({ id }) => id !== action.id) };
    case 'order':
      return action.stopIds && action.date === day.date && action.driverId === day.driver.id
        ? { ...day, isManualOrder: true, deliveries: inOrder(day.deliveries, action.stopIds) }
        : day;
    default:
      return day;
  }
}

/** Those that are named in that order; others stay behind the one they stood behind. */
function inOrder<T extends { id: string }>(deliveries: readonly T[], ids: readonly string[]): T[] {
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const known = new Set(ids);
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  for (const [i, delivery] of deliveries.entries()) {
    if (known.has(delivery.id)) continue;
    const before = ordered.findIndex(({ id }) => id === deliveries[i - 1]?.id);
    ordered.splice(before + 1, 0, delivery);
  }
  return ordered;
}

/** What an action says, in words: for the list of what waits and for a report about it. */
export function actionText({ action }: KeptAction): string {
  switch (action.kind) {
    case 'enRoute':
      return 'Mark En Route';
    case 'complete': {
      const notes = action.notes ? `. Notes: ${action.notes}` : '';
      return `Complete with ${action.actualGallons} gallons${notes}`;
    }
    case 'completePhoto':
      return 'Photo of the delivery';
    case 'notDelivered': {
      const note = action.note ? `: ${action.note}` : '';
      return `Not delivered, ${NOT_DELIVERED_LABELS[action.reason].toLowerCase()}${note}`;
    }
    case 'report':
      return `Report: ${action.text}`;
    case 'reportPhoto':
      return 'Photo of a report';
    case 'order':
      return 'Order of the stops';
  }
}
