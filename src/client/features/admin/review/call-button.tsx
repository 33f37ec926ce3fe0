import { buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { phoneDigits } from '@/domain/phone';

/** Dials a number. Draws nothing where none is known. */
export function CallButton({ name, phone }: { name: string; phone: string | null }) {
  if (!phone) return null;
  return (
    <a href={`tel:${phoneDigits(phone)}`} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
      <Icon name="phone" size={18} />
      Call {name}
    </a>
  );
}
