import type { HeldAppointment } from '@/client/appointment/card-outcome';
import { holdLeft } from '@/client/appointment/hold-left';
import { Callout } from '@/client/components/feedback/callout';
import { useNow } from '@/client/lib/now';

const SHOWN_BELOW_MS = 5 * 60_000;

/** Counts down the last 5 minutes of a hold. Renders nothing before that. */
export function HoldClock({ appointment }: { appointment: HeldAppointment }) {
  const now = useNow(1000);
  if (appointment.holdExpiresAt === null) return null;
  if (appointment.holdExpiresAt - now > SHOWN_BELOW_MS) return null;
  const clock = holdLeft(appointment.holdExpiresAt, now);
  if (clock === null) {
    return (
      <Callout tone="warn" live className="mt-3">
        Your hold expired. Save your card to book this window if it’s still available.
      </Callout>
    );
  }
  return (
    <Callout tone="info" icon="clock" className="mt-3">
      We’re holding your window for{' '}
      <span className="tabular font-semibold" translate="no">
        {clock}
      </span>{' '}
      more.
    </Callout>
  );
}
