import { shownPhone } from '@/domain/phone-number';
import type { AnyCall } from '@/server/config/call';
import { selectBusinessSettings } from '../business-settings/business-settings.repository';
import { businessSettingsOf } from '../business-settings/business-settings.usecases';
import { selectSupport } from '../support/support.repository';
import { supportView } from '../support/support.usecases';

/** The company as every visitor sees it, on the home page and on receipts. */
export type CompanyView = {
  name: string;
  /** Empty until the owner enters it. */
  address: string;
  /** The lake or the area. Empty until the owner enters it. */
  waters: string;
  phone: string;
  email: string;
  hours: string;
};

/** Returns the company from the settings and the support texts. */
export async function readCompany({ deps }: AnyCall): Promise<CompanyView> {
  const [[row], [support]] = await deps.db.read((orm) => [
    selectBusinessSettings(orm),
    selectSupport(orm),
  ]);
  const { companyName, companyAddress, waters } = businessSettingsOf(deps, row);
  const { phone, email, businessHours } = supportView(support);
  return {
    name: companyName,
    address: companyAddress,
    waters,
    phone: shownPhone(phone),
    email,
    hours: businessHours,
  };
}
