/**
 * Decides how a correction changes a delivery's charges. The staff dialog shows the result of this
 * rule, and the server carries it out.
 */
import { type Cents, cents, formatDollars, minus, NO_CENTS, plus } from '../money';
import {
  type ChargeKind,
  type ChargeState,
  isPayable,
  isSettled,
  LEAST_CARD_CENTS,
} from './charge';

/** The facts about a charge that a correction needs. */
export type CorrectableCharge = {
  sequence: number;
  kind: ChargeKind;
  state: ChargeState;
  amountCents: Cents;
  /** Amount received, or 0 until it's settled. */
  receivedCents: Cents;
  /** Amount that can still be refunded. */
  leftCents: Cents;
  /** Amount already refunded by corrections. Omitted if there were none. */
  correctedBackCents?: Cents;
};

/** Part of one charge. */
export type Part = { sequence: number; amountCents: Cents };

export type CorrectionPlan = {
  /** Refunds, latest charge first: on the card, or in cash if it was paid in cash. */
  refunds: (Part & { isCash: boolean })[];
  /** Reductions of unpaid charges. */
  reductions: Part[];
  /**
   * Charges waived earlier that `extra` now collects, because together they're enough for a card.
   */
  collected?: Part[];
  /** Increase of the open charge, if there is one. */
  addition: Part | null;
  /** A new charge. `waived` means it's too small for any card, so it isn't collected. */
  extra: { amountCents: Cents; way: 'card' | 'pay_link' | 'waived' } | null;
};

const NOTHING: CorrectionPlan = { refunds: [], reductions: [], addition: null, extra: null };

/**
 * Returns the difference between a new total and the amounts already claimed. These equal the old
 * total, unless earlier refunds kept a lower total from being refunded in full. A higher total then
 * doesn't claim that part twice.
 */
export function changeOf(charges: readonly CorrectableCharge[], totalCents: Cents): Cents {
  return minus(totalCents, claimedOf(charges));
}

/** Returns the sum that a delivery's charges claim, which is its current total. */
export function claimedOf(charges: readonly CorrectableCharge[]): Cents {
  const claimed = charges.map(({ amountCents, correctedBackCents = NO_CENTS }) =>
    minus(amountCents, correctedBackCents),
  );
  return plus(NO_CENTS, ...claimed);
}

/**
 * Plans the changes for a new total. A lower total first reduces the latest charges: paid charges
 * are refunded, unpaid ones shrink. A higher total raises an open charge, or adds a new one.
 *
 * @param charges the delivery's charges. None may be in review or in progress.
 * @param byCents the difference that the new total makes (`changeOf`)
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
 * Plans a new charge. Small amounts add up: waived ones are collected once they reach the minimum.
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
    if (isPaid) plan.refunds.push({ sequence, amountCents, isCash: state === 'cash' });
    else plan.reductions.push({ sequence, amountCents });
  }
  return plan;
}

function wayOf(charges: readonly CorrectableCharge[], byCents: Cents, hasCard: boolean) {
  if (byCents < LEAST_CARD_CENTS) return 'waived' as const;
  return hasCard && isWithinQuarter(charges, byCents) ? ('card' as const) : ('pay_link' as const);
}

/**
 * True if the saved card may be charged for a correction without asking the customer again. In
 * total, corrections may add at most a quarter to what the card paid for the delivery.
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

/** Returns a plan's refunds on the card and in cash. */
export function givenBack(refunds: CorrectionPlan['refunds']): Record<'card' | 'cash', Cents> {
  const cash = sumOf(refunds.filter(({ isCash }) => isCash));
  return { card: minus(sumOf(refunds), cash), cash };
}

/** Describes a plan, with a text for each part: "Refund $12.00", "Charge $30.00 more". */
export function correctionTexts({
  refunds,
  reductions,
  addition,
  extra,
}: CorrectionPlan): string[] {
  const texts: string[] = [];
  const { card, cash } = givenBack(refunds);
  const less = sumOf(reductions);
  if (card > 0) texts.push(`Refund ${formatDollars(card)}`);
  if (cash > 0) texts.push(`Hand back ${formatDollars(cash)} in cash`);
  if (less > 0) texts.push(`Lower what is still to be paid by ${formatDollars(less)}`);
  if (addition) {
    texts.push(`Raise what is still to be paid by ${formatDollars(addition.amountCents)}`);
  }
  if (extra) texts.push(EXTRA_TEXTS[extra.way](formatDollars(extra.amountCents)));
  return texts.length > 0 ? texts : ['No money moves'];
}

const EXTRA_TEXTS = {
  card: (amount: string) => `Charge ${amount} more`,
  pay_link: (amount: string) => `Send a pay link for ${amount} more`,
  waived: (amount: string) => `Charge nothing for ${amount}, which is too little for a card`,
} as const;
