import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { isAlready, type ReadValues } from '@/domain/edit-conflict';
import { toDollars, type UnitPrice } from '@/domain/money';
import { FALLBACK_MARKET_PRICES, type MarketPrices } from '@/domain/pricing/fuel';
import { begunMarkets } from '@/domain/pricing/market-schedule';
import type { AnyCall, Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { FeedUnreachable } from '@/server/ports/feeds/feed';
import { audit } from '../audit/audit';
import { refuseOverwrite } from '../audit/overwrite';
import { selectPriceBook } from './price-book.repository';
import {
  type FuelPriceRow,
  insertPriceAfter,
  selectLatestFeedPrice,
  selectLatestPrice,
  selectRecentPrices,
} from './pricing.repository';
import { type MarketInForce, marketInForce, type PricesView, pricesView } from './pricing.usecases';

/**
 * Sets the market prices manually, in cents. They apply to new bookings until staff revert them.
 *
 * @throws `changed_meanwhile` if the prices changed since the form was opened
 */
export async function setFuelPrices(
  call: Call,
  { read, ...input }: MarketPrices & { read?: ReadValues },
): Promise<PricesView> {
  const { deps } = call;
  const { orm } = deps.db;
  return retryOnConflict(async () => {
    const [[before], book] = await deps.db.read((orm) => [
      selectLatestPrice(orm),
      selectPriceBook(orm),
    ]);
    const inForce = marketInForce(call, before, book);
    await refusePriceOverwrite(call, inForce, { read, sent: input });
    if (before && inForce.isManual && isAlready(inForce, input)) {
      return pricesView(call, before, book);
    }
    const now = deps.clock.now();
    const row = {
      ...input,
      zipCode: deps.settings.zip,
      isManualOverride: true,
      updatedAt: now,
      setAt: now,
    };
    const written = await writeGuarded(deps.db, {
      guard: insertPriceAfter(orm, before, row),
      audit: audit(call, {
        action: 'prices.set',
        before: before && facts(inForce),
        after: facts({ ...row, isManual: true }),
      }),
    });
    return pricesView(call, written.changed, book);
  });
}

async function refusePriceOverwrite(
  call: Call,
  inForce: MarketInForce,
  { read, sent }: { read: ReadValues; sent: MarketPrices },
): Promise<void> {
  const inDollars = ({ regularCents, premiumCents }: MarketPrices) => ({
    regular: toDollars(regularCents),
    premium: toDollars(premiumCents),
  });
  const current = inDollars(inForce);
  await refuseOverwrite(
    call,
    { read, sent: inDollars(sent), current },
    {
      actions: ['prices.set', 'prices.reverted', 'prices.own_changed'],
      // Only manual prices have an audit entry, because no person set the prices from the feed.
      isAbout: () => inForce.isManual,
      columns: { regular: 'regularCents', premium: 'premiumCents' },
    },
  );
}

/**
 * Ends manual prices. The feed's current prices apply again, or its last ones if it can't be
 * reached. Harmless if no manual prices are set.
 */
export async function revertFuelPrices(call: Call): Promise<PricesView> {
  const { deps } = call;
  const { orm } = deps.db;
  const [[held], book] = await deps.db.read((orm) => [
    selectLatestPrice(orm),
    selectPriceBook(orm),
  ]);
  if (!marketInForce(call, held, book).isManual) return pricesView(call, held ?? null, book);
  const fresh = await latestOfFeed(deps);
  return retryOnConflict(async () => {
    const [[before], [known]] = await deps.db.read((orm) => [
      selectLatestPrice(orm),
      selectLatestFeedPrice(orm),
    ]);
    const inForce = marketInForce(call, before, book);
    if (!inForce.isManual) return pricesView(call, before ?? null, book);
    const row = feedPrice(deps, fresh, known);
    const written = await writeGuarded(deps.db, {
      guard: insertPriceAfter(orm, before, row),
      audit: audit(call, {
        action: 'prices.reverted',
        before: facts(inForce),
        after: facts({ ...row, isManual: false }),
      }),
    });
    return pricesView(call, written.changed, book);
  });
}

/** Returns the price to store: the feed's current price, its last one, or the fallback. */
function feedPrice(deps: Deps, fresh: MarketPrices | null, known: FuelPriceRow | undefined) {
  const { regularCents, premiumCents } = fresh ?? known ?? FALLBACK_MARKET_PRICES;
  const now = deps.clock.now();
  return {
    regularCents,
    premiumCents,
    zipCode: deps.settings.zip,
    isManualOverride: false,
    // A price that's used again keeps its age, so that it's refreshed soon.
    updatedAt: fresh ? now : (known?.updatedAt ?? now),
    setAt: now,
  };
}

/** Returns the feed's latest prices, or null if it can't be reached. */
async function latestOfFeed(deps: Deps): Promise<MarketPrices | null> {
  try {
    return await deps.fuelPrices.latest();
  } catch (error) {
    if (!(error instanceof FeedUnreachable)) throw error;
    return null;
  }
}

const facts = ({
  regularCents,
  premiumCents,
  isManual,
}: MarketPrices & Pick<MarketInForce, 'isManual'>) => ({ regularCents, premiumCents, isManual });

/** A market price, and when it was set or last confirmed (ms). */
export type PricePoint = {
  since: number;
  regularCents: UnitPrice;
  premiumCents: UnitPrice;
  isManual: boolean;
};

/** Returns the newest prices in order of time, for a chart. A planned price counts once it began. */
export async function readPriceHistory(
  { deps }: AnyCall,
  input: { limit: number },
): Promise<PricePoint[]> {
  const [rows, book] = await deps.db.read((orm) => [
    selectRecentPrices(orm, input.limit),
    selectPriceBook(orm),
  ]);
  const stored = rows.reverse().map(({ setAt, updatedAt, isManualOverride, ...market }) => ({
    at: setAt ?? updatedAt,
    since: updatedAt,
    ...facts({ ...market, isManual: isManualOverride }),
  }));
  const [oldest] = stored;
  const begun = begunMarkets(book, deps.clock.now())
    // If all rows were read, a planned price may be older than the first one.
    .filter(({ startsAt }) => !oldest || rows.length < input.limit || startsAt > oldest.at)
    .map(({ market, startsAt }) => ({
      at: startsAt,
      since: startsAt,
      ...facts({ ...market, isManual: true }),
    }));
  let since = 0;
  return [...stored, ...begun]
    .toSorted((one, other) => one.at - other.at)
    .slice(-input.limit)
    .map(({ at: _, ...point }) => {
      // A reverted price keeps its old time, but the chart must not go back in time.
      since = Math.max(since, point.since);
      return { ...point, since };
    });
}
