import { type CalendarDate, formatLongDate } from '../dates';
import { DomainError } from '../errors';
import { formatDollars } from '../money';
import type { Discount, DiscountedLine } from './discount';
import type { Quote } from './quote';

export const DISCOUNTED_LINES = ['fuel', 'ice', 'delivery'] as const satisfies DiscountedLine[];

/** A discount as the owner set it up. Limits and dates that are null don't apply. */
export type DiscountTerms = Omit<Discount, 'label'> & {
  /** The code as the owner spelled it, such as "Summer10". */
  name: string;
  startsOn: CalendarDate | null;
  endsOn: CalendarDate | null;
  mostPerCustomer: number | null;
  mostInAll: number | null;
  isActive: boolean;
};

/** Formats what a discount does: "10% off fuel", "$5.00 off delivery". */
export const discountText = ({ percent, amountCents, on }: Omit<Discount, 'label'>): string =>
  `${amountCents === null ? `${percent}%` : formatDollars(amountCents)} off ${on}`;

/** Returns the parts of a discount that an order stores. */
export const discountOf = ({ name, on, percent, amountCents }: DiscountTerms): Discount => ({
  label: `${name} (${discountText({ on, percent, amountCents })})`,
  on,
  percent,
  amountCents,
});

/** The number of uses of a discount, in total and by the customer who orders. */
export type DiscountUses = {
  inAll: number;
  byCustomer: number;
  /** True if the customer isn't signed in. */
  isGuest?: boolean;
  /** True if we don't know who the customer is, so nobody can count their uses. */
  isUnknown?: boolean;
};

/** Returns why a discount can't be booked on a date, in a sentence, or null if it can. */
export function discountProblem(
  { name, startsOn, endsOn, mostPerCustomer, mostInAll, isActive }: DiscountTerms,
  today: CalendarDate,
  uses: DiscountUses,
): string | null {
  if (!isActive) return `${name} isn’t active anymore.`;
  if (startsOn && today < startsOn) return `${name} starts on ${formatLongDate(startsOn)}.`;
  if (endsOn && today > endsOn) return `${name} ended on ${formatLongDate(endsOn)}.`;
  if (mostPerCustomer !== null && uses.isUnknown) {
    return `${name} has a limit per customer, so we need the customer’s phone number.`;
  }
  if (mostPerCustomer !== null && uses.byCustomer >= mostPerCustomer) {
    // A guest may have typed someone else's email, so the sentence doesn't say that they used the code.
    if (uses.isGuest) return `${name} can’t be used for this order.`;
    const often = mostPerCustomer === 1 ? 'once' : `${mostPerCustomer} times`;
    return `${name} works ${often} per customer, and it was already used.`;
  }
  if (mostInAll !== null && uses.inAll >= mostInAll) return `${name} has been used up.`;
  return null;
}

/** Returns why a discount doesn't fit an order, in a sentence, or null if it does. */
export function misfitText(discount: Discount, { lines }: Quote): string | null {
  if (lines[discount.on] > 0) return null;
  const missing = discount.on === 'delivery' ? 'delivery fee' : discount.on;
  return `This order has no ${missing} for ${discount.label}.`;
}

/** Advice for a code that doesn't work. */
const WAY_ON = 'Nothing was booked. Remove the code, or use another one.';

/** Returns the error for a code that an order can't use. `details.problem` is only the reason. */
export const codeRefused = (text: string): DomainError =>
  new DomainError('invalid_input', `${text} ${WAY_ON}`, {
    field: 'promoCode',
    details: { problem: text },
  });

/** Throws `invalid_input` if a discount doesn't fit a new order. */
export function refuseMisfit(discount: Discount | null, price: Quote): void {
  const text = discount && misfitText(discount, price);
  if (text) throw codeRefused(text);
}

const timesText = (times: number) => (times === 1 ? 'once' : `${times} times`);

function datesText({ startsOn, endsOn }: Pick<DiscountTerms, 'startsOn' | 'endsOn'>): string {
  if (startsOn && endsOn) return ` from ${formatLongDate(startsOn)} to ${formatLongDate(endsOn)}`;
  if (startsOn) return ` from ${formatLongDate(startsOn)}`;
  return endsOn ? ` until ${formatLongDate(endsOn)}` : '';
}

/**
 * Formats what a discount does, for staff: "10% off fuel until Tuesday, June 30, 2026. Once per customer. Up
 * to 100 times in total."
 */
export function termsText(terms: DiscountTerms): string {
  const { mostPerCustomer, mostInAll } = terms;
  const each = mostPerCustomer === null ? null : `${timesText(mostPerCustomer)} per customer.`;
  return [
    `${discountText(terms)}${datesText(terms)}.`,
    each && `${each.charAt(0).toUpperCase()}${each.slice(1)}`,
    mostInAll === null ? null : `Up to ${timesText(mostInAll)} in total.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Formats how often a discount is used: "Not used yet", "Used once", "Used 12 times". */
export const usesText = (uses: number): string =>
  uses === 0 ? 'Not used yet' : `Used ${timesText(uses)}`;
