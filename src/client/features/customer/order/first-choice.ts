import { withId } from '@/client/appointment/boat-and-dock-choice';
import type { Outputs } from '@/client/lib/trpc';
import { isSameAddress } from '@/domain/account/docks';
import { EMPTY_CHOICES, type OrderFormValues } from './order-values';

export type Boat = Outputs['account']['boats'][number];
export type Dock = Outputs['account']['docks'][number];

/** Returns the form values that selecting a boat sets, including its fuel if we know it. */
export const ofBoat = (boat: Boat | null): Partial<OrderFormValues> => ({
  boatId: boat?.id ?? null,
  ...(boat?.fuelTaken && { fuelType: boat.fuelTaken }),
});

/** Returns the form values that selecting a dock sets. */
export const ofDock = (dock: Dock | null): Partial<OrderFormValues> =>
  dock
    ? { dockId: dock.id, location: dock.label, slipNumber: dock.slip ?? EMPTY_CHOICES.slipNumber }
    : { dockId: null };

type Account = { boats: readonly Boat[]; docks: readonly Dock[] };
type Ids = { boatId: string | null; dockId: string | null };

/**
 * Returns an earlier order's boat and dock if the account still has them, with the dock's current
 * address.
 */
export function keptIds({ boats, docks }: Account, last: Ids & { location: string }) {
  const dock = withId(docks, last.dockId);
  const boatId = withId(boats, last.boatId)?.id ?? null;
  return dock && isSameAddress(dock.label, last.location)
    ? { boatId, dockId: dock.id, location: dock.label }
    : { boatId, ...ofDock(dock) };
}

/**
 * Returns the boat and dock that a new order form starts with: the last ones, or the default ones.
 * Typed values stay, except for a boat or a dock that was removed from the account.
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
