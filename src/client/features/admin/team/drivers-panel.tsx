import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge, type Tone } from '@/client/components/badge';
import { Button, buttonClass } from '@/client/components/button';
import { DotSeparated } from '@/client/components/dot-separated';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { Panel } from '@/client/components/panel';
import { PhoneText } from '@/client/components/phone-link';
import { trpc } from '@/client/lib/trpc';
import { DriverDialog, NewDriverDialog } from './driver-dialog';
import { DriverPasswordDialog } from './driver-password-dialog';
import type { Driver } from './drivers';
import { RetireDialog } from './retire-dialog';

const STATES: Record<Driver['status'], [text: string, tone: Tone]> = {
  available: ['Available', 'green'],
  offline: ['Offline', 'yellow'],
  retired: ['Inactive', 'grey'],
};

type Open = { kind: 'new' } | { kind: 'edit' | 'password' | 'retire'; driver: Driver };

/** The list of drivers with their sign-ins. */
export function DriversPanel() {
  const drivers = trpc.admin.driverAccounts.useQuery(undefined, { refetchOnMount: 'always' });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <Panel
      tight
      icon="truck"
      title="Drivers"
      subtitle="Each driver has a sign-in for the driver view."
      actions={
        <Button size="sm" icon="plus" onClick={() => setOpen({ kind: 'new' })}>
          Add Driver
        </Button>
      }
    >
      {drivers.data ? (
        drivers.data.length === 0 ? (
          <EmptyState icon="truck" title="No drivers yet">
            Add one to schedule deliveries.
          </EmptyState>
        ) : (
          <ul className="flex flex-col divide-y divide-edge/70">
            {drivers.data.map((driver) => (
              <DriverLine key={driver.id} driver={driver} onOpen={setOpen} />
            ))}
          </ul>
        )
      ) : drivers.isError ? (
        <ErrorState title="We couldn’t load the drivers" onRetry={() => drivers.refetch()} />
      ) : (
        <SkeletonList label="Loading drivers" />
      )}
      {open?.kind === 'new' ? <NewDriverDialog onClose={close} /> : null}
      {open?.kind === 'edit' ? <DriverDialog driver={open.driver} onClose={close} /> : null}
      {open?.kind === 'password' ? (
        <DriverPasswordDialog driver={open.driver} onClose={close} />
      ) : null}
      {open?.kind === 'retire' ? (
        <RetireDialog
          driver={open.driver}
          others={(drivers.data ?? []).filter(
            ({ id, status }) => status !== 'retired' && id !== open.driver.id,
          )}
          onClose={close}
        />
      ) : null}
    </Panel>
  );
}

function DriverLine({ driver, onOpen }: { driver: Driver; onOpen: (open: Open) => void }) {
  const isRetired = driver.status === 'retired';
  return (
    <li
      data-driver={driver.id}
      className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
    >
      <div className="min-w-[min(100%,13rem)] flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{driver.name}</span>
          <Badge tone={STATES[driver.status][1]}>{STATES[driver.status][0]}</Badge>
        </p>
        <p className="text-sm text-muted">
          Driver #{driver.id}
          {driver.username ? `, signs in as ${driver.username}` : ', no sign-in'}
        </p>
        {driver.vehicleInfo ? <p className="text-sm">{driver.vehicleInfo}</p> : null}
        <p className="tabular text-sm wrap-anywhere text-muted">
          <DotSeparated
            parts={[driver.phone && <PhoneText phone={driver.phone} />, driver.email]}
          />
        </p>
      </div>
      <div className="-me-2 flex flex-wrap">
        <Link
          to="/admin/activity"
          search={{ subject: `driver:${driver.id}` }}
          aria-label={`${driver.name}’s activity`}
          className={buttonClass({ variant: 'ghost', size: 'sm' })}
        >
          Activity
        </Link>
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Edit ${driver.name}`}
          onClick={() => onOpen({ kind: 'edit', driver })}
        >
          Edit
        </Button>
        {driver.username ? (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`${isRetired ? 'Reactivate' : 'New password for'} ${driver.name}`}
            onClick={() => onOpen({ kind: 'password', driver })}
          >
            {isRetired ? 'Reactivate' : 'New Password'}
          </Button>
        ) : null}
        {isRetired ? null : (
          <Button
            size="sm"
            variant="ghost"
            className="text-error"
            aria-label={`Deactivate ${driver.name}`}
            onClick={() => onOpen({ kind: 'retire', driver })}
          >
            Deactivate
          </Button>
        )}
      </div>
    </li>
  );
}
