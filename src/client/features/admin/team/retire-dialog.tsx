import { useState } from 'react';
import { ConfirmDialog } from '@/client/components/confirm-dialog';
import { Field } from '@/client/components/field';
import { Select } from '@/client/components/select';
import { ErrorState, SkeletonList } from '@/client/components/states';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { whole } from '@/client/lib/whole';
import { formatMonthDay, formatWeekday } from '@/domain/dates';
import { formatGallons } from '@/domain/money';
import { type Driver, useRefreshDrivers } from './drivers';

type RetireDialogProps = {
  driver: Driver;
  /** The drivers at work, who can take over what this one has to make. */
  others: readonly Driver[];
  onClose: () => void;
};

/** Retires a driver, after what they still have to make is given to others, date by date. */
export function RetireDialog({ driver, others, onClose }: RetireDialogProps) {
  const refresh = useRefreshDrivers();
  const work = trpc.admin.driverWork.useQuery({ id: driver.id }, { staleTime: 0 });
  const retiring = trpc.admin.retireDriver.useMutation();
  const [takers, setTakers] = useState<Record<string, number>>({});
  const [refused, setRefused] = useState<string | null>(null);
  const { name } = driver;
  const dates = work.data ?? [];
  const first = others[0]?.id;
  const takerOf = (date: string) => takers[date] ?? first;
  const lack = lackOf(name, dates, others);

  const retire = async () => {
    const given = dates.flatMap(({ date }) => {
      const driverId = takerOf(date);
      return driverId === undefined ? [] : [{ date, driverId }];
    });
    try {
      await retiring.mutateAsync({ id: driver.id, work: given });
      toast({ variant: 'success', title: `${name} is retired` });
      onClose();
    } catch (error) {
      setRefused(problemOf(error).message);
      await work.refetch();
    }
    await refresh();
  };

  return (
    <ConfirmDialog
      open
      danger
      title={`Retire ${name}?`}
      description={`They get no new deliveries and can no longer sign in. What they delivered stays. ${
        driver.username
          ? 'What their phone has not sent yet comes to "Needs a look". You can take them back later, with a new password.'
          : 'They have no sign-in, so they cannot be taken back.'
      }`}
      confirmLabel="Retire driver"
      canConfirm={work.isSuccess && lack === null}
      busy={retiring.isPending}
      alert={refused ?? lack ?? undefined}
      onConfirm={retire}
      onCancel={onClose}
    >
      {work.isError ? (
        <ErrorState title="Their deliveries could not be loaded" onRetry={() => work.refetch()} />
      ) : work.isPending ? (
        <SkeletonList label="Loading their deliveries" rows={1} />
      ) : dates.length > 0 && lack === null ? (
        <div className="flex flex-col gap-3">
          <p>What {name} still has to make goes to:</p>
          {dates.map((one) => (
            <Field key={one.date} label={workText(one)}>
              <Select
                value={String(takerOf(one.date))}
                options={others.map((other) => ({ value: String(other.id), label: other.name }))}
                onChange={({ currentTarget: { value } }) =>
                  setTakers((now) => ({ ...now, [one.date]: Number(value) }))
                }
              />
            </Field>
          ))}
        </div>
      ) : null}
    </ConfirmDialog>
  );
}

type Work = Outputs['admin']['driverWork'];

/** Why the work cannot be given away now; null where it can, or where there is none. */
function lackOf(name: string, dates: Work, others: readonly Driver[]): string | null {
  if (dates.some(({ enRoute }) => enRoute)) {
    return `${name} is on the way to a delivery. Retire them once it has been made.`;
  }
  return dates.length > 0 && others.length === 0
    ? `${name} still has deliveries to make, and there is no other driver. Add one first.`
    : null;
}

/** "Sat, Jun 13: 5 deliveries, 120 gal" */
function workText({ date, stops, gallonsTenths }: Work[number]): string {
  const deliveries = `${stops} ${stops === 1 ? 'delivery' : 'deliveries'}`;
  return whole(
    `${formatWeekday(date)}, ${formatMonthDay(date)}: ${deliveries}, ${formatGallons(gallonsTenths)} gal`,
  );
}
