import { DomainError } from '../errors';
import { type Cents, formatDollars, plus } from '../money';
import type { MarketPrices } from './fuel';
import {
  OWN_PRICES,
  type OwnPrices,
  PRICE_FACTS,
  type PriceBook,
  type PriceEntry,
  pricesAt,
  stepsOf,
  upcomingIn,
} from './price-book';
import type { Quote } from './quote';

/** Maximum number of planned changes at one time. */
const MAX_UPCOMING = 50;
/** How far ahead a change can be planned: a season and the winter before it. */
const MOST_AHEAD_MS = 366 * 86_400_000;

/** Error messages of Prices and fees. */
export const PRICE_CHANGE_MESSAGES = {
  past: 'Enter a time in the future, or apply the change now. Prices can’t change for the past.',
  tooFar: 'Enter a time within the next 366 days.',
  same: 'These prices already apply at that time. Change at least one.',
  tooMany: `You can plan up to ${MAX_UPCOMING} changes. Cancel one first.`,
  marketNow: 'Select From a Date to plan market prices. To set them now, use Fuel Prices.',
  begun: 'This change already applies, so it can’t be cancelled. Set the price again instead.',
  read: 'Someone else changed the prices while this form was open. Nothing was saved. Check the new prices, then save again.',
} as const;

const refuse = (message: string, field: string): never => {
  throw new DomainError('invalid_input', message, { field });
};

type Wanted = { prices: Partial<OwnPrices>; market?: MarketPrices };

/** Returns the label of a price that both a wanted and a planned change set, or null. */
function sharedLabel(wanted: Wanted, planned: PriceEntry): string | null {
  const name = OWN_PRICES.find((one) => one in wanted.prices && one in planned.prices);
  if (name) return PRICE_FACTS[name].label;
  return wanted.market && planned.market ? 'Market Prices' : null;
}

/**
 * Returns the entry for a change of prices, without the prices that stay the same. `startsAt` is
 * null for a change that applies now.
 *
 * @throws `invalid_input` for a time in the past or too far ahead, if nothing would change, or for
 *   market prices that apply now
 * @throws `conflict` if another change of the same price starts at that instant
 */
export function plannedChange(
  book: PriceBook,
  { startsAt, prices, market }: Wanted & { startsAt: number | null },
  now: number,
): Wanted & { startsAt: number } {
  const from = startsAt ?? now;
  if (market && startsAt === null) refuse(PRICE_CHANGE_MESSAGES.marketNow, 'regular');
  if (startsAt !== null && startsAt <= now) refuse(PRICE_CHANGE_MESSAGES.past, 'date');
  if (from > now + MOST_AHEAD_MS) refuse(PRICE_CHANGE_MESSAGES.tooFar, 'date');
  const upcoming = upcomingIn(book, now);
  for (const planned of upcoming.filter((one) => one.startsAt === from)) {
    const label = sharedLabel({ prices, ...(market && { market }) }, planned);
    if (!label) continue;
    throw new DomainError(
      'conflict',
      `A change to “${label}” is already planned for that time. Cancel it first, or select another time.`,
    );
  }
  if (startsAt !== null && upcoming.length >= MAX_UPCOMING) {
    throw new DomainError('conflict', PRICE_CHANGE_MESSAGES.tooMany);
  }
  const steps = stepsOf(pricesAt(book, from), prices);
  if (steps.length === 0 && !market) refuse(PRICE_CHANGE_MESSAGES.same, OWN_PRICES[0] ?? '');
  // A planned price is also saved if it equals the current price, because an earlier plan may be
  // cancelled.
  if (startsAt !== null) return { startsAt, prices, ...(market && { market }) };
  return { startsAt: from, prices: Object.fromEntries(steps.map(({ name, to }) => [name, to])) };
}

/**
 * Throws `invalid_input` if fuel and ice come to less than the minimum order. An order that was
 * accepted below it may stay as it is or grow.
 *
 * @param options.before the price before the change, unless the order is new
 */
export function refuseBelowMinimum(
  price: Quote,
  minimumOrderCents: Cents,
  { before, field = 'estimatedGallons' }: { before?: Quote; field?: string } = {},
): void {
  const items = itemsOf(price);
  if (items >= minimumOrderCents || (before && items >= itemsOf(before))) return;
  throw new DomainError(
    'invalid_input',
    `The minimum order is ${formatDollars(minimumOrderCents)} before the delivery fee. This one is ${formatDollars(items)}.`,
    { field },
  );
}

/** A discount doesn't count, so that it can't make an order too small. */
const itemsOf = ({ lines }: Quote) => plus(lines.fuel, lines.ice);
