import type { ProofKind } from '../appointment/proof';
import type { ShownDoubt, ShownOrder } from '../appointment/shown-order';
import type { Cents, GallonTenths } from '../money';
import type { Doubt } from '../order/plausibility';

/** The kinds of review items, with their labels. */
export const REVIEW_KIND_LABELS = {
  held_charge: 'Charge held',
  custom_price: 'Custom price',
  payment_difference: 'Payment differs',
  dispute: 'Dispute',
  driver_report: 'Driver report',
  spill: 'Spill',
  refused_action: 'Not accepted from a device',
  refund_failed: 'Refund failed',
  cards_tried: 'Too many cards',
  charge_stuck: 'Charge has no answer',
  message_refused: 'Message not delivered',
  shared_name: 'Shared name',
  short_on_board: 'Too little on board',
  proof_missing: 'Proof is missing',
} as const;
export type ReviewKind = keyof typeof REVIEW_KIND_LABELS;

/** The outcomes of review items, with their labels. */
export const REVIEW_OUTCOME_LABELS = {
  charged: 'Charged',
  corrected: 'Corrected and charged',
  forgiven: 'Forgiven',
  recorded: 'Recorded',
  arrived: 'It arrived',
  answered: 'Stripe answered',
  overtaken: 'A later message of the driver',
  dealt_with: 'Resolved',
  taken_over: 'Taken over from Stripe',
  refunded: 'Refunded',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed by the bank',
} as const;
export type ReviewOutcome = keyof typeof REVIEW_OUTCOME_LABELS;

type Amounts = { gallonsTenths: GallonTenths; smallIceBags: number; largeIceBags: number };

/**
 * The facts of a charge when it went in review. The order's bags are those delivered since then.
 */
export type ChargeInReview = {
  ordered: Amounts;
  delivered: Amounts;
  totalCents: Cents;
  /** Amount that was charged immediately. Omitted if all of it is in review. */
  takenCents?: Cents;
  doubts: readonly (Doubt | ShownDoubt)[];
  /** The person who recorded the delivery. */
  by: string;
};

/** A picture that a device sent after its action. */
export type ActionPhoto = { storageKey: string; width: number; height: number; bytes: number };

/** A device action that the server refused, because it came too late or from the wrong driver. */
export type RefusedAction = {
  /** Missing in items created before it was stored. */
  kind?: 'enRoute' | 'complete' | 'notDelivered';
  /** The device's description of the action, for people. */
  text: string;
  /** Delivered gallons, if the action has them. */
  actualGallonsTenths: GallonTenths | null;
  /** If omitted, bags were delivered as ordered. */
  smallIceBags?: number;
  largeIceBags?: number;
  /**
   * The order as shown on the device, without its address, because an item outlives its customer's
   * data. Earlier versions of the app don't send it.
   */
  shown?: Omit<ShownOrder, 'location' | 'slipNumber'>;
  notes?: string;
  /** Time on the device's clock, unchecked. */
  pressedAt: string | null;
  /** The driver. Missing in items created before it was stored. */
  by?: string;
  /** The photo that followed. Its address uses the item's ID. */
  photo?: ActionPhoto;
  /** The signature that followed, or the photo of the empty boat. */
  proof?: ActionPhoto & { kind: ProofKind };
  /** The appointment that staff are recording it for. */
  recordedFor?: string;
  /** The attempts to record it that are in progress: a key for each, with its start time (ms). */
  recorders?: Readonly<Record<string, number>>;
};

/** A payment at Stripe that's missing from the books or differs from them. */
export type PaymentDifference = {
  about: 'no_charge' | 'second' | 'cash_and_card' | 'figures';
  paymentIntentId: string;
  /**
   * Amount at Stripe. For `figures`, it's the whole payment. Otherwise, it's the part that wasn't
   * refunded.
   */
  amountCents: Cents;
};
