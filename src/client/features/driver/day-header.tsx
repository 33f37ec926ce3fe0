import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { Field } from '@/client/components/field';
import { Icon } from '@/client/components/icon';
import { Select } from '@/client/components/select';
import { Skeleton } from '@/client/components/states';
import { toast } from '@/client/components/toast-store';
import { useNow } from '@/client/lib/now';
import type { Me } from '@/client/lib/session';
import { requestPosition } from './device-position';
import type { ShownDay } from './driver-day';
import type { PerformAction } from './perform-action';

type DayHeaderProps = {
  day: ShownDay | null;
  me: Me;
  /** The drivers whose day an admin may open; empty for a driver. */
  choices: readonly { id: number; name: string }[];
  onChoose: (driverId: number) => void;
  perform: PerformAction;
};

/** The driver, their vehicle, whether they take deliveries, and the age of their position. */
export function DayHeader({ day, me, choices, onChoose, perform }: DayHeaderProps) {
  return (
    <header className="mb-5 flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-[1.75rem] sm:text-4xl">
            {day?.driver.name ?? <Skeleton className="h-9 w-48" />}
          </h1>
          <p className="mt-1.5 flex items-center gap-2 text-muted">
            <Icon name="boat" size={20} />
            {day ? (day.driver.vehicleInfo ?? 'No vehicle noted') : <Skeleton className="w-56" />}
          </p>
        </div>
        {choices.length > 1 ? (
          <Field label="Driver">
            <Select
              value={String(day?.driver.id ?? '')}
              className="h-14"
              onChange={(event) => onChoose(Number(event.currentTarget.value))}
              options={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          </Field>
        ) : null}
      </div>
      {day ? <Duty day={day} isOwn={me.role === 'driver'} perform={perform} /> : null}
    </header>
  );
}

type DutyProps = { day: ShownDay; isOwn: boolean; perform: PerformAction };

function Duty({ day, isOwn, perform }: DutyProps) {
  const { driver } = day;
  const isOffline = driver.status === 'offline';

  const switchDuty = () =>
    perform({ kind: 'duty', driverId: driver.id, status: isOffline ? 'available' : 'offline' });
  const updateLocation = async () => {
    try {
      const { latitude, longitude } = await requestPosition();
      await perform({ kind: 'position', position: { latitude, longitude } });
    } catch (error) {
      const description =
        error instanceof Error ? error.message : 'Your location could not be found.';
      toast({ variant: 'destructive', title: 'Update Failed', description });
    }
  };

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge
          tone={isOffline || driver.status === 'retired' ? 'grey' : 'green'}
          icon={isOffline ? 'x' : 'check'}
          className="text-base"
        >
          {driver.status === 'retired' ? 'Retired' : isOffline ? 'Offline' : 'Available'}
        </Badge>
        <LocatedAt at={driver.position?.locatedAt ?? null} />
      </div>
      {driver.status === 'retired' ? null : (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
          <Button variant="quiet" size="lg" icon={isOffline ? 'check' : 'x'} onClick={switchDuty}>
            {isOffline ? 'Go Available' : 'Go Offline'}
          </Button>
          {isOwn ? (
            <Button
              variant="quiet"
              size="lg"
              icon="pin"
              className="gap-1.5 px-1 text-[0.9rem] sm:text-base"
              onClick={updateLocation}
            >
              Update Location
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}

const MINUTE_MS = 60_000;

function LocatedAt({ at }: { at: number | null }) {
  const now = useNow(MINUTE_MS);
  if (at === null) return null;
  const minutes = Math.max(0, Math.floor((now - at) / MINUTE_MS));
  const ago =
    minutes < 1
      ? 'just now'
      : minutes < 120
        ? `${minutes} min ago`
        : `${Math.floor(minutes / 60)} hours ago`;
  return <p className="text-muted">Location updated {ago}</p>;
}
