import { Badge } from '@/client/components/badge';
import { Skeleton } from '@/client/components/feedback/states';
import { Field } from '@/client/components/form/field';
import { Select } from '@/client/components/form/select';
import type { ShownDay } from './day/driver-day';

type DayHeaderProps = {
  day: ShownDay | null;
  /** The drivers an admin can switch to. Empty for a driver. */
  choices: readonly { id: number; name: string }[];
  onChoose: (driverId: number) => void;
};

/** The driver, their vehicle, and their availability. */
export function DayHeader({ day, choices, onChoose }: DayHeaderProps) {
  return (
    <header className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h1 className="text-xl sm:text-2xl">
            {day?.driver.name ?? <Skeleton className="h-7 w-48" />}
          </h1>
          {day ? <DutyBadge status={day.driver.status} /> : null}
        </div>
        <p className="text-muted">
          {day ? (day.driver.vehicleInfo ?? 'No vehicle entered') : <Skeleton className="w-56" />}
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
    </header>
  );
}

function DutyBadge({ status }: Pick<ShownDay['driver'], 'status'>) {
  const isAvailable = status === 'available';
  return (
    <Badge
      tone={isAvailable ? 'green' : 'grey'}
      icon={isAvailable ? 'check' : 'x'}
      className="text-base"
    >
      {status === 'retired' ? 'Inactive' : isAvailable ? 'Available' : 'Offline'}
    </Badge>
  );
}
