import { FALLBACK_MARKET_PRICES, type MarketPrices } from '@/domain/pricing/fuel';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import { FeedUnreachable } from '@/server/ports/feeds/feed';
import { insertAudit } from '../audit/audit.repository';
import {
  type FuelPriceRow,
  insertPrice,
  latestFuelPrice,
  latestMarketPrice,
  recentPrices,
} from './pricing.repository';
import { type PricesView, readPrices } from './pricing.usecases';

type Call = { deps: Deps; actor: Actor };

/**
 * Sets the market prices by hand, in cents. They hold at once, for bookings made from now on (D24),
 * and until they are reverted (D26).
 */
export async function setFuelPrices(
  { deps, actor }: Call,
  input: { regular: number; premium: number },
): Promise<PricesView> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const before = await latestFuelPrice(tx);
    const after = await insertPrice(tx, {
      regularCents: input.regular,
      premiumCents: input.premium,
      zipCode: deps.settings.zip,
      isManualOverride: true,
      updatedAt: now,
    });
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: null,
      actor,
      action: 'prices.set',
      before: before ? facts(before) : undefined,
      after: facts(after),
      at: now,
    });
  });
  return readPrices({ deps });
}

/**
 * Takes manual prices away: the market's hold again, asked of the feed, or as it last answered when
 * it is out of reach. Harmless when no manual ones are set.
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
      // An old answer keeps its age, so that the feed is soon asked again.
      updatedAt: fresh ? now : (known?.updatedAt ?? now),
    });
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: null,
      actor,
      action: 'prices.reverted',
      before: facts(before),
      after: facts(after),
      at: now,
    });
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

/** A market price, and when (ms) it was set or last heard of. */
export type PricePoint = {
  since: number;
  regularCents: number;
  premiumCents: number;
  isManual: boolean;
};

/** The newest prices in the order of time, for a plot. */
export async function readPriceHistory(
  { deps }: { deps: Deps },
  input: { limit: number },
): Promise<PricePoint[]> {
  const rows = await recentPrices(deps.db.orm, input.limit);
  let since = 0;
  return rows.reverse().map((row) => {
    // An old answer of the feed that holds again does not go back in time.
    since = Math.max(since, row.updatedAt);
    return { since, ...facts(row) };
  });
}
