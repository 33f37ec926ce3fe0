import type { Queryable } from '@/db/client';
import type { Company } from '@/domain/company';
import { shownPhoto } from '@/domain/home-photo';
import { shownLogo } from '@/domain/logo';
import { shownPhone } from '@/domain/phone-number';
import { presentZone } from '@/domain/time-zones';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import {
  type BusinessSettingsRow,
  selectBusinessSettings,
} from '../business-settings/business-settings.repository';
import { businessSettingsOf } from '../business-settings/business-settings.usecases';
import { type SupportRow, selectSupport } from '../support/support.repository';
import { supportView } from '../support/support.usecases';

/** The queries for the company, for a batch. Pass their results to `companyOf`. */
export const selectCompany = (orm: Queryable) =>
  [selectBusinessSettings(orm), selectSupport(orm)] as const;

/** Returns the company from the results of `selectCompany`. */
export function companyOf(
  deps: Pick<Deps, 'settings'>,
  [[settings], [support]]: readonly [readonly BusinessSettingsRow[], readonly SupportRow[]],
): Company {
  const { companyName, companyAddress, waters, licenseLine, cancellationPolicy } =
    businessSettingsOf(deps, settings);
  const { phone, email, businessHours } = supportView(support);
  return {
    name: companyName,
    address: companyAddress,
    waters,
    license: licenseLine,
    cancellation: cancellationPolicy,
    phone: shownPhone(phone),
    email,
    hours: businessHours,
    photo: shownPhoto(settings?.homePhoto ?? null),
    timeZone: presentZone(settings?.timeZones ?? deps.settings.zones).zone,
    logo: shownLogo(settings?.logo ?? null),
  };
}

/** Returns the company from the settings and the support texts. */
export async function readCompany({ deps }: AnyCall): Promise<Company> {
  return companyOf(deps, await deps.db.read(selectCompany));
}
