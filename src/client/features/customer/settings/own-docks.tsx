import { JUST_LOADED_MS } from '@/client/appointment/belongings/belongings-list';
import type { Docks } from '@/client/appointment/belongings/dock-dialog';
import { DockList } from '@/client/appointment/belongings/dock-list';
import { trpc } from '@/client/lib/trpc';

/** Lists the customer's own docks. */
export function OwnDocks() {
  const utils = trpc.useUtils();
  const docks = trpc.account.docks.useQuery(undefined, { staleTime: JUST_LOADED_MS });
  const add = trpc.account.addDock.useMutation();
  const edit = trpc.account.editDock.useMutation();
  const show = (all: Docks) => {
    utils.account.docks.setData(undefined, all);
    // If the spelling of the dock's address changes, the profile's address changes with it.
    void utils.auth.me.invalidate();
  };
  return (
    <DockList
      isOwn
      whose="your"
      query={docks}
      save={(dock, typed, read) =>
        dock ? edit.mutateAsync({ ...typed, id: dock.id, read }) : add.mutateAsync(typed)
      }
      prefer={trpc.account.setDefaultDock.useMutation()}
      remove={trpc.account.removeDock.useMutation()}
      onChanged={show}
      empty="No docks yet. Add one to select it with one tap next time."
    />
  );
}
