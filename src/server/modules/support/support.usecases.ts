import type { Queryable } from '@/db/client';
import { DEFAULT_FAQ, type FaqItem, readFaq, SUPPORT_DEFAULTS } from '@/domain/support';
import type { AnyCall } from '@/server/config/call';
import { findSupport, type SupportRow } from './support.repository';

export type SupportView = {
  email: string;
  phone: string;
  businessHours: string;
  serviceArea: string;
  emergencyInfo: string;
  faqItems: FaqItem[];
};

/** The support texts, or the defaults before staff save any. */
export async function readSupport(
  { deps }: AnyCall,
  orm: Queryable = deps.db.orm,
): Promise<SupportView> {
  return supportView(await findSupport(orm));
}

export function supportView(row: SupportRow | null): SupportView {
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
