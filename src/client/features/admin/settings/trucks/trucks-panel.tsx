import { useState } from 'react';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { Panel } from '@/client/components/panel';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import type { Truck } from '@/domain/trucks/truck';
import { ListedItem } from '../listed-item';
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
      subtitle="Each completed delivery gets a ticket with its truck’s next number. Deliveries don’t get tickets until you add a truck."
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
  const { id, name, meterSerial, isActive } = truck;
  return (
    <ListedItem
      name={name}
      noun="Truck"
      action={{
        label: isActive ? 'Deactivate' : 'Reactivate',
        consequence: 'Drivers won’t be able to select it. Its tickets won’t change.',
        busy: setting.isPending,
        run: () => setting.mutateAsync({ id, isActive: !isActive }),
      }}
      refresh={() => utils.admin.trucks.invalidate()}
      dialog={(onClose) => <TruckDialog truck={truck} onClose={onClose} />}
    >
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold break-words">{name}</span>
        <Badge tone={isActive ? 'green' : 'grey'}>{isActive ? 'Active' : 'Inactive'}</Badge>
      </p>
      <p className="text-sm break-words text-muted">
        Tickets {id}-1, {id}-2, …{' '}
        {meterSerial ? `Meter ${meterSerial}.` : 'No meter serial number yet.'}
      </p>
    </ListedItem>
  );
}
