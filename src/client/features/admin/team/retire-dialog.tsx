import * as z from 'zod/mini';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { Select } from '@/client/components/form/select';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { formatMonthDay, formatWeekday } from '@/domain/dates';
import { formatGallons } from '@/domain/money';
import { type Driver, useRefreshDrivers } from './drivers';

/** The driver who takes over each date. */
const schema = z.object({ takers: z.record(z.string(), z.string()) });

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
  const { name } = driver;
  const dates = work.data ?? [];
  const first = String(others[0]?.id ?? '');
  const lack = lackOf(name, dates, others);
  const form = useZodForm(schema, {
    values: { takers: Object.fromEntries(dates.map(({ date }) => [date, first])) },
    // Fetched again, the work leaves what was chosen, and why the call failed.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    send: async ({ takers }) => {
      try {
        await retiring.mutateAsync({
          id: driver.id,
          work: dates.map(({ date }) => ({ date, driverId: Number(takers[date]) })),
        });
      } catch (error) {
        void work.refetch();
        throw error;
      } finally {
        void refresh();
      }
      toastSuccess(`${name} is retired`);
      onClose();
    },
  });

  return (
    <FormDialog
      form={form}
      danger
      title={`Retire ${name}?`}
      description={`They get no new deliveries and can no longer sign in. What they delivered stays. ${
        driver.username
          ? 'What their phone has not sent yet comes to "Needs attention". You can take them back later, with a new password.'
          : 'They have no sign-in, so they cannot be taken back.'
      }`}
      submitLabel="Retire driver"
      cancelLabel="Go back"
      disabled={!work.isSuccess || lack !== null}
      alert={lack}
      onClose={onClose}
      className="flex flex-col gap-3"
    >
      {work.isError ? (
        <ErrorState title="Their deliveries could not be loaded" onRetry={() => work.refetch()} />
      ) : work.isPending ? (
        <SkeletonList label="Loading their deliveries" rows={1} />
      ) : dates.length > 0 && lack === null ? (
        <>
          <p>What {name} still has to make goes to:</p>
          {dates.map((one) => (
            <Field key={one.date} label={workText(one)}>
              <Select
                {...form.register(`takers.${one.date}`)}
                options={others.map((other) => ({ value: String(other.id), label: other.name }))}
              />
            </Field>
          ))}
        </>
      ) : null}
    </FormDialog>
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
  return withNoBreaks(
    `${formatWeekday(date)}, ${formatMonthDay(date)}: ${deliveries}, ${formatGallons(gallonsTenths)} gal`,
  );
}
