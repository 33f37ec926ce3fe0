import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { isAlready, type ReadValues } from '@/domain/edit-conflict';
import { type Cents, toDollars } from '@/domain/money';
import { FALLBACK_MARKET_PRICES, type MarketPrices } from '@/domain/pricing/fuel';
import type { AnyCall, Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { FeedUnreachable } from '@/server/ports/feeds/feed';
import { audit } from '../audit/audit';
import { refuseOverwrite } from '../audit/overwrite';
import { selectPriceBook } from './price-book.repository';
import {
  type FuelPriceRow,
  insertPriceAfter,
  recentPrices,
  selectLatestFeedPrice,
  selectLatestPrice,
} from './pricing.repository';
import { type PricesView, pricesView } from './pricing.usecases';

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
    await refusePriceOverwrite(call, before, { read, sent: input });
    if (before?.isManualOverride && isAlready(before, input)) {
      return pricesView(call, before, book);
    }
    const row = {
      ...input,
      zipCode: deps.settings.zip,
      isManualOverride: true,
      updatedAt: deps.clock.now(),
    };
    const written = await writeGuarded(deps.db, {
      guard: insertPriceAfter(orm, before, row),
      audit: audit(call, {
        action: 'prices.set',
        before: before && facts(before),
        after: facts(row),
      }),
    });
    return pricesView(call, written.changed, book);
  });
}

async function refusePriceOverwrite(
  call: Call,
  before: FuelPriceRow | undefined,
  { read, sent }: { read: ReadValues; sent: MarketPrices },
): Promise<void> {
  const inDollars = ({ regularCents, premiumCents }: MarketPrices) => ({
    regular: toDollars(regularCents),
    premium: toDollars(premiumCents),
  });
  const current = inDollars(before ?? FALLBACK_MARKET_PRICES);
  await refuseOverwrite(
    call,
    { read, sent: inDollars(sent), current },
    {
      actions: ['prices.set', 'prices.reverted'],
      // Only manual prices have an audit entry, because no person set the prices from the feed.
      isAbout: () => before?.isManualOverride === true,
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
  if (!held?.isManualOverride) return pricesView(call, held ?? null, book);
  const fresh = await latestOfFeed(deps);
  return retryOnConflict(async () => {
    const [[before], [known]] = await deps.db.read((orm) => [
      selectLatestPrice(orm),
      selectLatestFeedPrice(orm),
    ]);
    if (!before?.isManualOverride) return pricesView(call, before ?? null, book);
    const row = feedPrice(deps, fresh, known);
    const written = await writeGuarded(deps.db, {
      guard: insertPriceAfter(orm, before, row),
      audit: audit(call, { action: 'prices.reverted', before: facts(before), after: facts(row) }),
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
  isManualOverride,
}: MarketPrices & Pick<FuelPriceRow, 'isManualOverride'>) => ({
  regularCents,
  premiumCents,
  isManual: isManualOverride,
});

/** A market price, and when it was set or last confirmed (ms). */
export type PricePoint = {
  since: number;
  regularCents: Cents;
  premiumCents: Cents;
  isManual: boolean;
};

/** Returns the newest prices in order of time, for a chart. */
export async function readPriceHistory(
  { deps }: AnyCall,
  input: { limit: number },
): Promise<PricePoint[]> {
  const rows = await recentPrices(deps.db.orm, input.limit);
  let since = 0;
  return rows.reverse().map((row) => {
    // A price that's used again has its old time, but the chart must not go back in time.
    since = Math.max(since, row.updatedAt);
    return { since, ...facts(row) };
  });
}
