import type { Queryable } from '@/db/client';
import { DEFAULT_FAQ, type FaqItem, readFaq, SUPPORT_DEFAULTS } from '@/domain/support';
import type { Deps } from '@/server/deps';
import { findSupport } from './support.repository';

export type SupportView = {
  email: string;
  phone: string;
  businessHours: string;
  serviceArea: string;
  emergencyInfo: string;
  faqItems: FaqItem[];
};

/** The support texts as stored, or the defaults while nobody wrote any. */
export async function readSupport(
  { deps }: { deps: Deps },
  orm: Queryable = deps.db.orm,
): Promise<SupportView> {
  const row = await findSupport(orm);
  if (!row) return { ...SUPPORT_DEFAULTS, faqItems: DEFAULT_FAQ };
  const { email, phone, businessHours, serviceArea, emergencyInfo } = row;
  return {
    email,
    phone,
    businessHours,
    serviceArea,
    emergencyInfo,
    faqItems: readFaq(row.faqItems),
  };
}
