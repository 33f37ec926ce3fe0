import { useRef, useState } from 'react';
import { trpc } from '@/client/lib/trpc';

type Asked = { isAsked: boolean; isKept: boolean };

/**
 * Whether the card being entered is kept for next time. `send` reports a changed choice, before the
 * card is saved.
 */
export function useKeepChoice(appointmentId: string, { isAsked, isKept: known }: Asked) {
  const report = trpc.booking.keepCard.useMutation();
  const [isKept, choose] = useState(known);
  const reported = useRef(known);
  const send = async () => {
    // Saving a card resets the choice on the server, so a card that isn't kept is reported each time.
    if (!isAsked || (isKept && reported.current)) return;
    await report.mutateAsync({ appointmentId, keep: isKept });
    reported.current = isKept;
  };
  return { isAsked, isKept, choose, send };
}
