import type { ProofKind } from '../appointment/proof';
import type { ShownDoubt, ShownOrder } from '../appointment/shown-order';
import type { Cents, GallonTenths } from '../money';
import type { Doubt } from '../order/plausibility';
import type { METER_DOUBT, TakenNumber } from '../trucks/ticket';

/** The kinds of review items, with their labels. */
export const REVIEW_KIND_LABELS = {
  held_charge: 'Charge in review',
  custom_price: 'Custom price',
  payment_difference: 'Payment mismatch',
  dispute: 'Dispute',
  driver_report: 'Driver report',
  spill: 'Spill',
  refused_action: 'Driver update not accepted',
  refund_failed: 'Refund failed',
  cards_tried: 'Too many cards tried',
  charge_stuck: 'Charge not confirmed',
  message_refused: 'Message not delivered',
  unreached: 'Customer not reached',
  text_reply: 'Customer replied',
  shared_name: 'Shared name',
  short_on_board: 'Short load',
  proof_missing: 'Proof missing',
} as const;
export type ReviewKind = keyof typeof REVIEW_KIND_LABELS;

/** Labels of the ways to resolve an item. The queue shows them in lower case. */
export const REVIEW_OUTCOME_LABELS = {
  charged: 'Charged',
  corrected: 'Corrected and charged',
  forgiven: 'Written off',
  recorded: 'Recorded',
  arrived: 'Refund arrived',
  answered: 'Charge confirmed',
  overtaken: 'Replaced by a later driver update',
  replied: 'Answered',
  dealt_with: 'Resolved',
  taken_over: 'Payment applied',
  refunded: 'Refunded',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed by the bank',
} as const;
export type ReviewOutcome = keyof typeof REVIEW_OUTCOME_LABELS;

type Amounts = { gallonsTenths: GallonTenths; smallIceBags: number; largeIceBags: number };

/**
 * The facts of a charge when its review began. In `ordered`, the gallons are the ordered ones, but
 * the bags are the delivered ones.
 */
export type ChargeInReview = {
  ordered: Amounts;
  delivered: Amounts;
  totalCents: Cents;
  /** The part that was already charged. Omitted if the whole charge is in review. */
  takenCents?: Cents;
  doubts: readonly (Doubt | ShownDoubt | typeof METER_DOUBT)[];
  /** The person who recorded the delivery. */
  by: string;
};

/** A photo that a device sent after its action. */
export type ActionPhoto = { storageKey: string; width: number; height: number; bytes: number };

/** A device action that the server refused because it was late or from another driver. */
export type RefusedAction = {
  /** Left out in items created before this field existed. */
  kind?: 'enRoute' | 'complete' | 'notDelivered';
  /** Describes the action to people. */
  text: string;
  /** The delivered gallons; null if the action isn't a completion. */
  actualGallonsTenths: GallonTenths | null;
  /** Left out if the bags were delivered as ordered. */
  smallIceBags?: number;
  largeIceBags?: number;
  /**
   * The order as the device showed it. It has no address, because an item is kept after its customer's
   * data is erased. Older builds don't send it.
   */
  shown?: Omit<ShownOrder, 'location' | 'slipNumber'>;
  notes?: string;
  /** The meter readings, and the device's truck and ticket number. */
  meterStartTenths?: GallonTenths;
  meterEndTenths?: GallonTenths;
  truckId?: number;
  ticket?: TakenNumber;
  /** The time by the device's clock, as sent. */
  pressedAt: string | null;
  /** The driver's name. Omitted in items created before this field existed. */
  by?: string;
  /** The photo that followed the action. It's served under the item's ID. */
  photo?: ActionPhoto;
  /** The signature that followed the action, or the photo that shows that no one was aboard. */
  proof?: ActionPhoto & { kind: ProofKind };
  /** The appointment that staff recorded the action for. */
  recordedFor?: string;
  /** The attempts in progress to record the action: a key for each, with its start (ms). */
  recorders?: Readonly<Record<string, number>>;
};

/** The quantities that a driver reports as actually delivered. */
export type ReportedFigures = {
  actualGallonsTenths: GallonTenths;
  smallIceBags: number;
  largeIceBags: number;
};

/** A payment that's missing from the books, or that has another amount at Stripe. */
export type PaymentDifference = {
  about: 'no_charge' | 'second' | 'cash_and_card' | 'figures';
  paymentIntentId: string;
  /**
   * The amount at Stripe. With `figures`, it's the whole payment, otherwise the part that isn't
   * refunded.
   */
  amountCents: Cents;
};
