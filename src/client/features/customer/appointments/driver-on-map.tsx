import { buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { trpc } from '@/client/lib/trpc';
import type { OwnAppointment } from './appointment-text';

const POLL_MS = 30_000;

/**
 * Links to the driver's position while they're on the way. The link opens the device's maps app if
 * it has one, or a map in a new tab.
 */
export function DriverOnMap({ appointment: { id, onTheWay } }: { appointment: OwnAppointment }) {
  const { data } = trpc.booking.get.useQuery(
    { id },
    { enabled: onTheWay !== null, refetchInterval: POLL_MS },
  );
  const position = data?.driverPosition;
  if (!onTheWay || !position) return null;
  const query = encodeURIComponent(`${position.latitude},${position.longitude}`);
  return (
    <a
      href={`https://www.google.com/maps/search/?api=1&query=${query}`}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass({ variant: 'quiet', block: true })}
    >
      <Icon name="pin" size={20} />
      See the Driver on a Map
    </a>
  );
}
