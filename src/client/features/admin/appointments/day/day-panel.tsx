import { useSyncExternalStore } from 'react';
import { IconButton } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog/dialog';
import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { takeSecondPress } from '@/client/components/second-press';
import { useNoteRecent } from '@/client/lib/recent-items';
import { trpc } from '@/client/lib/trpc';
import type { Appointment } from '../appointment';
import { AppointmentCard, type CardAction } from '../appointment-card';

type DayPanelProps = {
  id: string;
  onAction: (action: CardAction, appointment: Appointment) => unknown;
  onClose: () => void;
};

/** The appointment of a line in a side panel, or in a dialog if the screen is narrow. */
export function DayPanel({ id, onAction, onClose }: DayPanelProps) {
  const isWide = useWideScreen();
  const { data, isError, refetch } = trpc.admin.appointment.useQuery({ id }, { staleTime: 0 });
  const shown = data?.appointment;
  useNoteRecent(
    shown && {
      kind: 'appointment',
      item: { ...shown, customerName: shown.customerFullName },
    },
  );
  const content = data ? (
    <AppointmentCard appointment={data.appointment} onAction={onAction} />
  ) : isError ? (
    <ErrorState title="We couldn’t load this appointment" onRetry={() => refetch()} />
  ) : (
    <div role="status">
      <span className="sr-only">Loading appointment</span>
      <Skeleton className="h-96 rounded-box" />
    </div>
  );
  if (!isWide) {
    return (
      <Dialog open size="md" title="Appointment" onClose={onClose}>
        {content}
      </Dialog>
    );
  }
  return (
    // The panel ends above the bottom of the window and above the bulk change banner, even before the
    // page scrolls, so that the actions at its end stay in sight.
    <aside
      aria-label="Appointment"
      className="sticky top-4 max-h-[calc(100dvh-10.5rem-var(--bar-room,0rem))] w-88 shrink-0 overflow-y-auto"
    >
      <div className="flex justify-end">
        <IconButton
          icon="x"
          size="sm"
          label="Close Panel"
          onClick={() => {
            takeSecondPress();
            onClose();
          }}
        />
      </div>
      {content}
    </aside>
  );
}

/** From this width, a list and its open item are side by side (Tailwind's xl). */
const WIDE = '(min-width: 80rem)';

function subscribe(onChange: () => void) {
  const media = window.matchMedia(WIDE);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** True if a list and its open item fit side by side. */
function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  );
}
