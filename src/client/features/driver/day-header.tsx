import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { Field } from '@/client/components/field';
import { Icon } from '@/client/components/icon';
import { Select } from '@/client/components/select';
import { Skeleton } from '@/client/components/states';
import { toast } from '@/client/components/toast-store';
import { useNow } from '@/client/lib/now';
import { problemOf } from '@/client/lib/problem';
import type { Me } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { requestPosition } from './device-position';
import type { ShownDay } from './driver-day';

type DayHeaderProps = {
  day: ShownDay | null;
  me: Me;
  /** The drivers whose day an admin may open; empty for a driver. */
  choices: readonly { id: number; name: string }[];
  onChoose: (driverId: number) => void;
};

/** The driver, their vehicle, whether they take deliveries, and the age of their position. */
export function DayHeader({ day, me, choices, onChoose }: DayHeaderProps) {
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
      {day ? <Duty day={day} isOwn={me.role === 'driver'} /> : null}
    </header>
  );
}

function Duty({ day, isOwn }: { day: ShownDay; isOwn: boolean }) {
  const utils = trpc.useUtils();
  const setDuty = trpc.driver.setDuty.useMutation();
  const setPosition = trpc.driver.setPosition.useMutation();
  const { driver } = day;
  const isOffline = driver.status === 'offline';

  const failed = (description: string) =>
    void toast({ variant: 'destructive', title: 'Update Failed', description });
  const switchDuty = async () => {
    const status = isOffline ? 'available' : 'offline';
    try {
      await setDuty.mutateAsync({ driverId: driver.id, status });
      toast({
        variant: 'success',
        title: 'Status updated',
        description:
          status === 'offline'
            ? 'You are offline. New deliveries go to others.'
            : 'You are available for new deliveries.',
      });
      await utils.driver.day.invalidate();
    } catch (error) {
      failed(problemOf(error).message);
    }
  };
  const updateLocation = async () => {
    let position: Awaited<ReturnType<typeof requestPosition>>;
    try {
      position = await requestPosition();
    } catch (error) {
      return failed(error instanceof Error ? error.message : 'Your location could not be found.');
    }
    try {
      const { latitude, longitude } = position;
      await setPosition.mutateAsync({ latitude, longitude });
      toast({
        variant: 'success',
        title: 'Location updated',
        description: 'Dispatch sees where you are.',
      });
      await utils.driver.day.invalidate();
    } catch (error) {
      failed(problemOf(error).message);
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
