import type { BusinessSettings } from '@/domain/business-settings';
import type { AnyCall } from '@/server/config/call';
import { readBusinessSettings } from '../../business-settings/business-settings.usecases';

/** The limits a browser needs to ask for confirmation before it sends a completion. */
export type ChargeLimits = Pick<BusinessSettings, 'confirmAboveCents'>;

/** Reads the owner's limit above which a total must be confirmed. */
export async function readChargeLimits(call: AnyCall): Promise<ChargeLimits> {
  const { confirmAboveCents } = (await readBusinessSettings(call)).settings;
  return { confirmAboveCents };
}
