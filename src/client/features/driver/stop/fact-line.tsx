import type { ReactNode } from 'react';
import { Icon, type IconName } from '@/client/components/icon';

/** One fact about a stop, with an icon. */
export function FactLine({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2.5">
      <Icon name={icon} size={22} className="mt-0.5 text-primary" />
      <span className="min-w-0 wrap-anywhere tabular">{children}</span>
    </p>
  );
}
