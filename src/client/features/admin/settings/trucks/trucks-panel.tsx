import { useState } from 'react';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Panel } from '@/client/components/panel';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import type { Truck } from '@/domain/trucks/truck';
import { TruckDialog } from './truck-dialog';

/** Lists and adds trucks. */
export function TrucksPanel() {
  const trucks = trpc.admin.trucks.useQuery(undefined, { refetchOnMount: 'always' });
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Panel
      tight
      id="trucks"
      icon="truck"
      title="Trucks"
      subtitle="Each completed delivery gets a ticket with its truck’s next number. Deliveries get no tickets until you add a truck."
      actions={
        <Button size="sm" variant="quiet" onClick={() => setIsAdding(true)}>
          Add Truck
        </Button>
      }
    >
      {trucks.data ? (
        trucks.data.length === 0 ? (
          <EmptyState icon="truck" title="No trucks yet" className="!py-4">
            Add the truck that you deliver with, and its meter’s serial number.
          </EmptyState>
        ) : (
          <ul className="flex flex-col divide-y divide-edge/70 border-t border-edge/70">
            {trucks.data.map((truck) => (
              <TruckLine key={truck.id} truck={truck} />
            ))}
          </ul>
        )
      ) : trucks.isError ? (
        <ErrorState title="We couldn’t load the trucks" onRetry={() => trucks.refetch()}>
          {problemOf(trucks.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading trucks" rowClassName="h-12" />
      )}
      {isAdding ? <TruckDialog truck={null} onClose={() => setIsAdding(false)} /> : null}
    </Panel>
  );
}

function TruckLine({ truck }: { truck: Truck }) {
  const utils = trpc.useUtils();
  const setting = trpc.admin.setTruckActive.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const [isOpen, setIsOpen] = useState(false);
  const { id, name, meterSerial, isActive } = truck;
  const toggle = async () => {
    if (isActive) {
      const yes = await confirm({
        danger: true,
        title: `Deactivate ${name}?`,
        description: 'Drivers won’t be able to select it. Its tickets won’t change.',
        confirmLabel: 'Deactivate Truck',
        cancelLabel: 'Keep Truck',
      });
      if (!yes) return;
    }
    try {
      await setting.mutateAsync({ id, isActive: !isActive });
      toastSuccess(isActive ? 'Truck Deactivated' : 'Truck Reactivated');
    } catch (error) {
      toastError('Truck Not Changed', problemOf(error).message);
    }
    await utils.admin.trucks.invalidate();
  };
  return (
    <li className="flex flex-wrap items-center gap-x-1 py-2">
      <div className="min-w-[min(100%,12rem)] flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold break-words">{name}</span>
          <Badge tone={isActive ? 'green' : 'grey'}>{isActive ? 'Active' : 'Inactive'}</Badge>
        </p>
        <p className="text-sm break-words text-muted">
          Tickets {id}-1, {id}-2, …{' '}
          {meterSerial ? `Meter ${meterSerial}.` : 'No meter serial number yet.'}
        </p>
      </div>
      <div className="flex max-sm:-ms-3">
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Edit ${name}`}
          onClick={() => setIsOpen(true)}
        >
          Edit
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={`${isActive ? 'Deactivate' : 'Reactivate'} ${name}`}
          className={isActive ? 'text-error' : undefined}
          busy={setting.isPending}
          onClick={toggle}
        >
          {isActive ? 'Deactivate' : 'Reactivate'}
        </Button>
      </div>
      {isOpen ? <TruckDialog truck={truck} onClose={() => setIsOpen(false)} /> : null}
      {confirmDialog}
    </li>
  );
}
