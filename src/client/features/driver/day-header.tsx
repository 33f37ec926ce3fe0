import { Badge } from '@/client/components/badge';
import { Skeleton } from '@/client/components/feedback/states';
import { Field } from '@/client/components/form/field';
import { Select } from '@/client/components/form/select';
import type { ShownDay } from './day/driver-day';
import type { PerformAction } from './outbox/perform-action';

type DayHeaderProps = {
  day: ShownDay | null;
  /** The drivers an admin can switch to. Empty for a driver. */
  choices: readonly { id: number; name: string }[];
  onChoose: (driverId: number) => void;
  perform: PerformAction;
};

/** The driver, their vehicle, and their availability. */
export function DayHeader({ day, choices, onChoose, perform }: DayHeaderProps) {
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
      {day ? <TruckChoice day={day} perform={perform} /> : null}
    </header>
  );
}

/** Lets a driver choose one of several trucks. A single truck is selected without asking. */
function TruckChoice({ day, perform }: { day: ShownDay; perform: PerformAction }) {
  // Days stored by older builds don't have trucks.
  const { trucks = [], truck, driver, date } = day;
  if (trucks.length < 2) return null;
  const choose = (truckId: number) => {
    const { name = '' } = trucks.find(({ id }) => id === truckId) ?? {};
    void perform({ kind: 'truck', driverId: driver.id, date, truckId, name });
  };
  return (
    <Field label="Truck" hint={truck ? undefined : 'Select it before the first delivery.'}>
      <Select
        value={String(truck?.id ?? '')}
        className="h-14"
        onChange={(event) => choose(Number(event.currentTarget.value))}
        options={[
          ...(truck ? [] : [{ value: '', label: 'Select a truck' }]),
          ...trucks.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </Field>
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
