import { PROOF_LABELS, type ProofKind } from '@/domain/appointment/proof';
import type { ShownOrder } from '@/domain/appointment/shown-order';
import { type CalendarDate, formatMonthDay } from '@/domain/dates';
import { NOT_DELIVERED_LABELS, type NotDeliveredReason } from '@/domain/driver/not-delivered';
import { type Spill, spillText } from '@/domain/driver/spill';
import type { Duty } from '@/domain/driver/status';
import type { Cents } from '@/domain/money';
import { iceSizesText } from '@/domain/order/order';
import type { FuelType } from '@/domain/pricing/fuel';
import type { Position } from '@/domain/route/distance';

/**
 * What a customer on the dock wants now, as it was typed. Its id is made here, so that it can be
 * delivered before it is sent; the prices are those that the driver said.
 */
export type WalkUp = {
  id: string;
  location: string;
  slipNumber: string | null;
  fuelType: FuelType;
  estimatedGallons: string;
  smallIceBags: number;
  largeIceBags: number;
  customerPhone: string | null;
  boatName: string | null;
  unitPriceCents: Cents;
  confirmAboveCents: Cents;
  /** The total that the customer heard; a build before it was sent saved none. */
  expectedTotalCents?: Cents;
};

/** What is on board, as it was typed. */
type TypedLoad = {
  regularGallons: string;
  premiumGallons: string;
  smallIceBags: number;
  largeIceBags: number;
};

/** A spill as it was told; the call to the hotline is noted with it. */
type ToldSpill = Omit<Spill, 'calls'> & { hotlineCalled: boolean };

/** A device action: it must reach the server, with or without signal. */
export type DeviceAction =
  | { kind: 'enRoute'; id: string; shownDate?: CalendarDate }
  | {
      kind: 'complete';
      id: string;
      shownDate?: CalendarDate;
      actualGallons: string;
      notes: string | null;
      position: Position | null;
      /** Left out if the form showed no bags: as ordered, and no more than `shown` has. */
      smallIceBags?: number;
      largeIceBags?: number;
      /** The order as it was shown. A build before it was sent saved none. */
      shown?: ShownOrder;
      /** The totals that the driver saw and confirmed. A build before they were sent saved none. */
      expectedTotalCents?: Cents;
      confirmedTotalCents?: Cents;
    }
  | { kind: 'completePhoto'; id: string; photo: string; proof?: ProofKind }
  | { kind: 'fillerPhoto'; id: string; photo: string }
  | {
      kind: 'notDelivered';
      id: string;
      shownDate?: CalendarDate;
      reason: NotDeliveredReason;
      note: string | null;
      /** The driver comes again later that day. A build before that was possible saved none. */
      tryAgain?: boolean;
    }
  | ({ kind: 'walkUp'; driverId: number; shownDate: CalendarDate } & WalkUp)
  | ({ kind: 'load'; driverId: number; date: CalendarDate } & TypedLoad)
  | { kind: 'report'; driverId: number; id: string | null; text: string }
  | ({ kind: 'spill'; driverId: number; id: string | null } & ToldSpill)
  | { kind: 'reportPhoto'; reportKey: string; photo: string }
  | { kind: 'order'; driverId: number; date: string; stopIds: string[] | null }
  | { kind: 'duty'; driverId: number; status: Duty }
  | { kind: 'position'; position: Position };

/** An action that carries a stop on. */
export type StopAction = Extract<DeviceAction, { kind: 'enRoute' | 'complete' | 'notDelivered' }>;

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
  /** Staff have what it says, and decide. */
  isKept?: boolean;
  /** It was sent at least once, and may have reached the server. */
  isTried?: boolean;
  /** How often the server failed at it, and how. */
  tries?: number;
  failure?: string;
  /** Set once the driver gives it to staff: why, in words. */
  handedOverFor?: string;
  /** The server took too many of its kind, and named when it takes the next. */
  pause?: Pause;
  /** It costs more than the customer heard: the driver answers first. Undefined once that is done. */
  asked?: Asked | undefined;
};

/** The server's question, with the price to agree to. */
export type Asked = { question: string; totalCents: Cents; unitPriceCents: Cents };

/** From when until when nothing of a kind is sent, by the device's clock (ms). */
export type Pause = { from: number; until: number };

/** What becomes of a queued action. */
export type ActionChanges = Partial<
  Pick<
    QueuedAction,
    | 'refusal'
    | 'isKept'
    | 'isTried'
    | 'tries'
    | 'failure'
    | 'handedOverFor'
    | 'pause'
    | 'asked'
    | 'action'
  >
>;

/** The walk-up with the price that the driver agrees to. */
export function agreedTo({ action, asked }: QueuedAction): ActionChanges {
  if (!asked || action.kind !== 'walkUp') return { asked: undefined };
  const { totalCents, unitPriceCents } = asked;
  return {
    action: { ...action, unitPriceCents, expectedTotalCents: totalCents },
    asked: undefined,
  };
}

/** After so many failures an action is shown as one that the server fails at. */
const MOST_TRIES = 5;

/** The server failed at it so often that others go first, and the driver may give it to staff. */
export const isSetAside = ({ tries = 0, handedOverFor }: QueuedAction) =>
  tries >= MOST_TRIES && handedOverFor === undefined;

/** About an appointment, and no step of it: it may come before or after any other. */
const standsAlone = ({ kind }: DeviceAction) =>
  kind === 'report' || kind === 'spill' || kind === 'fillerPhoto';

/**
 * The thread of an action. The device sends the actions of one appointment in their order; any other action
 * stands alone.
 */
export function threadOf({ action, actionKey, afterKey }: Omit<QueuedAction, 'seq'>): string {
  return 'id' in action && action.id !== null && !standsAlone(action)
    ? action.id
    : (afterKey ?? actionKey);
}

/** Whether an action uploads a picture. */
export const isPhoto = ({ action }: Pick<QueuedAction, 'action'>) =>
  action.kind === 'completePhoto' || action.kind === 'reportPhoto' || action.kind === 'fillerPhoto';

/** The actions that wait to be sent, in the order in which they were performed. */
export function waitingActions(queued: readonly QueuedAction[]): QueuedAction[] {
  return queued.filter(({ refusal }) => refusal === null).sort((a, b) => a.seq - b.seq);
}

/** Of these only the last action matters. */
const LAST_COUNTS: readonly DeviceAction['kind'][] = ['order', 'duty', 'position', 'load'];

/** Whether a new action leaves nothing to send of one that waits. */
export const replaces = (action: DeviceAction, { action: older, refusal }: QueuedAction) =>
  refusal === null &&
  older.kind === action.kind &&
  LAST_COUNTS.includes(action.kind) &&
  driverAndDate(older) === driverAndDate(action);

/** Staff act for several drivers, and a load or an order of the stops is of one date. */
const driverAndDate = (action: DeviceAction) =>
  [
    'driverId' in action ? action.driverId : null,
    action.kind === 'load' || action.kind === 'order' ? action.date : null,
  ].join(' ');

/** Whether the driver has ended the trip that they set out for, as the queue tells. */
export function isTripOver(
  { action, seq }: QueuedAction,
  queued: readonly QueuedAction[],
): boolean {
  return queued.some(
    ({ action: later, seq: laterSeq }) =>
      laterSeq > seq &&
      (later.kind === 'complete' || later.kind === 'notDelivered') &&
      action.kind === 'enRoute' &&
      later.id === action.id,
  );
}

/** Whether it carries a stop on; staff can do that in the driver's place. */
export const isOfStop = (action: DeviceAction): action is StopAction =>
  action.kind === 'enRoute' || action.kind === 'complete' || action.kind === 'notDelivered';

/** An action as text, for the list of unsent actions and for a report about one. */
export function actionText({ action }: QueuedAction): string {
  switch (action.kind) {
    case 'enRoute':
      return 'Mark En Route';
    case 'complete': {
      const notes = action.notes ? `. Notes: ${action.notes}` : '';
      const { smallIceBags = 0, largeIceBags = 0 } = action;
      const ice = iceSizesText({ smallIceBags, largeIceBags, mediumIceBags: 0 });
      return `Complete with ${action.actualGallons} gallons${ice ? `, ice: ${ice}` : ''}${notes}`;
    }
    case 'completePhoto':
      return action.proof ? PROOF_LABELS[action.proof] : 'Delivery photo';
    case 'fillerPhoto':
      return 'Fuel fill photo';
    case 'notDelivered': {
      const note = action.note ? `: ${action.note}` : '';
      const next = action.tryAgain ? ', trying again later' : '';
      return `Not delivered, ${NOT_DELIVERED_LABELS[action.reason].toLowerCase()}${next}${note}`;
    }
    case 'walkUp': {
      const ice = iceSizesText({ ...action, mediumIceBags: 0 });
      const fuel = `${action.estimatedGallons || 0} gallons of ${action.fuelType}`;
      const who = [action.boatName, action.customerPhone].filter(Boolean).join(', ');
      return `Walk-up for ${who} at ${action.location}: ${fuel}${ice ? `, ice: ${ice}` : ''}`;
    }
    case 'report':
      return `Report: ${action.text}`;
    case 'spill':
      return spillText(action);
    case 'reportPhoto':
      return 'Report photo';
    case 'load': {
      const { regularGallons, premiumGallons, smallIceBags, largeIceBags, date } = action;
      const fuel = `${regularGallons || 0} gallons of Regular, ${premiumGallons || 0} of Premium`;
      return `Load for ${formatMonthDay(date)}: ${fuel}, ice: ${smallIceBags} small, ${largeIceBags} large`;
    }
    case 'order':
      return 'Stop order';
    case 'duty':
      return action.status === 'offline' ? 'Go Offline' : 'Go Available';
    case 'position':
      return 'Update Location';
  }
}

/** The same with the appointment that it is about. */
export const aboutText = (one: QueuedAction) =>
  `${one.publicCode ? `Order ${one.publicCode}: ` : ''}${actionText(one)}`;
