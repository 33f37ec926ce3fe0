import { useEffect } from 'react';
import { readDraft } from '@/client/lib/order-draft';
import { useMe } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { fuelMismatch } from '@/domain/account/boats';
import { dockOfTyped } from '@/domain/account/docks';
import { type Boat, type Dock, firstChoice } from './first-choice';
import { EMPTY_CHOICES, orderSoFar } from './order-values';
import type { LastAppointment } from './use-last-appointment';
import type { OrderFormState } from './use-order-form';

const NO_BOATS: Boat[] = [];
const NO_DOCKS: Dock[] = [];

/** The boats and docks of a signed-in customer, and those that the form names. */
export function useBoatsAndDocks(form: OrderFormState) {
  const me = useMe();
  const enabled = Boolean(me);
  const { data: keptBoats } = trpc.account.boats.useQuery(undefined, { enabled });
  const { data: keptDocks } = trpc.account.docks.useQuery(undefined, { enabled });
  // The cache has them for a moment after Logout, when the emptied form looks for its first choice.
  const boats = me ? keptBoats : undefined;
  const docks = me ? keptDocks : undefined;
  const values = form.watch();
  const boat = boats?.find(({ id }) => id === values.boatId) ?? null;
  const dock = docks?.find(({ id }) => id === values.dockId) ?? null;
  const order = orderSoFar(values);
  const { canType = EMPTY_CHOICES.canType } = values;
  useDockOfAddress(form, docks ?? NO_DOCKS, dock);
  return {
    boats: boats ?? NO_BOATS,
    docks: docks ?? NO_DOCKS,
    isKnown: boats !== undefined && docks !== undefined,
    boat,
    dock,
    /** Why the fuel does not fit the boat; null where it does. */
    mismatch: order && fuelMismatch(boat, { ...order, canType }),
  };
}

export type BoatsAndDocks = ReturnType<typeof useBoatsAndDocks>;

/** An address that is typed means the dock that is there, or none. */
function useDockOfAddress(
  { watch, setValue, formState }: OrderFormState,
  docks: readonly Dock[],
  dock: Dock | null,
) {
  const location = watch('location');
  const isTyped = formState.dirtyFields.location === true;
  useEffect(() => {
    if (!isTyped) return;
    const there = dockOfTyped(docks, location ?? '', dock);
    if (there?.id !== dock?.id) setValue('dockId', there?.id ?? null, { shouldDirty: true });
  }, [docks, dock, location, isTyped, setValue]);
}

/**
 * Chooses boat and dock in an order form that starts anew.
 *
 * @param last what was booked last; undefined while it is not known
 */
export function useFirstBoatAndDock(
  { reset, getValues, watch }: OrderFormState,
  { boats, docks, isKnown }: BoatsAndDocks,
  last: LastAppointment | null | undefined,
): void {
  const isLastKnown = last !== undefined;
  const { boatId = null, dockId = null } = last ?? {};
  // It looks again when the form is emptied.
  const [chosenBoat, chosenDock] = watch(['boatId', 'dockId']);
  useEffect(() => {
    if (!isKnown || !isLastKnown) return;
    const now = getValues();
    const first = firstChoice(readDraft().values, { boats, docks }, { boatId, dockId });
    const differs = Object.entries(first).some(
      ([name, value]) => now[name as keyof typeof now] !== value,
    );
    // A reset is no typing, so the draft keeps nothing of it.
    if (differs) reset({ ...now, ...first }, { keepDefaultValues: true });
  }, [boats, docks, isKnown, isLastKnown, boatId, dockId, chosenBoat, chosenDock, reset]);
}
