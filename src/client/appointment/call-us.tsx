import { buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { PhoneLink, PhoneText } from '@/client/components/phone-link';
import { trpc } from '@/client/lib/trpc';

/** Calls the office. Renders nothing until we know its number. */
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
