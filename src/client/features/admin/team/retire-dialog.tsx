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

/** The driver who gets the deliveries of each date. */
const schema = z.object({ takers: z.record(z.string(), z.string()) });

type RetireDialogProps = {
  driver: Driver;
  /** The active drivers who can get this driver's deliveries. */
  others: readonly Driver[];
  onClose: () => void;
};

/** Deactivates a driver and reassigns their remaining deliveries, date by date. */
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
    // Reloading the work keeps the selected drivers and the error message.
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
      toastSuccess(`${name} Deactivated`);
      onClose();
    },
  });

  return (
    <FormDialog
      form={form}
      danger
      title={`Deactivate ${name}?`}
      description={`They won’t be able to sign in or get new deliveries. We’ll keep their past deliveries. ${
        driver.username
          ? 'Anything unsent on their phone goes to Needs attention. You can reactivate them later with a new password.'
          : 'They have no sign-in, so you can’t reactivate them.'
      }`}
      submitLabel="Deactivate Driver"
      cancelLabel="Keep Driver"
      disabled={!work.isSuccess || lack !== null}
      alert={lack}
      onClose={onClose}
      className="flex flex-col gap-3"
    >
      {work.isError ? (
        <ErrorState title="We couldn’t load their deliveries" onRetry={() => work.refetch()} />
      ) : work.isPending ? (
        <SkeletonList label="Loading their deliveries" rows={1} />
      ) : dates.length > 0 && lack === null ? (
        <>
          <p>Who should get {name}’s remaining deliveries?</p>
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

/** @returns why the work can't be reassigned now; null if it can, or if there is none */
function lackOf(name: string, dates: Work, others: readonly Driver[]): string | null {
  if (dates.some(({ enRoute }) => enRoute)) {
    return `${name} is on the way to a delivery. Deactivate them after it’s completed.`;
  }
  return dates.length > 0 && others.length === 0
    ? `${name} still has deliveries, and there’s no other driver. Add one first.`
    : null;
}

/** "Sat, Jun 13: 5 deliveries, 120 gal" */
function workText({ date, stops, gallonsTenths }: Work[number]): string {
  const deliveries = `${stops} ${stops === 1 ? 'delivery' : 'deliveries'}`;
  return withNoBreaks(
    `${formatWeekday(date)}, ${formatMonthDay(date)}: ${deliveries}, ${formatGallons(gallonsTenths)} gal`,
  );
}
