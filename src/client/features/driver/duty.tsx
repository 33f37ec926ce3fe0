import { Button } from '@/client/components/button';
import { toastError } from '@/client/components/feedback/toast-store';
import { useDeviceNow } from './day/device-now';
import { requestPosition } from './day/device-position';
import type { ShownDay } from './day/driver-day';
import type { PerformAction } from './outbox/perform-action';

type DutyProps = {
  day: ShownDay;
  /**
   * How far the server's clock, which the position's time is from, is ahead of the device's (ms).
   */
  aheadMs: number | null;
  isOwn: boolean;
  perform: PerformAction;
};

/** Buttons for the driver's availability and location, and the age of the last location. */
export function Duty({ day, aheadMs, isOwn, perform }: DutyProps) {
  const { driver } = day;
  if (driver.status === 'retired') return null;
  const isOffline = driver.status === 'offline';

  const switchDuty = () =>
    perform({ kind: 'duty', driverId: driver.id, status: isOffline ? 'available' : 'offline' });
  const updateLocation = async () => {
    try {
      const { latitude, longitude } = await requestPosition();
      await perform({ kind: 'position', position: { latitude, longitude } });
    } catch (error) {
      const description =
        error instanceof Error ? error.message : 'We couldn’t find your location.';
      toastError('Update Failed', description);
    }
  };

  return (
    <>
      <Button variant="quiet" size="lg" icon={isOffline ? 'check' : 'x'} onClick={switchDuty}>
        {isOffline ? 'Go Available' : 'Go Offline'}
      </Button>
      {isOwn ? (
        <Button variant="quiet" size="lg" icon="pin" onClick={updateLocation}>
          Update Location
        </Button>
      ) : null}
      <LocatedAt at={driver.position?.locatedAt ?? null} aheadMs={aheadMs ?? 0} />
    </>
  );
}

const MINUTE_MS = 60_000;

function LocatedAt({ at, aheadMs }: { at: number | null; aheadMs: number }) {
  const now = useDeviceNow(MINUTE_MS) + aheadMs;
  if (at === null) return null;
  const minutes = Math.max(0, Math.floor((now - at) / MINUTE_MS));
  const ago =
    minutes < 1
      ? 'just now'
      : minutes < 120
        ? `${minutes} min ago`
        : `${Math.floor(minutes / 60)} hours ago`;
  return <p className="col-span-full text-muted">Location updated {ago}</p>;
}
