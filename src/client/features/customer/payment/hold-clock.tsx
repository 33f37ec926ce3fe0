import type { HeldAppointment } from '@/client/appointment/card-outcome';
import { Callout } from '@/client/components/callout';
import { useNow } from '@/client/lib/now';

const SHOWN_BELOW_MS = 5 * 60_000;

/** Counts down the last five minutes of a hold. Draws nothing before. */
export function HoldClock({ appointment }: { appointment: HeldAppointment }) {
  const now = useNow(1000);
  if (appointment.holdExpiresAt === null) return null;
  const left = appointment.holdExpiresAt - now;
  if (left > SHOWN_BELOW_MS) return null;
  if (left <= 0) {
    return (
      <Callout tone="warn" live className="mt-3">
        Your time is no longer kept. Save the card, and it is yours if it is still free.
      </Callout>
    );
  }
  const seconds = Math.ceil(left / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <Callout tone="info" icon="clock" className="mt-3">
      Your time is kept for <span className="tabular font-semibold">{clock}</span> more.
    </Callout>
  );
}
