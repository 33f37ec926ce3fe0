import { Badge } from '@/client/components/badge';
import { Icon } from '@/client/components/icon';
import type { Delivery } from '@/client/features/driver/day/driver-day';

const WAITING = {
  server: { icon: 'refresh', text: 'Sending…' },
  signal: { icon: 'offline', text: 'Waiting for signal' },
  driver: { icon: 'warning', text: 'Waiting for you' },
  dispatch: { icon: 'clock', text: 'Waiting for dispatch' },
} as const;

type WaitingProps = Pick<Delivery, 'waitsFor'>;

/** Shows why a stop's action hasn't reached the server yet. */
export function WaitingBadge({ waitsFor }: WaitingProps) {
  const { icon, text } = WAITING[waitsFor];
  return (
    <Badge tone="grey" icon={icon}>
      {text}
    </Badge>
  );
}

/** Shows the same reason as an icon, for a crowded line. */
export function WaitingIcon({ waitsFor }: WaitingProps) {
  const { icon, text } = WAITING[waitsFor];
  return <Icon name={icon} size={20} label={text} />;
}
