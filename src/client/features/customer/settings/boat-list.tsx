import { withNoBreaks } from '@/client/lib/no-breaks';
import { trpc } from '@/client/lib/trpc';
import { BelongingsList, JUST_LOADED_MS } from './belongings-list';
import { BoatDialog, type Boats } from './boat-dialog';

/** Lists the customer's boats. The default one is the profile's boat. */
export function BoatList() {
  const utils = trpc.useUtils();
  const boats = trpc.account.boats.useQuery(undefined, { staleTime: JUST_LOADED_MS });
  const show = (all: Boats) => {
    utils.account.boats.setData(undefined, all);
    // The profile shows the default boat's name.
    void utils.auth.me.invalidate();
  };
  return (
    <BelongingsList
      noun="boat"
      icon="boat"
      query={boats}
      prefer={trpc.account.setDefaultBoat.useMutation()}
      remove={trpc.account.removeBoat.useMutation()}
      onChanged={show}
      nameOf={({ name }) => name}
      factsOf={factsOf}
      empty="No boats yet. Add one so the driver knows what to look for."
      dialog={(boat, close) => <BoatDialog boat={boat} onSaved={show} onClose={close} />}
    />
  );
}

function factsOf({ type, length, fuelCapacity, fuelTaken, fuelNever }: Boats[number]): string {
  return [
    type,
    length && `${length} ft`,
    fuelCapacity && withNoBreaks(`${fuelCapacity} gal tank`),
    fuelTaken && `takes ${fuelTaken}`,
    fuelNever && `never ${fuelNever}`,
  ]
    .filter(Boolean)
    .join(', ');
}
