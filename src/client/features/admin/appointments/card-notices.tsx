/** What a card says above its parts: a dock that is far away, and a time slot that is only held. */
import { Icon } from '@/client/components/icon';
import { useInstants } from '@/client/lib/business-zone';
import { useNow } from '@/client/lib/now';
import { beyondAreaText } from '@/domain/route/service-area';
import type { Appointment } from './appointment';
import { boxClass } from './card-parts';

type NoticeProps = { appointment: Appointment };

/** Says of a dock beyond the service area how far away it is; staff decide by confirming. */
export function BeyondAreaNotice({ appointment }: NoticeProps) {
  const text = beyondAreaText(appointment);
  if (text === null) return null;
  return (
    <p className={`tone tone-orange flex items-center gap-2 ${boxClass}`}>
      <Icon name="warning" size={18} className="shrink-0" />
      {appointment.status === 'pending' ? `${text}. Confirm it only if you deliver there.` : text}
    </p>
  );
}

/** Tells until when a hold keeps its time slot. */
export function HoldNotice({ appointment: { holdExpiresAt, status } }: NoticeProps) {
  if (holdExpiresAt === null || status === 'cancelled') return null;
  return <Held until={holdExpiresAt} />;
}

/** Apart, because a clock and the business's zone are a lot for a hundred cards without a hold. */
function Held({ until }: { until: number }) {
  const { formatTimeOfDay } = useInstants();
  const now = useNow(30_000);
  return (
    <p className={`tone tone-orange flex items-center gap-2 ${boxClass}`}>
      <Icon name="clock" size={18} />
      {until > now
        ? `Not finished yet: the window is held until ${formatTimeOfDay(until)}.`
        : 'Never finished: its hold ran out, and the window is free again.'}
    </p>
  );
}
