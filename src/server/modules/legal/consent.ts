import type { Queryable } from '@/db/client';
import { type ConditionalWrite, inserting } from '@/db/guarded-batch';
import { type AppointmentRow, standardTexts } from '@/db/schema';
import { defaultLegalText, LEGAL_KINDS, type ShownTexts } from '@/domain/legal/legal-texts';
import type { Cents } from '@/domain/money';
import { mostWithoutDoubt } from '@/domain/order/plausibility';
import type { Consent } from '@/domain/payment/terms';
import { priceOf } from '@/domain/pricing/delivered-price';
import type { Deps } from '@/server/config/deps';
import { sha256 } from '../audit/hashes';
import type { BusinessSettingsRow } from '../business-settings/business-settings.repository';
import { businessSettingsOf } from '../business-settings/business-settings.usecases';
import type { SupportRow } from '../support/support.repository';
import { companyOf, selectCompany } from './company.usecases';
import { selectLegalVersions, selectStandardIds } from './legal.repository';

/** The facts that a consent contains in addition to the appointment's. */
export type ConsentFacts = {
  operator: string;
  cancellation: string;
  confirmAboveCents: Cents;
  versions: ShownTexts;
  /**
   * The writes that store the standard texts that the consent names, unless they're stored already.
   */
  also: ConditionalWrite[];
};

/** The queries for `ConsentFacts`, for a batch. Pass their results to `consentFacts`. */
export const selectConsentFacts = (orm: Queryable) =>
  [...selectCompany(orm), selectLegalVersions(orm), selectStandardIds(orm)] as const;

/** The length of a standard text's ID, in hex digits. */
const ID_LENGTH = 12;

/** Returns the facts from the results of `selectConsentFacts`. */
export function consentFacts(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  [business, support, saved, stored]: [
    BusinessSettingsRow[],
    SupportRow[],
    Awaited<ReturnType<typeof selectLegalVersions>>,
    Awaited<ReturnType<typeof selectStandardIds>>,
  ],
): ConsentFacts {
  const company = companyOf({ settings }, [business, support]);
  const also: ConditionalWrite[] = [];
  const shown = LEGAL_KINDS.map((kind) => {
    const own = saved.find((row) => row.kind === kind);
    if (own?.version && !own.isStandard) return [kind, own.version];
    const body = defaultLegalText(kind, company);
    const id = sha256(body).slice(0, ID_LENGTH);
    if (!stored.some((row) => row.id === id)) {
      const row = { id, kind, body, shownAt: clock.now() };
      also.push(inserting(standardTexts, row, { unlessKnown: standardTexts.id }));
    }
    return [kind, id];
  });
  const { confirmAboveCents } = businessSettingsOf({ settings }, business[0]);
  const { name: operator, cancellation } = company;
  const versions = Object.fromEntries(shown);
  return { operator, cancellation, confirmAboveCents, versions, also };
}

/** Returns the terms that a customer agrees to when they choose a card for an appointment. */
export function consentOf(
  row: AppointmentRow,
  { operator, cancellation, confirmAboveCents, versions }: ConsentFacts,
): Consent {
  return {
    operator,
    cancellation,
    estimateCents: row.totalPriceCents,
    fillUp: row.fillUp,
    mostCents: mostWithoutDoubt(row, { ...priceOf(row), confirmAboveCents }),
    versions,
  };
}
