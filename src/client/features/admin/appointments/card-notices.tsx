import { Icon } from '@/client/components/icon';
import { useInstants } from '@/client/lib/business-zone';
import { useNow } from '@/client/lib/now';
import { CARD_TROUBLE_TEXTS } from '@/domain/payment/card-trouble';
import { beyondAreaText } from '@/domain/route/service-area';
import type { Appointment } from './appointment';
import { boxClass } from './card-parts';

type NoticeProps = { appointment: Appointment };

/** Shows how far a dock is outside the service area. Staff approve the order by confirming it. */
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

/** Shows why the card of an open delivery can't be charged. */
export function CardNotice({ appointment: { cardTrouble } }: NoticeProps) {
  if (cardTrouble === null) return null;
  return (
    <p className={`tone tone-orange flex items-center gap-2 ${boxClass}`}>
      <Icon name="warning" size={18} className="shrink-0" />
      {CARD_TROUBLE_TEXTS[cardTrouble]}
    </p>
  );
}

/** Shows when the hold of an unfinished booking expires. */
export function HoldNotice({ appointment: { holdExpiresAt, status } }: NoticeProps) {
  if (holdExpiresAt === null || status === 'cancelled') return null;
  return <Held until={holdExpiresAt} />;
}

/** A component of its own, so that cards without a hold need neither a clock nor the time zone. */
function Held({ until }: { until: number }) {
  const { formatTimeOfDay } = useInstants();
  const now = useNow(30_000);
  return (
    <p className={`tone tone-orange flex items-center gap-2 ${boxClass}`}>
      <Icon name="clock" size={18} />
      {until > now
        ? `Not booked yet. We’re holding the window until ${formatTimeOfDay(until)}.`
        : 'Not booked. The hold expired, and the window is available again.'}
    </p>
  );
}
