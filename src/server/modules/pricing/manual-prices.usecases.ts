import type { Cents } from '@/domain/money';
import { FALLBACK_MARKET_PRICES, type MarketPrices } from '@/domain/pricing/fuel';
import type { AnyCall, Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { FeedUnreachable } from '@/server/ports/feeds/feed';
import { audit } from '../audit/audit';
import {
  type FuelPriceRow,
  insertPrice,
  latestFuelPrice,
  latestMarketPrice,
  recentPrices,
} from './pricing.repository';
import { type PricesView, readPrices } from './pricing.usecases';

/**
 * Sets the market prices by hand, in cents. They apply to appointments booked from now on (D24),
 * until staff revert them (D26).
 */
export async function setFuelPrices(
  { deps, actor }: Call,
  input: MarketPrices,
): Promise<PricesView> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const before = await latestFuelPrice(tx);
    const after = await insertPrice(tx, {
      ...input,
      zipCode: deps.settings.zip,
      isManualOverride: true,
      updatedAt: now,
    });
    await audit(
      { deps, actor },
      {
        action: 'prices.set',
        before: before ? facts(before) : undefined,
        after: facts(after),
      },
    ).write(tx);
  });
  return readPrices({ deps });
}

/**
 * Ends manual prices: fresh prices of the feed apply again, or its last ones while it is out of
 * reach. Harmless when no manual prices are set.
 */
export async function revertFuelPrices({ deps, actor }: Call): Promise<PricesView> {
  if (!(await latestFuelPrice(deps.db.orm))?.isManualOverride) return readPrices({ deps });
  const fresh = await askFeed(deps);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const before = await latestFuelPrice(tx);
    if (!before?.isManualOverride) return;
    const known = await latestMarketPrice(tx);
    const market = fresh ?? known ?? FALLBACK_MARKET_PRICES;
    const after = await insertPrice(tx, {
      regularCents: market.regularCents,
      premiumCents: market.premiumCents,
      zipCode: deps.settings.zip,
      isManualOverride: false,
      // An old price keeps its age, so that the next refresh comes soon.
      updatedAt: fresh ? now : (known?.updatedAt ?? now),
    });
    await audit(
      { deps, actor },
      {
        action: 'prices.reverted',
        before: facts(before),
        after: facts(after),
      },
    ).write(tx);
  });
  return readPrices({ deps });
}

async function askFeed(deps: Deps): Promise<MarketPrices | null> {
  try {
    return await deps.fuelPrices.latest();
  } catch (error) {
    if (!(error instanceof FeedUnreachable)) throw error;
    return null;
  }
}

const facts = ({ regularCents, premiumCents, isManualOverride }: FuelPriceRow) => ({
  regularCents,
  premiumCents,
  isManual: isManualOverride,
});

/** A market price, and when it was set or last confirmed. */
export type PricePoint = {
  since: number;
  regularCents: Cents;
  premiumCents: Cents;
  isManual: boolean;
};

/** The newest prices by time, for a plot. */
export async function readPriceHistory(
  { deps }: AnyCall,
  input: { limit: number },
): Promise<PricePoint[]> {
  const rows = await recentPrices(deps.db.orm, input.limit);
  let since = 0;
  return rows.reverse().map((row) => {
    // A reverted price keeps its old instant; on the plot it must not go back in time.
    since = Math.max(since, row.updatedAt);
    return { since, ...facts(row) };
  });
}
