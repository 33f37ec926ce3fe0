import { useState } from 'react';
import { Field } from '@/client/components/field';
import { Icon } from '@/client/components/icon';
import { Select } from '@/client/components/select';
import { EmptyState, ErrorState, Skeleton, SkeletonList } from '@/client/components/states';
import { problemOf } from '@/client/lib/problem';
import { type Me, useMe } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { formatLongDate } from '@/domain/calendar';
import { DeliveryCard } from './delivery-card';
import { DriverSignIn } from './driver-sign-in';

/** Work given out meanwhile appears within this time; the page is open all day on one bar of signal. */
const POLL_MS = 20_000;

/** A driver's day; staff see any driver's, driver 1 first (D38). Everybody else is asked to sign in. */
export function DriverScreen() {
  const me = useMe();
  const status = trpc.auth.me.useQuery();
  if (me === undefined && status.isError) {
    return (
      <ErrorState title="We could not check who is signed in" onRetry={() => status.refetch()} />
    );
  }
  if (me === undefined) return <SkeletonList label="Loading" rows={3} rowClassName="h-40" />;
  if (me === null || me.role === 'customer') {
    return <DriverSignIn otherUser={me ? me.fullName || me.username : null} />;
  }
  return <Day me={me} />;
}

function Day({ me }: { me: Me }) {
  const isAdmin = me.role === 'admin';
  const [chosen, setChosen] = useState<number | null>(null);
  const drivers = trpc.admin.drivers.useQuery(undefined, { enabled: isAdmin });
  const day = trpc.driver.day.useQuery(
    { driverId: isAdmin ? chosen : null },
    { refetchInterval: POLL_MS, refetchOnWindowFocus: 'always', refetchOnMount: 'always' },
  );
  const { data } = day;
  const choices = drivers.data ?? [];
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-[1.75rem] sm:text-4xl">
            {data?.driver.name ?? <Skeleton className="h-9 w-48" />}
          </h1>
          <p className="mt-1.5 flex items-center gap-2 text-muted">
            <Icon name="boat" size={20} />
            {data ? (data.driver.vehicleInfo ?? 'No vehicle noted') : <Skeleton className="w-56" />}
          </p>
        </div>
        {isAdmin && choices.length > 1 ? (
          <Field label="Driver">
            <Select
              value={String(data?.driver.id ?? chosen ?? '')}
              className="h-14"
              onChange={(event) => setChosen(Number(event.currentTarget.value))}
              options={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          </Field>
        ) : null}
      </div>
      {data ? (
        <section aria-labelledby="deliveries">
          <h2 id="deliveries" tabIndex={-1} className="text-xl">
            Today's Deliveries ({data.deliveries.length})
          </h2>
          <p className="mb-4 text-muted">{formatLongDate(data.date)}</p>
          {data.deliveries.length === 0 ? (
            <EmptyState icon="truck" title="No deliveries assigned">
              Check back later for new orders
            </EmptyState>
          ) : (
            <ul className="flex flex-col gap-4">
              {data.deliveries.map((delivery) => (
                <li key={delivery.id}>
                  <DeliveryCard delivery={delivery} role={isAdmin ? 'admin' : 'driver'} />
                </li>
              ))}
            </ul>
          )}
        </section>
      ) : day.isError ? (
        <ErrorState title="Today's deliveries could not be loaded" onRetry={() => day.refetch()}>
          {problemOf(day.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading today's deliveries" rows={2} rowClassName="h-72" />
      )}
    </>
  );
}
