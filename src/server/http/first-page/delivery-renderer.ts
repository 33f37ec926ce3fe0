import type { Company } from '@/domain/company';
import type { DeliveryState } from '@/domain/delivery-page/state';
import type { DeliveryPage } from '@/server/modules/deliveries/page/delivery-page.usecases';

/** Renders a delivery's page (src/client/delivery-page/view.tsx). */
export type DeliveryRenderer = {
  renderParts(
    shown: DeliveryPage & { token: string; now: number },
  ): Pick<DeliveryState, 'title' | 'parts' | 'announcement'>;
  renderFrame(page: { company: Company; parts: Record<string, string> | null }): string;
};
