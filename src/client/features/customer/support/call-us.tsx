import { buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { PhoneLink, PhoneText } from '@/client/components/phone-link';
import { trpc } from '@/client/lib/trpc';

/** A button that calls the office, with its number. Draws nothing while the number isn't known. */
export function CallUs() {
  const { data } = trpc.support.info.useQuery();
  if (!data?.phone) return null;
  return (
    <PhoneLink phone={data.phone} className={buttonClass({ variant: 'quiet' })}>
      <Icon name="phone" size={20} />
      Call <PhoneText phone={data.phone} />
    </PhoneLink>
  );
}
