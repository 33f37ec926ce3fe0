import { NOT_DELIVERED_LABELS, type NotDeliveredReason } from '@/domain/driver/not-delivered';
import type { Cents } from '@/domain/money';
import type { Position } from '@/domain/route/distance';

/** A press of a button on a driver's device that must reach the server, with or without signal. */
export type DeviceAction =
  | { kind: 'enRoute'; id: string }
  | {
      kind: 'complete';
      id: string;
      actualGallons: string;
      notes: string | null;
      position: Position | null;
      /** The totals that the driver saw and confirmed. A build before they were sent saved none. */
      expectedTotalCents?: Cents;
      confirmedTotalCents?: Cents;
    }
  | { kind: 'completePhoto'; id: string; photo: string }
  | { kind: 'notDelivered'; id: string; reason: NotDeliveredReason; note: string | null }
  | { kind: 'report'; driverId: number; id: string | null; text: string }
  | { kind: 'reportPhoto'; reportKey: string; photo: string }
  | { kind: 'order'; driverId: number; date: string; stopIds: string[] | null };

/** A device action in the queue, until the server has it. */
export type QueuedAction = {
  /** Counts the actions of this browser. */
  seq: number;
  /** Names the action at the server, so that sending it again changes nothing. */
  actionKey: string;
  /** The user who performed it. It is sent in this user's session only. */
  userId: string;
  /** The device's clock, ISO. */
  pressedAt: string;
  /** The key of the action that must reach the server first. */
  afterKey: string | null;
  /** The public code of its appointment, for people. */
  publicCode: string | null;
  action: DeviceAction;
  /** The server's message when it refused the action; null while the action waits. */
  refusal: string | null;
};

const isPhoto = ({ action }: QueuedAction) =>
  action.kind === 'completePhoto' || action.kind === 'reportPhoto';

/** The actions that wait to be sent, in the order in which they were performed. */
export function waitingActions(queued: readonly QueuedAction[]): QueuedAction[] {
  return queued.filter(({ refusal }) => refusal === null).sort((a, b) => a.seq - b.seq);
}

/**
 * The action to send next: actions in the order of their presses, then photos, so that one bar of
 * signal carries the figures first. A photo waits until its action has been sent. Null when nothing
 * can be sent.
 */
export function nextToSend(queued: readonly QueuedAction[]): QueuedAction | null {
  const free = waitingActions(queued).filter(({ afterKey }) =>
    queued.every(({ actionKey }) => actionKey !== afterKey),
  );
  return free.find((one) => !isPhoto(one)) ?? free[0] ?? null;
}

/** An action as text, for the list of unsent actions and for a report about one. */
export function actionText({ action }: QueuedAction): string {
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
