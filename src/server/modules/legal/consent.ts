import type { Queryable } from '@/db/client';
import type { AppointmentRow } from '@/db/schema';
import { DEFAULT_VERSIONS, LEGAL_KINDS, type LegalVersions } from '@/domain/legal/legal-texts';
import { mostWithoutDoubt } from '@/domain/order/plausibility';
import type { Consent } from '@/domain/payment/terms';
import { unitPriceOf } from '@/domain/pricing/quote';
import type { Deps } from '@/server/config/deps';
import {
  type BusinessSettingsRow,
  selectBusinessSettings,
} from '../business-settings/business-settings.repository';
import { businessSettingsOf } from '../business-settings/business-settings.usecases';
import { selectLegalVersions } from './legal.repository';

/** What a consent names in addition to the appointment. */
export type ConsentFacts = {
  settings: BusinessSettingsRow | undefined;
  versions: LegalVersions;
};

/** The reads behind `ConsentFacts`, for a batch. `consentFacts` takes their answers. */
export const selectConsentFacts = (orm: Queryable) =>
  [selectBusinessSettings(orm), selectLegalVersions(orm)] as const;

type Versions = Awaited<ReturnType<typeof selectLegalVersions>>;

/** Returns the facts from the answers of `selectConsentFacts`. */
export const consentFacts = (
  [settings]: readonly BusinessSettingsRow[],
  versions: Versions,
): ConsentFacts => ({ settings, versions: versionsOf(versions) });

function versionsOf(rows: Versions): LegalVersions {
  const saved = LEGAL_KINDS.map((kind) => [
    kind,
    rows.find((row) => row.kind === kind)?.version ?? DEFAULT_VERSIONS[kind],
  ]);
  return Object.fromEntries(saved) as LegalVersions;
}

/** Returns what the customer consents to when they choose a card for an appointment. */
export function consentOf(
  deps: Pick<Deps, 'settings'>,
  row: AppointmentRow,
  { settings, versions }: ConsentFacts,
): Consent {
  const { companyName, confirmAboveCents } = businessSettingsOf(deps, settings);
  const { testMode, priceList } = row;
  const price = { unitPriceCents: unitPriceOf(row), testMode, priceList };
  return {
    operator: companyName,
    estimateCents: row.totalPriceCents,
    fillUp: row.fillUp,
    mostCents: mostWithoutDoubt(row, { ...price, confirmAboveCents }),
    versions,
  };
}

/** Returns what the customer consents to when they set up a recurring delivery. */
export function recurringConsentOf(
  deps: Pick<Deps, 'settings'>,
  { settings, versions }: ConsentFacts,
): Pick<Consent, 'operator' | 'versions'> {
  return { operator: businessSettingsOf(deps, settings).companyName, versions };
}
