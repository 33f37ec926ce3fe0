import type { AppointmentRow } from '@/db/schema';
import { boatFacts, boatNamed, fuelMismatch, type PouredFuel } from '@/domain/account/boats';
import { isSameAddress } from '@/domain/account/docks';
import { DomainError } from '@/domain/errors';
import { dockDistance, type ServiceArea } from '@/domain/route/service-area';
import type { BoatRow } from '../boats/boats.repository';
import type { DockRow } from '../boats/docks.repository';
import { dockColumns } from '../boats/docks.usecases';

/**
 * The boat and the dock that an order is for, by id; null for none. A change keeps the boat or dock that it
 * leaves out.
 */
export type Chosen = {
  boatId?: string | null | undefined;
  dockId?: string | null | undefined;
  /** A form took the location from the dock. */
  atDockAddress?: boolean | undefined;
};

/** The same as they stand in the account of the order; undefined for what is not in it. */
type Found = { boat: BoatRow | undefined; dock: DockRow | undefined };

export type ChosenColumns = Pick<
  AppointmentRow,
  'boatId' | 'dockId' | 'boat' | 'dock' | 'metresAway' | 'beyondServiceArea'
>;
type Address = Pick<AppointmentRow, 'location'>;

/** The columns of an appointment without a dock of the account: a new address leaves the old dock behind. */
export const WITHOUT_DOCK = {
  dockId: null,
  dock: null,
  metresAway: null,
  beyondServiceArea: false,
};

/**
 * What an appointment keeps of its boat and dock. A dock that is not named stays only with its
 * address. Throws `invalid_input` for one that is not in the account, and for a form that was filled with
 * an address which its dock had before.
 *
 * @param before the appointment that is changed: it may keep what was removed from the account since
 */
export function chosenColumns(
  chosen: Chosen & Address,
  { boat, dock }: Found,
  area: ServiceArea,
  before: (ChosenColumns & Address) | null = null,
): ChosenColumns {
  const staysThere = before !== null && isSameAddress(before.location, chosen.location);
  const dockThere = staysThere ? before.dockId : null;
  const { boatId = before?.boatId ?? null, dockId = dockThere } = chosen;
  return { ...WITHOUT_DOCK, boat: null, boatId, dockId, ...ofBoat(), ...ofDock() };

  function ofBoat() {
    if (boat) return { boat: boatFacts(boat) };
    // A walk-up has a boat that is in no account, and so may an appointment that staff book.
    if (boatId === (before?.boatId ?? null)) return { boat: before?.boat ?? null };
    if (boatId === null) return {};
    throw notTheirs('boatId', 'boat');
  }

  function ofDock() {
    if (dockId === null) return factsOfBefore();
    if (
      dock &&
      chosen.atDockAddress &&
      !isSameAddress(dock.label, chosen.location) &&
      dockId !== before?.dockId
    ) {
      // The dock moved away from the order; the gate of the order's own location is still known.
      if (keepsLocation()) return { dockId: null, ...factsOfBefore() };
      throw movedByOther(dock);
    }
    if (dock) return dockColumns(dock, area);
    if (dockId !== before?.dockId) throw notTheirs('dockId', 'dock');
    const { metresAway, beyondServiceArea } = before;
    return { dock: before.dock, metresAway, beyondServiceArea };
  }

  /** The facts of a dock that is in no account, or that moved away, belong to its address alone. */
  function factsOfBefore() {
    if (!before || !keepsLocation()) return {};
    return { dock: before.dock, ...dockDistance(area, before.dock?.position ?? null) };
  }

  function keepsLocation() {
    return before?.dockId === null && staysThere;
  }
}

const movedByOther = ({ label }: DockRow) =>
  new DomainError(
    'invalid_input',
    `This dock has another address by now: ${label}. Please check where we deliver.`,
    { field: 'dockId' },
  );

const notTheirs = (field: string, what: string) =>
  new DomainError('invalid_input', `We could not find that ${what}. Please choose another one.`, {
    field,
  });

type TypedFacts = {
  boatName?: string | null | undefined;
  /** Gallons. */
  boatTank?: number | null | undefined;
  gateCode?: string | null | undefined;
  dockNote?: string | null | undefined;
};

/** The same with what staff typed of a boat or a dock that is in no account. */
export function withTypedFacts(columns: ChosenColumns, typed: TypedFacts): ChosenColumns {
  const { boatName, boatTank = null, gateCode = null, dockNote: note = null } = typed;
  const named = boatName ? { ...boatNamed(boatName), fuelCapacity: boatTank } : null;
  const dockFacts = gateCode || note ? { gateCode, note, position: null } : null;
  return {
    ...columns,
    boat: columns.boatId === null ? named : columns.boat,
    dock: columns.dockId === null ? dockFacts : columns.dock,
  };
}

/** Throws `invalid_input` where the fuel of an order must never get into its boat. */
export function refuseWrongFuel({ boat }: Pick<ChosenColumns, 'boat'>, order: PouredFuel): void {
  const mismatch = fuelMismatch(boat, order);
  if (!mismatch?.isRefused) return;
  throw new DomainError('invalid_input', mismatch.text, { field: 'fuelType' });
}
