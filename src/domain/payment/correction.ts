/**
 * What correcting a delivery does with its money. One rule for the dialog of staff, which
 * says it, and for the server, which does it.
 */
import { type Cents, cents, formatDollars, minus, NO_CENTS, plus } from '../money';
import {
  type ChargeKind,
  type ChargeState,
  isPayable,
  isSettled,
  LEAST_CARD_CENTS,
} from './charge';

/** A charge, as far as a correction looks at it. */
export type CorrectableCharge = {
  sequence: number;
  kind: ChargeKind;
  state: ChargeState;
  amountCents: Cents;
  /** What came in; 0 until it is settled. */
  receivedCents: Cents;
  /** What can still be given back. */
  leftCents: Cents;
  /** What corrections gave back of it; left out where none did. */
  correctedBackCents?: Cents;
};

/** An amount of one charge. */
export type Part = { sequence: number; amountCents: Cents };

export type CorrectionPlan = {
  /** Given back by card, or by hand where it was paid in cash; the latest charge first. */
  refunds: (Part & { isCash: boolean })[];
  /** Taken off charges that brought nothing yet. */
  reductions: Part[];
  /** Waived before, and collected by `extra` because it is enough for a card together. */
  collected?: Part[];
  /** Added to the charge that is open anyway. */
  addition: Part | null;
  /** A charge of its own. `waived`: too little for any card, so it is not collected. */
  extra: { amountCents: Cents; way: 'card' | 'pay_link' | 'waived' } | null;
};

const NOTHING: CorrectionPlan = { refunds: [], reductions: [], addition: null, extra: null };

/**
 * The change of a new total, against the claims of the charges. Those come to the old total, unless staff
 * had refunded so much that a lower total could not give all of it back. A higher total then does not claim
 * that part twice.
 */
export function changeOf(charges: readonly CorrectableCharge[], totalCents: Cents): Cents {
  return minus(totalCents, claimedOf(charges));
}

/** What all charges of a delivery claim: its total as it stands. */
export function claimedOf(charges: readonly CorrectableCharge[]): Cents {
  const claimed = charges.map(({ amountCents, correctedBackCents = NO_CENTS }) =>
    minus(amountCents, correctedBackCents),
  );
  return plus(NO_CENTS, ...claimed);
}

/**
 * The effects of a new total. A lower total comes off the latest charges first: a paid charge gives a
 * refund, an unpaid one becomes a smaller debt. A higher total raises an open charge, or else adds a charge
 * of its own.
 *
 * @param charges none of which is held or under way
 * @param byCents what the new total changes (`changeOf`)
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

/** A further charge. Small steps are added up: what was waived is collected once it is enough together. */
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
 * Whether a correction may take so much from the saved card without asking the customer again: in all,
 * at most a quarter more than the card paid for the delivery itself.
 */
export function isWithinQuarter(
  charges: readonly Pick<CorrectableCharge, 'kind' | 'state' | 'receivedCents' | 'leftCents'>[],
  byCents: Cents,
): boolean {
  const byCard = charges.filter(({ state }) => state === 'succeeded');
  const agreed = byCard
    .filter(({ kind }) => kind === 'delivery')
    .reduce((sum, { receivedCents }) => sum + receivedCents, 0);
  const kept = byCard.reduce((sum, { leftCents }) => sum + leftCents, 0);
  return (kept + byCents) * 4 <= agreed * 5;
}

const sumOf = (parts: readonly Pick<Part, 'amountCents'>[]): Cents =>
  plus(NO_CENTS, ...parts.map(({ amountCents }) => amountCents));

/** What the refunds of a plan give back, by the card and by hand. */
export function givenBack(refunds: CorrectionPlan['refunds']): Record<'card' | 'cash', Cents> {
  const cash = sumOf(refunds.filter(({ isCash }) => isCash));
  return { card: minus(sumOf(refunds), cash), cash };
}

/** The plan in words, a part each: "Refund $12.00", "Charge $30.00 more". */
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
