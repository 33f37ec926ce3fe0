import { slipText } from '@/client/appointment/slip-text';
import { trpc } from '@/client/lib/trpc';
import { beyondAreaText } from '@/domain/route/service-area';
import { BelongingsList, JUST_LOADED_MS } from './belongings-list';
import { DockDialog, type Docks } from './dock-dialog';

/** Lists the customer's docks. */
export function DockList() {
  const utils = trpc.useUtils();
  const docks = trpc.account.docks.useQuery(undefined, { staleTime: JUST_LOADED_MS });
  const show = (all: Docks) => {
    utils.account.docks.setData(undefined, all);
    // If the spelling of the dock's address changes, the profile's address changes with it.
    void utils.auth.me.invalidate();
  };
  return (
    <BelongingsList
      noun="dock"
      icon="anchor"
      query={docks}
      prefer={trpc.account.setDefaultDock.useMutation()}
      remove={trpc.account.removeDock.useMutation()}
      onChanged={show}
      nameOf={({ label }) => label}
      factsOf={factsOf}
      empty="No docks yet. Add one to select it with one tap next time."
      dialog={(dock, close) => <DockDialog dock={dock} onSaved={show} onClose={close} />}
    />
  );
}

function factsOf(dock: Docks[number]): string {
  return [
    slipText(dock.slip),
    dock.gateCode && 'gate code saved',
    dock.latitude === null ? 'location not set' : 'location set',
    beyondAreaText(dock)?.replace('Outside', 'outside'),
  ]
    .filter(Boolean)
    .join(', ');
}
