import { withId } from '@/client/appointment/boat-and-dock-choice';
import type { Outputs } from '@/client/lib/trpc';
import { isSameAddress } from '@/domain/account/docks';
import { EMPTY_CHOICES, type OrderFormValues } from './order-values';

export type Boat = Outputs['account']['boats'][number];
export type Dock = Outputs['account']['docks'][number];

/** What the choice of a boat puts into the form: the fuel that it takes is known. */
export const ofBoat = (boat: Boat | null): Partial<OrderFormValues> => ({
  boatId: boat?.id ?? null,
  ...(boat?.fuelTaken && { fuelType: boat.fuelTaken }),
});

/** What the choice of a dock puts into the form. */
export const ofDock = (dock: Dock | null): Partial<OrderFormValues> =>
  dock
    ? { dockId: dock.id, location: dock.label, slipNumber: dock.slip ?? EMPTY_CHOICES.slipNumber }
    : { dockId: null };

type Account = { boats: readonly Boat[]; docks: readonly Dock[] };
type Ids = { boatId: string | null; dockId: string | null };

/** What of an earlier order is still in the account: a dock with its address of now. */
export function keptIds({ boats, docks }: Account, last: Ids & { location: string }) {
  const dock = withId(docks, last.dockId);
  const boatId = withId(boats, last.boatId)?.id ?? null;
  return dock && isSameAddress(dock.label, last.location)
    ? { boatId, dockId: dock.id, location: dock.label }
    : { boatId, ...ofDock(dock) };
}

/**
 * What an order form begins with: the boat and the dock of last time, or else the default ones. Typed
 * values stay, but for a boat or a dock that is no longer in the account.
 *
 * @param typed the fields of the draft
 */
export function firstChoice(
  typed: Readonly<Record<string, unknown>>,
  { boats, docks }: Account,
  last: Ids | null,
): Partial<OrderFormValues> {
  const boat =
    'boatId' in typed ? withId(boats, typed.boatId) : firstOf(boats, last?.boatId ?? null);
  const dock =
    'dockId' in typed || 'location' in typed
      ? withId(docks, typed.dockId)
      : firstOf(docks, last?.dockId ?? null);
  const choice = Object.entries({ ...ofBoat(boat), ...ofDock(dock) });
  return Object.fromEntries(
    choice.filter(([name]) => name === 'boatId' || name === 'dockId' || !(name in typed)),
  );
}

const firstOf = <Row extends Boat | Dock>(rows: readonly Row[], id: string | null): Row | null =>
  withId(rows, id) ?? rows.find(({ isDefault }) => isDefault) ?? null;
