import type { Cents } from '@/domain/money';
import type { AnyCall } from '@/server/config/call';

/** What the browser must know to ask before it sends a completion (D90). */
export type ChargeLimits = {
  /** A total above this is confirmed by a person who sees it. */
  confirmAboveCents: Cents;
};

export function readChargeLimits({ deps }: AnyCall): ChargeLimits {
  return { confirmAboveCents: deps.settings.confirmAboveCents };
}
