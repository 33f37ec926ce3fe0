/**
 * Decides which refunds and charges follow from the correction of a delivery. The staff dialog
 * shows them and the server carries them out, both with this rule.
 */
import type { AccountPaymentWay } from '../account/house-account';
import { type Cents, cents, formatDollars, minus, NO_CENTS, plus } from '../money';
import {
  type ChargeKind,
  type ChargeState,
  isPayable,
  isSettled,
  LEAST_CARD_CENTS,
} from './charge';
import { PAYMENT_WAY_TEXTS, type PaymentWay, paymentWayOf } from './way';

/** The facts of a charge that a correction depends on. */
export type CorrectableCharge = {
  sequence: number;
  kind: ChargeKind;
  state: ChargeState;
  /** How the house account paid it. Null or omitted for cards and a driver's cash. */
  paidBy?: AccountPaymentWay | null;
  amountCents: Cents;
  /** The amount that was paid, or 0 until the charge is settled. */
  receivedCents: Cents;
  /** The amount that can still be refunded. */
  leftCents: Cents;
  /** The amount that earlier corrections refunded. Omitted if there were none. */
  correctedBackCents?: Cents;
  /** True if its delivery is on a house account. */
  isOnAccount?: boolean;
};

/** A part of the amount of one charge. */
export type Part = { sequence: number; amountCents: Cents };

export type CorrectionPlan = {
  /** Refunds, latest charge first, in the way that the charge was paid. */
  refunds: (Part & { way: PaymentWay })[];
  /** Reductions of charges that aren't paid yet. */
  reductions: Part[];
  /**
   * Earlier charges that were written off as too small. `extra` now collects them, because together
   * they're enough for a card.
   */
  collected?: Part[];
  /** The increase of a charge that's still open. */
  addition: Part | null;
  /** A new charge. `waived` means that it's too small for a card and isn't collected. */
  extra: { amountCents: Cents; way: 'card' | 'pay_link' | 'invoice' | 'waived' } | null;
};

const NOTHING: CorrectionPlan = { refunds: [], reductions: [], addition: null, extra: null };

/**
 * @returns the difference between a new total and the sum of all charges. That sum is the old total, unless
 * earlier refunds left too little for a correction to refund. In that case, a higher total doesn't charge
 * that part again.
 */
export function changeOf(charges: readonly CorrectableCharge[], totalCents: Cents): Cents {
  return minus(totalCents, claimedOf(charges));
}

/** @returns the sum of all charges of a delivery, which is its current total */
export function claimedOf(charges: readonly CorrectableCharge[]): Cents {
  const claimed = charges.map(({ amountCents, correctedBackCents = NO_CENTS }) =>
    minus(amountCents, correctedBackCents),
  );
  return plus(NO_CENTS, ...claimed);
}

/**
 * Plans the refunds and charges for a new total. A lower total reduces the latest charges first: paid
 * charges are refunded, and unpaid ones are lowered. A higher total raises the open charge, or adds a
 * new one.
 *
 * @param charges must not be in review or in progress
 * @param byCents change of the total (`changeOf`)
 */
export function correctionPlan(
  charges: readonly CorrectableCharge[],
  byCents: Cents,
  { hasCard }: { hasCard: boolean },
): CorrectionPlan {
  if (byCents < 0) return lowered(charges, cents(-byCents));
  if (byCents === 0) return NOTHING;
  const open = charges.find(({ state }) => isPayable(state));
  if (open) {
    return { ...NOTHING, addition: { sequence: open.sequence, amountCents: byCents } };
  }
  return { ...NOTHING, ...further(charges, byCents, hasCard) };
}

/**
 * Plans a new charge. It includes amounts that were written off earlier once their sum is enough
 * for a card.
 */
function further(charges: readonly CorrectableCharge[], byCents: Cents, hasCard: boolean) {
  const waived = charges.filter(
    ({ state, receivedCents, amountCents }) =>
      isSettled(state) && receivedCents === 0 && amountCents > 0,
  );
  const amountCents = plus(byCents, sumOf(waived));
  const way = wayOf(charges, amountCents, hasCard);
  if (way === 'waived') return { extra: { amountCents: byCents, way } };
  const collected = waived.map(({ sequence, amountCents }) => ({ sequence, amountCents }));
  return { extra: { amountCents, way }, ...(collected.length > 0 && { collected }) };
}

function lowered(charges: readonly CorrectableCharge[], byCents: Cents): CorrectionPlan {
  const plan = { ...NOTHING, refunds: [...NOTHING.refunds], reductions: [...NOTHING.reductions] };
  let open: number = byCents;
  for (const charge of charges.toSorted((a, b) => b.sequence - a.sequence)) {
    const { sequence, state, receivedCents, leftCents } = charge;
    const isPaid = isSettled(state) && receivedCents > 0;
    const amountCents = cents(Math.min(open, isPaid ? leftCents : charge.amountCents));
    if (amountCents <= 0) continue;
    open -= amountCents;
    if (isPaid) plan.refunds.push({ sequence, amountCents, way: paymentWayOf(charge) });
    else plan.reductions.push({ sequence, amountCents });
  }
  return plan;
}

function wayOf(charges: readonly CorrectableCharge[], byCents: Cents, hasCard: boolean) {
  if (charges.some(({ isOnAccount }) => isOnAccount)) return 'invoice' as const;
  if (byCents < LEAST_CARD_CENTS) return 'waived' as const;
  return hasCard && isWithinQuarter(charges, byCents) ? ('card' as const) : ('pay_link' as const);
}

/**
 * True if a correction may charge this amount to the saved card without asking the customer again.
 * All corrections together may add at most 25% to what the card paid for the delivery.
 */
export function isWithinQuarter(
  charges: readonly Pick<CorrectableCharge, 'kind' | 'state' | 'receivedCents' | 'leftCents'>[],
  byCents: Cents,
): boolean {
  const byCard = charges.filter(({ state }) => state === 'succeeded');
  const agreed = byCard
    .filter(({ kind }) => kind === 'delivery')
    .reduce((sum, { receivedCents }) => sum + receivedCents, 0);
  const charged = byCard.reduce((sum, { leftCents }) => sum + leftCents, 0);
  return (charged + byCents) * 4 <= agreed * 5;
}

const sumOf = (parts: readonly Pick<Part, 'amountCents'>[]): Cents =>
  plus(NO_CENTS, ...parts.map(({ amountCents }) => amountCents));

/** True if the customer is asked to pay the plan's amounts. A house account's are on its invoice. */
export const asksToPay = (
  { extra, addition }: CorrectionPlan,
  charges: readonly Pick<CorrectableCharge, 'isOnAccount'>[],
): boolean =>
  !charges.some(({ isOnAccount }) => isOnAccount) &&
  (extra?.way === 'pay_link' || addition !== null);

/** @returns the sums of a plan's refunds, by their way */
export function refundsByWay(refunds: CorrectionPlan['refunds']): Record<PaymentWay, Cents> {
  const by = (wanted: PaymentWay) => sumOf(refunds.filter(({ way }) => way === wanted));
  return { card: by('card'), cash: by('cash'), check: by('check'), transfer: by('transfer') };
}
const NOT_CARDS = ['cash', 'check', 'transfer'] as const;

/** @returns the refunds of a plan that aren't to cards, such as "$12.00 in cash" */
export const handedBack = (refunds: CorrectionPlan['refunds']): string[] => {
  const sums = refundsByWay(refunds);
  return NOT_CARDS.flatMap((way) =>
    sums[way] > NO_CENTS ? `${formatDollars(sums[way])} ${PAYMENT_WAY_TEXTS[way]}` : [],
  );
};

/** @returns the steps of a plan in words, such as "Refund $12.00" or "Charge $30.00 more" */
export function correctionTexts({
  refunds,
  reductions,
  addition,
  extra,
}: CorrectionPlan): string[] {
  const texts: string[] = [];
  const { card } = refundsByWay(refunds);
  const less = sumOf(reductions);
  if (card > 0) texts.push(`Refund ${formatDollars(card)}`);
  texts.push(...handedBack(refunds).map((text) => `Return ${text}`));
  if (less > 0) texts.push(`Lower the balance by ${formatDollars(less)}`);
  if (addition) texts.push(`Raise the balance by ${formatDollars(addition.amountCents)}`);
  if (extra) texts.push(EXTRA_TEXTS[extra.way](formatDollars(extra.amountCents)));
  return texts.length > 0 ? texts : ['No payment change'];
}

const EXTRA_TEXTS = {
  card: (amount: string) => `Charge ${amount} more`,
  pay_link: (amount: string) => `Send a payment link for ${amount} more`,
  invoice: (amount: string) => `Bill ${amount} more on the next invoice`,
  waived: (amount: string) => `Write off ${amount}, which is too small for a card charge`,
} as const;
