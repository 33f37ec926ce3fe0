import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import type { MarketPrices } from '@/domain/pricing/fuel';
import { marketAt } from '@/domain/pricing/market-schedule';
import {
  OWN_PRICES,
  type OwnPrices,
  type PriceChange,
  priceChanges,
  pricesAt,
  upcomingIn,
} from '@/domain/pricing/price-book';
import type { PriceChangeInput } from '@/domain/pricing/price-change.schema';
import { PRICE_CHANGE_MESSAGES, plannedChange } from '@/domain/pricing/price-rules';
import { formatMoment, instantOf, type LocalMoment, localMoment } from '@/domain/time';
import type { AnyCall, UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import {
  insertPriceEntryAfter,
  type PriceEntryRow,
  selectPriceBook,
} from './price-book.repository';
import { selectLatestPrice } from './pricing.repository';

export type PriceBookView = {
  /** The prices in force, and the market prices for the preview. */
  prices: OwnPrices;
  market: MarketPrices;
  /** Every change, the latest first. */
  changes: (PriceChange<PriceEntryRow> & {
    /** The time at which the change starts, on the business's clock. */
    start: LocalMoment;
    startText: string;
    /** The time at which the change was saved, on the business's clock. */
    savedText: string;
  })[];
  /** Sent back with a change, so that it can't overwrite someone else's. */
  newestEntry: number;
};

/** Reads the prices and fees in force, the planned changes, and the history. */
export async function readPriceBook(call: AnyCall): Promise<PriceBookView> {
  const { deps } = call;
  const [book, [price]] = await deps.db.read((orm) => [
    selectPriceBook(orm),
    selectLatestPrice(orm),
  ]);
  return viewOf(call, book, marketAt(price ?? null, book, deps.clock.now()));
}

function viewOf(
  { deps }: AnyCall,
  book: readonly PriceEntryRow[],
  market: MarketPrices,
): PriceBookView {
  const now = deps.clock.now();
  const prices = pricesAt(book, now);
  const { timeZone } = deps.settings;
  return {
    prices,
    market,
    changes: priceChanges(book, now).map((change) => ({
      ...change,
      start: localMoment(change.entry.startsAt, timeZone),
      startText: formatMoment(change.entry.startsAt, timeZone),
      savedText: formatMoment(change.entry.createdAt, timeZone),
    })),
    newestEntry: newestOf(book),
  };
}

const newestOf = (book: readonly PriceEntryRow[]) => book.at(-1)?.id ?? 0;

/**
 * Changes prices and fees, now or from a date and time on. Appointments keep the prices they were
 * booked with.
 *
 * @throws `changed_meanwhile` if someone else changed them since the form was opened
 * @throws `invalid_input` or `conflict` if the change can't be planned
 */
export async function changePrices(
  call: UserCall,
  { readEntry, date, time, regularCents, premiumCents, ...amounts }: PriceChangeInput,
): Promise<PriceBookView> {
  const { deps, actor } = call;
  const { db, clock, settings } = deps;
  const sent = OWN_PRICES.flatMap((name) => {
    const amount = amounts[name];
    return amount === undefined ? [] : [[name, amount] as const];
  });
  const market =
    regularCents === undefined || premiumCents === undefined
      ? null
      : { regularCents, premiumCents };
  const startsAt =
    date && typeof time === 'number' ? instantOf({ date, minutes: time }, settings.timeZone) : null;
  return retryOnConflict(async () => {
    const now = clock.now();
    const [book, [stored]] = await db.read((orm) => [selectPriceBook(orm), selectLatestPrice(orm)]);
    const newest = newestOf(book);
    if (newest !== readEntry) {
      throw new DomainError('changed_meanwhile', PRICE_CHANGE_MESSAGES.read);
    }
    const planned = plannedChange(
      book,
      { startsAt, prices: Object.fromEntries(sent), ...(market && { market }) },
      now,
    );
    const before = pricesAt(book, planned.startsAt);
    const names = OWN_PRICES.filter((name) => name in planned.prices);
    await writeGuarded(db, {
      guard: insertPriceEntryAfter(db.orm, newest, {
        ...planned,
        cancels: null,
        madeBy: actor.name,
        createdAt: now,
      }),
      audit: audit(call, {
        action: 'prices.own_changed',
        before: {
          ...Object.fromEntries(names.map((name) => [name, before[name]])),
          ...(market && marketAt(stored ?? null, book, planned.startsAt)),
        },
        after: {
          ...planned.prices,
          ...market,
          startsAt: formatMoment(planned.startsAt, settings.timeZone),
        },
      }),
    });
    return readPriceBook(call);
  });
}

/**
 * Cancels a planned change. Cancelling it again changes nothing.
 *
 * @throws `conflict` if it already applies
 */
export async function cancelPriceChange(
  call: UserCall,
  { id }: { id: number },
): Promise<PriceBookView> {
  const { deps, actor } = call;
  const { db, clock, settings } = deps;
  return retryOnConflict(async () => {
    const now = clock.now();
    const book = await selectPriceBook(db.orm);
    if (book.some(({ cancels }) => cancels === id)) return readPriceBook(call);
    const entry = book.find((one) => one.id === id && one.cancels === null);
    if (!entry) throw new DomainError('not_found', 'We couldn’t find that price change.');
    if (!upcomingIn(book, now).includes(entry)) {
      throw new DomainError('conflict', PRICE_CHANGE_MESSAGES.begun);
    }
    await writeGuarded(db, {
      guard: insertPriceEntryAfter(db.orm, newestOf(book), {
        startsAt: entry.startsAt,
        prices: {},
        cancels: id,
        madeBy: actor.name,
        createdAt: now,
      }),
      audit: audit(call, {
        action: 'prices.change_cancelled',
        before: {
          ...entry.prices,
          ...entry.market,
          startsAt: formatMoment(entry.startsAt, settings.timeZone),
        },
      }),
    });
    return readPriceBook(call);
  });
}
