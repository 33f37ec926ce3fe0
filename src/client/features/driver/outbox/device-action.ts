import { PROOF_LABELS, type ProofKind } from '@/domain/appointment/proof';
import type { ShownOrder } from '@/domain/appointment/shown-order';
import { type CalendarDate, formatMonthDay } from '@/domain/dates';
import { NOT_DELIVERED_LABELS, type NotDeliveredReason } from '@/domain/driver/not-delivered';
import { type Spill, spillText } from '@/domain/driver/spill';
import type { Duty } from '@/domain/driver/status';
import type { Cents, UnitPrice } from '@/domain/money';
import { iceSizesText } from '@/domain/order/order';
import type { FuelType } from '@/domain/pricing/fuel';
import type { PriceList } from '@/domain/pricing/price-list';
import type { Position } from '@/domain/route/distance';
import { type TakenNumber, ticketNumber } from '@/domain/trucks/ticket';

/**
 * A walk-up order as typed. The device creates its ID, so the driver can deliver before the order
 * is sent. The prices are those that the driver quoted.
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
  /** A discount code. Older builds didn't save it. */
  promoCode?: string | null;
  unitPriceCents: UnitPrice;
  /** The delivery fees and ice prices. Older builds didn't save them. */
  priceList?: PriceList | null;
  confirmAboveCents: Cents;
  /** The quoted total. Older builds didn't save it. */
  expectedTotalCents?: Cents;
};

/** The onboard load as typed. */
type TypedLoad = {
  regularGallons: string;
  premiumGallons: string;
  smallIceBags: number;
  largeIceBags: number;
};

/** A spill as the driver reports it, with whether they called the hotline. */
type ReportedSpill = Omit<Spill, 'calls'> & { hotlineCalled: boolean };

/** A device action. It must reach the server even if there's no signal now. */
export type DeviceAction =
  | { kind: 'enRoute'; id: string; shownDate?: CalendarDate }
  | { kind: 'undoEnRoute'; id: string }
  | {
      kind: 'complete';
      id: string;
      shownDate?: CalendarDate;
      actualGallons: string;
      /** The readings as typed. Omitted if the form didn't ask for them. */
      meterStart?: string;
      meterEnd?: string;
      /** The driver's truck. Omitted for a test, and by older builds. */
      truckId?: number;
      /** The ticket number from this device. Without it, the server chooses the number. */
      ticket?: TakenNumber;
      notes: string | null;
      position: Position | null;
      /**
       * Omitted if the form didn't show ice. In that case, the ordered bags count, up to the number
       * in `shown`.
       */
      smallIceBags?: number;
      largeIceBags?: number;
      /** The order as the driver saw it. Older builds didn't save it. */
      shown?: ShownOrder;
      /** The totals the driver saw and confirmed. Older builds didn't save them. */
      expectedTotalCents?: Cents;
      confirmedTotalCents?: Cents;
    }
  | { kind: 'completePhoto'; id: string; photo: string; proof?: ProofKind }
  | { kind: 'fillerPhoto'; id: string; photo: string }
  /** The driver has seen the stop's changes, up to this number. */
  | { kind: 'seeChange'; id: string; changeId: number }
  | {
      kind: 'notDelivered';
      id: string;
      shownDate?: CalendarDate;
      reason: NotDeliveredReason;
      note: string | null;
      /** The driver will try again later that day. Older builds didn't save this. */
      tryAgain?: boolean;
    }
  | ({ kind: 'walkUp'; driverId: number; shownDate: CalendarDate } & WalkUp)
  | ({ kind: 'load'; driverId: number; date: CalendarDate } & TypedLoad)
  | { kind: 'truck'; driverId: number; date: CalendarDate; truckId: number; name: string }
  | {
      kind: 'report';
      driverId: number;
      id: string | null;
      text: string;
      /** The actual delivered amounts, as typed, if the recorded figures were wrong. */
      delivered?: { actualGallons: string; smallIceBags: number; largeIceBags: number };
    }
  | ({ kind: 'spill'; driverId: number; id: string | null } & ReportedSpill)
  | { kind: 'reportPhoto'; reportKey: string; photo: string }
  | { kind: 'order'; driverId: number; date: string; stopIds: string[] | null }
  | { kind: 'duty'; driverId: number; status: Duty }
  | { kind: 'position'; position: Position };

/** An action that moves a stop to its next status. */
export type StopAction = Extract<DeviceAction, { kind: 'enRoute' | 'complete' | 'notDelivered' }>;

/** A device action in the queue, until the server has it. */
export type QueuedAction = {
  /** Increases with each action in this browser. */
  seq: number;
  /** Identifies the action on the server, so sending it again has no effect. */
  actionKey: string;
  /** The user who performed it. It's only sent in their session. */
  userId: string;
  /** The device's clock, ISO. */
  pressedAt: string;
  /** The key of the action that must reach the server first. */
  afterKey: string | null;
  /** The appointment's public code, for display. */
  publicCode: string | null;
  action: DeviceAction;
  /** The server's message if it refused the action. Null while the action is waiting. */
  refusal: string | null;
  /** True if staff have the refused action and decide about it. */
  isKept?: boolean;
  /** True if it was sent at least once, so it may have reached the server. */
  isTried?: boolean;
  /** The number of failed sends, and the last error message. */
  tries?: number;
  failure?: string;
  /** Set once the action is handed over to staff: the reason they read. */
  handedOverFor?: string;
  /** Set if the server limited this kind of action. */
  pause?: Pause;
  /** Set while the driver must confirm a higher price than quoted. */
  asked?: Asked | undefined;
};

/** The server's question, and the price the driver agrees to. */
export type Asked = { question: string; totalCents: Cents; unitPriceCents: UnitPrice };

/** A period without sends of one kind, by the device's clock (ms). */
export type Pause = { from: number; until: number };

/** The fields of a queued action that can change. */
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

/** Changes that set the agreed price of a walk-up and clear the question. */
export function agreedTo({ action, asked }: QueuedAction): ActionChanges {
  if (!asked || action.kind !== 'walkUp') return { asked: undefined };
  const { totalCents, unitPriceCents } = asked;
  return {
    action: { ...action, unitPriceCents, expectedTotalCents: totalCents },
    asked: undefined,
  };
}

/** After this many failures, an action is set aside. */
const MOST_TRIES = 5;

/** True if an action failed too often. Others are sent first, and the driver can hand it over. */
export const isSetAside = ({ tries = 0, handedOverFor }: QueuedAction) =>
  tries >= MOST_TRIES && handedOverFor === undefined;

/**
 * True for an action about an appointment that doesn't change its status, so order doesn't matter.
 */
const isUnordered = ({ kind }: DeviceAction) =>
  kind === 'report' || kind === 'spill' || kind === 'fillerPhoto' || kind === 'seeChange';

/**
 * The key of an action's thread. Actions of one appointment form a thread and are sent in order.
 * Any other action has its own thread, with its pictures.
 */
export function threadOf({ action, actionKey, afterKey }: Omit<QueuedAction, 'seq'>): string {
  return 'id' in action && action.id !== null && !isUnordered(action)
    ? action.id
    : (afterKey ?? actionKey);
}

/** True if an action uploads a picture. */
export const isPhoto = ({ action }: Pick<QueuedAction, 'action'>) =>
  action.kind === 'completePhoto' || action.kind === 'reportPhoto' || action.kind === 'fillerPhoto';

/** The waiting actions, oldest first. */
export function waitingActions(queued: readonly QueuedAction[]): QueuedAction[] {
  return queued.filter(({ refusal }) => refusal === null).sort((a, b) => a.seq - b.seq);
}

/** Kinds for which only the latest action matters. */
const LAST_COUNTS: readonly DeviceAction['kind'][] = ['order', 'duty', 'position', 'load', 'truck'];

/** True if a new action makes an older waiting one unnecessary. */
export const replaces = (action: DeviceAction, { action: older, refusal }: QueuedAction) =>
  refusal === null &&
  older.kind === action.kind &&
  LAST_COUNTS.includes(action.kind) &&
  driverAndDate(older) === driverAndDate(action);

/**
 * Staff act for several drivers, and loads and stop orders belong to one date. So both must be
 * equal.
 */
const driverAndDate = (action: DeviceAction) =>
  ['driverId' in action ? action.driverId : null, 'date' in action ? action.date : null].join(' ');

/** True if the queue has a later action that ends the trip this action starts. */
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

/** True for an action that moves a stop to its next status. Staff can do that for the driver. */
export const isOfStop = (action: DeviceAction): action is StopAction =>
  action.kind === 'enRoute' || action.kind === 'complete' || action.kind === 'notDelivered';

/** An action as text, for the list of unsent actions and for a report about one. */
export function actionText({ action }: QueuedAction): string {
  switch (action.kind) {
    case 'enRoute':
      return 'Mark En Route';
    case 'undoEnRoute':
      return 'Undo En Route';
    case 'complete': {
      const notes = action.notes ? `. Notes: ${action.notes}` : '';
      const { smallIceBags = 0, largeIceBags = 0 } = action;
      const ice = iceSizesText({ smallIceBags, largeIceBags, mediumIceBags: 0 });
      const { ticket, truckId = 0 } = action;
      const number = ticket
        ? `, ticket ${ticketNumber({ series: truckId, number: ticket.number })}`
        : '';
      return `Complete with ${action.actualGallons} gallons${ice ? `, ice: ${ice}` : ''}${number}${notes}`;
    }
    case 'completePhoto':
      return action.proof ? PROOF_LABELS[action.proof] : 'Delivery photo';
    case 'fillerPhoto':
      return 'Fuel fill photo';
    case 'seeChange':
      return 'Got It';
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
    case 'truck':
      return `Truck: ${action.name}`;
    case 'order':
      return 'Order of stops';
    case 'duty':
      return action.status === 'offline' ? 'Go Offline' : 'Go Available';
    case 'position':
      return 'Update Location';
  }
}

/** The action as text, with its order. */
export const aboutText = (one: QueuedAction) =>
  `${one.publicCode ? `Order ${one.publicCode}: ` : ''}${actionText(one)}`;
