/** The owner's tax rates over time. A rate applies from a date until the next one. */
import type { CalendarDate } from '../dates';
import { addDays } from '../dates';
import { DomainError } from '../errors';
import {
  PRODUCT_FACTS,
  PRODUCTS,
  type Product,
  rateText,
  type TaxRate,
  type TaxRates,
} from './tax';

/** A change of some rates from a date on, or the cancellation of an earlier entry. */
export type TaxEntry = {
  /** Later entries have higher numbers. */
  id: number;
  startsOn: CalendarDate;
  /** Null ends the tax on a product. */
  rates: { readonly [P in Product]?: TaxRate | null };
  /** The entry that this one cancels. Null for a change of rates. */
  cancels: number | null;
};
/** All changes ever made. Entries are only ever added. */
export type TaxBook = readonly TaxEntry[];

/** Returns the changes that weren't cancelled, in the order in which they apply. */
function changesIn<E extends TaxEntry>(book: readonly E[]): E[] {
  const cancelled = new Set(book.map(({ cancels }) => cancels));
  return book
    .filter(({ id, cancels }) => cancels === null && !cancelled.has(id))
    .toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : a.startsOn > b.startsOn ? 1 : a.id - b.id));
}

const applied = (entries: TaxBook): TaxRates => {
  const rates: Record<string, TaxRate | null> = Object.assign(
    {},
    ...entries.map((one) => one.rates),
  );
  return Object.fromEntries(
    PRODUCTS.flatMap((product) => (rates[product] ? [[product, rates[product]]] : [])),
  );
};

/** Returns the rates in force on a date. */
export const taxRatesOn = (book: TaxBook, date: CalendarDate): TaxRates =>
  applied(changesIn(book).filter(({ startsOn }) => startsOn <= date));

/** Returns the changes that begin after today, the next one first. */
export const upcomingTaxes = <E extends TaxEntry>(book: readonly E[], today: CalendarDate): E[] =>
  changesIn(book).filter(({ startsOn }) => startsOn > today);

/** One rate before and after a change. */
export type TaxStep = { product: Product; from: TaxRate | null; to: TaxRate | null };

export type TaxChange<E extends TaxEntry> = {
  entry: E;
  steps: TaxStep[];
  state: 'past' | 'upcoming' | 'cancelled';
};

/** Returns every change ever made, with the rates it replaced, the latest first. */
export function taxChanges<E extends TaxEntry>(
  book: readonly E[],
  today: CalendarDate,
): TaxChange<E>[] {
  const kept = changesIn(book);
  return book
    .filter(({ cancels }) => cancels === null)
    .map((entry): TaxChange<E> => {
      const { id, startsOn } = entry;
      const earlier = kept.filter(
        (one) => one.startsOn < startsOn || (one.startsOn === startsOn && one.id < id),
      );
      const state = startsOn > today ? 'upcoming' : 'past';
      return {
        entry,
        steps: taxSteps(applied(earlier), entry.rates),
        state: kept.includes(entry) ? state : 'cancelled',
      };
    })
    .toSorted((a, b) =>
      a.entry.startsOn === b.entry.startsOn
        ? b.entry.id - a.entry.id
        : a.entry.startsOn < b.entry.startsOn
          ? 1
          : -1,
    );
}

const isSame = (one: TaxRate | null, other: TaxRate | null) =>
  one?.kind === other?.kind && one?.value === other?.value;

/** Returns the rates that change, in display order. */
export const taxSteps = (from: TaxRates, to: TaxEntry['rates']): TaxStep[] =>
  PRODUCTS.flatMap((product) => {
    const next = to[product];
    const now = from[product] ?? null;
    return next === undefined || isSame(now, next) ? [] : [{ product, from: now, to: next }];
  });

/** Formats one step: "Ice: none → 6%". */
export const taxStepText = ({ product, from, to }: TaxStep): string =>
  `${PRODUCT_FACTS[product].label}: ${rateText(from)} → ${rateText(to)}`;

/** The most planned changes at one time. */
const MAX_UPCOMING = 50;
/** How far ahead a change can be planned: tax laws are passed long before they apply. */
const MOST_DAYS_AHEAD = 1_100;

/** Error messages of Settings, Taxes. */
export const TAX_CHANGE_MESSAGES = {
  past: 'Select today or a later date. Taxes on earlier sales can’t change.',
  tooFar: 'Select a date within the next 3 years.',
  same: 'These rates already apply on that date. Change at least one.',
  tooMany: `You can plan up to ${MAX_UPCOMING} changes. Cancel one first.`,
  begun: 'This change already applies, so it can’t be cancelled. Set the rate again instead.',
  missing: 'We couldn’t find that tax change.',
  read: 'Someone else changed the taxes while this form was open. Nothing was saved. Check the new rates, then save again.',
} as const;

/**
 * Returns the entry for a change of rates, without the rates that stay the same.
 *
 * @throws `invalid_input` for a date in the past or too far ahead, or if nothing would change
 * @throws `conflict` if another planned change of the same product starts on that date
 */
export function plannedTaxes(
  book: TaxBook,
  { startsOn, rates }: Pick<TaxEntry, 'startsOn' | 'rates'>,
  today: CalendarDate,
): Pick<TaxEntry, 'startsOn' | 'rates'> {
  const refuse = (message: string) => {
    throw new DomainError('invalid_input', message, { field: 'startsOn' });
  };
  if (startsOn < today) refuse(TAX_CHANGE_MESSAGES.past);
  if (startsOn > addDays(today, MOST_DAYS_AHEAD)) refuse(TAX_CHANGE_MESSAGES.tooFar);
  const upcoming = upcomingTaxes(book, today);
  const overlaps = upcoming
    .filter((one) => one.startsOn === startsOn)
    .flatMap((one) => PRODUCTS.filter((product) => product in one.rates && product in rates));
  if (overlaps[0]) {
    throw new DomainError(
      'conflict',
      `A change to “${PRODUCT_FACTS[overlaps[0]].label}” is already planned for that date. Cancel it first, or select another date.`,
      { field: 'startsOn' },
    );
  }
  if (upcoming.length >= MAX_UPCOMING) refuse(TAX_CHANGE_MESSAGES.tooMany);
  const steps = taxSteps(taxRatesOn(book, startsOn), rates);
  if (steps.length === 0) refuse(TAX_CHANGE_MESSAGES.same);
  // A planned rate is also saved if it equals the current one, because an earlier plan may be
  // cancelled.
  if (startsOn > today) return { startsOn, rates };
  return { startsOn, rates: Object.fromEntries(steps.map(({ product, to }) => [product, to])) };
}
