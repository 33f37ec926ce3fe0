import { buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { PhoneLink } from '@/client/components/phone-link';

/** Dials a number. Renders nothing if we have none. */
export function CallButton({ name, phone }: { name: string; phone: string | null }) {
  if (!phone) return null;
  return (
    <PhoneLink phone={phone} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
      <Icon name="phone" size={18} />
      Call {name}
    </PhoneLink>
  );
}
