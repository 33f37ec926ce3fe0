import { useState } from 'react';
import { Badge } from '@/client/components/badge';
import { Button, IconButton } from '@/client/components/button';
import { useConfirm } from '@/client/components/confirm-dialog';
import { Panel } from '@/client/components/panel';
import { trpc } from '@/client/lib/trpc';
import { attempt } from './attempt';
import { BoatDialog, type Boats } from './boat-dialog';
import { Listed, RowText } from './listed';

type Boat = Boats[number];

/** The customer's boats; the default one is the boat of the profile (D57). */
export function BoatList() {
  const utils = trpc.useUtils();
  const boats = trpc.account.boats.useQuery(undefined, { staleTime: 0 });
  const prefer = trpc.account.setDefaultBoat.useMutation();
  const remove = trpc.account.removeBoat.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const [edited, setEdited] = useState<Boat | 'new' | null>(null);

  const show = (all: Boats | null) => {
    if (!all) return;
    utils.account.boats.setData(undefined, all);
    // The profile names the default boat.
    void utils.auth.me.invalidate();
  };
  const removeBoat = async (boat: Boat) => {
    const sure = await confirm({
      title: 'Remove this boat?',
      description: boat.name,
      confirmLabel: 'Remove boat',
      cancelLabel: 'Keep it',
      danger: true,
    });
    if (sure) show(await attempt('Boat not removed', () => remove.mutateAsync({ id: boat.id })));
  };
  const preferBoat = async (boat: Boat) =>
    show(await attempt('Boat not changed', () => prefer.mutateAsync({ id: boat.id })));

  return (
    <Panel
      title="Boats"
      icon="boat"
      actions={
        <Button size="sm" variant="quiet" icon="plus" onClick={() => setEdited('new')}>
          Add boat
        </Button>
      }
    >
      <Listed
        what="your boats"
        query={boats}
        rows={boats.data}
        empty="No boat yet. Add one, so that the driver knows what to look for."
      >
        {(boat) => (
          <>
            <RowText title={boat.name}>{factsOf(boat)}</RowText>
            {boat.isDefault ? (
              <Badge tone="green">Default</Badge>
            ) : (
              <Button size="sm" variant="ghost" onClick={() => preferBoat(boat)}>
                Make default
              </Button>
            )}
            <IconButton
              icon="edit"
              size="sm"
              label={`Edit ${boat.name}`}
              onClick={() => setEdited(boat)}
            />
            <IconButton
              icon="trash"
              size="sm"
              label={`Remove ${boat.name}`}
              onClick={() => removeBoat(boat)}
            />
          </>
        )}
      </Listed>
      {edited ? (
        <BoatDialog
          boat={edited === 'new' ? null : edited}
          onSaved={show}
          onClose={() => setEdited(null)}
        />
      ) : null}
      {confirmDialog}
    </Panel>
  );
}

function factsOf({ type, length, fuelCapacity }: Boat): string {
  return [type, length && `${length} ft`, fuelCapacity && `${fuelCapacity} gal tank`]
    .filter(Boolean)
    .join(', ');
}
