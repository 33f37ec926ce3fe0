import type { BusinessSettings } from '@/domain/business-settings';
import type { AnyCall } from '@/server/config/call';
import { readBusinessSettings } from '../../business-settings/business-settings.usecases';

/** What the browser must know to ask before it sends a completion. */
export type ChargeLimits = Pick<BusinessSettings, 'confirmAboveCents'>;

/** The total above which a completion is confirmed, as the owner set it. */
export async function readChargeLimits(call: AnyCall): Promise<ChargeLimits> {
  const { confirmAboveCents } = (await readBusinessSettings(call)).settings;
  return { confirmAboveCents };
}
