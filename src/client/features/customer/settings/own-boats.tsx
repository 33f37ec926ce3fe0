import { JUST_LOADED_MS } from '@/client/appointment/belongings/belongings-list';
import type { Boats } from '@/client/appointment/belongings/boat-dialog';
import { BoatList } from '@/client/appointment/belongings/boat-list';
import { trpc } from '@/client/lib/trpc';

/** Lists the customer's own boats. */
export function OwnBoats() {
  const utils = trpc.useUtils();
  const boats = trpc.account.boats.useQuery(undefined, { staleTime: JUST_LOADED_MS });
  const add = trpc.account.addBoat.useMutation();
  const edit = trpc.account.editBoat.useMutation();
  const show = (all: Boats) => {
    utils.account.boats.setData(undefined, all);
    // The profile shows the default boat's name.
    void utils.auth.me.invalidate();
  };
  return (
    <BoatList
      whose="your"
      query={boats}
      save={(boat, typed, read) =>
        boat ? edit.mutateAsync({ ...typed, id: boat.id, read }) : add.mutateAsync(typed)
      }
      prefer={trpc.account.setDefaultBoat.useMutation()}
      remove={trpc.account.removeBoat.useMutation()}
      onChanged={show}
      empty="No boats yet. Add one so the driver knows what to look for."
    />
  );
}
