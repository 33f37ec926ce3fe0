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

/** Returns a signed-in customer's boats and docks, and the ones selected in the form. */
export function useBoatsAndDocks(form: OrderFormState) {
  const me = useMe();
  const enabled = Boolean(me);
  const { data: keptBoats } = trpc.account.boats.useQuery(undefined, { enabled });
  const { data: keptDocks } = trpc.account.docks.useQuery(undefined, { enabled });
  // Right after Logout, the cache still has the boats while the empty form makes its first
  // selection.
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
    /** Why the fuel doesn't match the boat, or null if it does. */
    mismatch: order && fuelMismatch(boat, { ...order, canType }),
  };
}

export type BoatsAndDocks = ReturnType<typeof useBoatsAndDocks>;

/** Selects the dock at a typed address, or none if the account has no dock there. */
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

const NONE_BOOKED = { boatId: null, dockId: null };

/**
 * Returns the boat and dock that a form starts with, if they're already known when it's first
 * rendered, as on a page from the server.
 */
export function useKnownBoatAndDock(last: LastAppointment | null | undefined) {
  const { account } = trpc.useUtils();
  const boats = account.boats.getData();
  const docks = account.docks.getData();
  return boats && docks && last !== undefined
    ? firstChoice({}, { boats, docks }, last ?? NONE_BOOKED)
    : {};
}

/**
 * Selects a boat and a dock in a new order form.
 *
 * @param last the last booking, null if there is none, or undefined while loading
 */
export function useFirstBoatAndDock(
  { reset, getValues, watch }: OrderFormState,
  { boats, docks, isKnown }: BoatsAndDocks,
  last: LastAppointment | null | undefined,
): void {
  const isLastKnown = last !== undefined;
  const { boatId = null, dockId = null } = last ?? {};
  // These fields are watched, so that the effect runs again when the form is emptied.
  const [chosenBoat, chosenDock] = watch(['boatId', 'dockId']);
  useEffect(() => {
    if (!isKnown || !isLastKnown) return;
    const now = getValues();
    const first = firstChoice(readDraft().values, { boats, docks }, { boatId, dockId });
    const differs = Object.entries(first).some(
      ([name, value]) => now[name as keyof typeof now] !== value,
    );
    // A reset doesn't count as typing, so the draft doesn't store these values.
    if (differs) reset({ ...now, ...first }, { keepDefaultValues: true });
  }, [boats, docks, isKnown, isLastKnown, boatId, dockId, chosenBoat, chosenDock, reset]);
}
