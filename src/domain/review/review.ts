import type { ProofKind } from '../appointment/proof';
import type { ShownDoubt, ShownOrder } from '../appointment/shown-order';
import type { Cents, GallonTenths } from '../money';
import type { Doubt } from '../order/plausibility';

/** What staff see under "Needs attention", and how each kind is called. */
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

/** How an item was dealt with. */
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

/** The facts of a held charge when it was held; the order's bags are those that were delivered since. */
export type ChargeInReview = {
  ordered: Amounts;
  delivered: Amounts;
  totalCents: Cents;
  /** What of it was charged at once; left out where all of it is held. */
  takenCents?: Cents;
  doubts: readonly (Doubt | ShownDoubt)[];
  /** Who recorded the delivery. */
  by: string;
};

/** A picture that a device sent after a device action. */
export type ActionPhoto = { storageKey: string; width: number; height: number; bytes: number };

/** A device action that the server did not take, because it came too late or to the wrong driver. */
export type RefusedAction = {
  /** Left out in an item from before it was kept. */
  kind?: 'enRoute' | 'complete' | 'notDelivered';
  /** What the device said, as text for people. */
  text: string;
  /** What was delivered, where the action says so. */
  actualGallonsTenths: GallonTenths | null;
  /** Left out: as ordered. */
  smallIceBags?: number;
  largeIceBags?: number;
  /**
   * The order as the device showed it, without its place: an item outlives its customer's data. A build from
   * before it was sent left it out.
   */
  shown?: Omit<ShownOrder, 'location' | 'slipNumber'>;
  notes?: string;
  /** The device's own clock, as told. */
  pressedAt: string | null;
  /** Whose action it is; left out in an item from before it was kept. */
  by?: string;
  /** The photo that followed it; served under the id of the item. */
  photo?: ActionPhoto;
  /** The signature that followed it, or the photo that no one was aboard. */
  proof?: ActionPhoto & { kind: ProofKind };
  /** The appointment that staff record it for. */
  recordedFor?: string;
  /** Who is recording it right now: a key for each try, with its begin (ms). */
  recorders?: Readonly<Record<string, number>>;
};

/** A payment at Stripe that the books lack or tell otherwise. */
export type PaymentDifference = {
  about: 'no_charge' | 'second' | 'cash_and_card' | 'figures';
  paymentIntentId: string;
  /** What Stripe has of it: for `figures` all that was paid, else what was not given back. */
  amountCents: Cents;
};
