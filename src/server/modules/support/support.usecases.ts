import { DEFAULT_FAQ, type FaqItem, readFaq, SUPPORT_DEFAULTS } from '@/domain/support';
import type { AnyCall } from '@/server/config/call';
import { type SupportRow, selectSupport } from './support.repository';

export type SupportView = {
  email: string;
  phone: string;
  businessHours: string;
  serviceArea: string;
  emergencyInfo: string;
  faqItems: FaqItem[];
};

/** Returns the support texts, or the defaults before staff save any. */
export async function readSupport({ deps }: AnyCall): Promise<SupportView> {
  const [row] = await selectSupport(deps.db.orm);
  return supportView(row);
}

/** Returns the view of a stored row, or the defaults without one. */
export function supportView(row: SupportRow | undefined): SupportView {
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
