import type { AppointmentRow } from '@/db/schema';
import { boatFacts, boatNamed, fuelMismatch, type PouredFuel } from '@/domain/account/boats';
import { type DockFacts, isSameAddress } from '@/domain/account/docks';
import { DomainError } from '@/domain/errors';
import type { KnownAddress } from '@/domain/places/place';
import {
  areaNotice,
  dockDistance,
  isAreaRefused,
  type ServiceArea,
} from '@/domain/route/service-area';
import type { BoatRow } from '../boats/boats.repository';
import type { DockRow } from '../boats/docks.repository';
import { dockColumns } from '../boats/docks.usecases';

/**
 * The IDs of the order's boat and dock, or null for none. If a change omits one, the appointment
 * keeps its current one.
 */
export type Chosen = {
  boatId?: string | null | undefined;
  dockId?: string | null | undefined;
  /** True if a form filled in the location from the dock. */
  atDockAddress?: boolean | undefined;
};

/**
 * The chosen boat and dock from the account, or undefined if the account doesn't have them, and the
 * known facts about the address itself.
 */
type Found = { boat: BoatRow | undefined; dock: DockRow | undefined; known: KnownAddress };

export type ChosenColumns = Pick<
  AppointmentRow,
  'boatId' | 'dockId' | 'boat' | 'dock' | 'metresAway' | 'beyondServiceArea'
>;
type Address = Pick<AppointmentRow, 'location'>;

/** The columns of an appointment without a saved dock. A new address removes the old dock. */
export const WITHOUT_DOCK = {
  dockId: null,
  dock: null,
  metresAway: null,
  beyondServiceArea: false,
};

/** Returns the facts about an address without a saved dock, or null if nothing is known. */
const factsOf = ({ position, note }: KnownAddress): DockFacts | null =>
  position || note ? { gateCode: null, note, position } : null;

function addressColumns(location: string, dock: DockFacts | null, area: ServiceArea) {
  return { dock, ...dockDistance(area, dock?.position ?? null, location) };
}

/** The columns of an appointment at an address without a saved dock. */
export const columnsAtAddress = (location: string, known: KnownAddress, area: ServiceArea) => ({
  dockId: null,
  ...addressColumns(location, factsOf(known), area),
});

/**
 * Returns the boat and dock columns of an appointment. An omitted dock is kept only while the
 * address stays the same.
 *
 * @param before the current appointment, which may keep a boat or dock that was removed from the
 *   account
 * @throws `invalid_input` if the boat or dock isn't in the account, or if the form shows an address
 *   the dock no longer has
 */
export function chosenColumns(
  chosen: Chosen & Address,
  { boat, dock, known }: Found,
  area: ServiceArea,
  before: (ChosenColumns & Address) | null = null,
): ChosenColumns {
  const staysThere = before !== null && isSameAddress(before.location, chosen.location);
  const dockThere = staysThere ? before.dockId : null;
  const { boatId = before?.boatId ?? null, dockId = dockThere } = chosen;
  return { ...WITHOUT_DOCK, boat: null, boatId, dockId, ...ofBoat(), ...ofDock() };

  function ofBoat() {
    if (boat) return { boat: boatFacts(boat) };
    // The boat of a walk-up isn't in any account, and neither are some boats that staff enter.
    if (boatId === (before?.boatId ?? null)) return { boat: before?.boat ?? null };
    if (boatId === null) return {};
    throw notTheirs('boatId', 'boat');
  }

  function ofDock() {
    if (dockId === null) return factsOfAddress();
    if (
      dock &&
      chosen.atDockAddress &&
      !isSameAddress(dock.label, chosen.location) &&
      dockId !== before?.dockId
    ) {
      // The dock has a new address, so the order keeps only the details of its own location.
      if (keepsLocation()) return { dockId: null, ...factsOfAddress() };
      throw movedByOther(dock);
    }
    if (dock) return dockColumns(dock, area, known);
    if (dockId !== before?.dockId) throw notTheirs('dockId', 'dock');
    const { metresAway, beyondServiceArea } = before;
    return { dock: before.dock, metresAway, beyondServiceArea };
  }

  /**
   * If the facts belong to a dock outside any account, or to a dock that has moved, they apply only
   * to their own address. Otherwise, this returns what we know about the address.
   */
  function factsOfAddress() {
    const dockBefore = keepsLocation() ? (before?.dock ?? null) : null;
    return addressColumns(chosen.location, dockBefore ?? factsOf(known), area);
  }

  function keepsLocation() {
    return before?.dockId === null && staysThere;
  }
}

const movedByOther = ({ label }: DockRow) =>
  new DomainError(
    'invalid_input',
    `This dock’s address is now ${label}. Check where we should deliver.`,
    { field: 'dockId' },
  );

/** The error for a boat or dock that isn't in the account. */
export const notTheirs = (field: string, what: string) =>
  new DomainError('invalid_input', `We couldn’t find that ${what}. Select another one.`, {
    field,
  });

type TypedFacts = {
  boatName?: string | null | undefined;
  /** The tank's capacity in gallons. */
  boatTank?: number | null | undefined;
  gateCode?: string | null | undefined;
  dockNote?: string | null | undefined;
};

/** Adds the facts that staff typed about a boat or dock that isn't in an account. */
export function withTypedFacts(columns: ChosenColumns, typed: TypedFacts): ChosenColumns {
  const { boatName, boatTank = null, gateCode = null, dockNote: note = null } = typed;
  const named = boatName ? { ...boatNamed(boatName), fuelCapacity: boatTank } : null;
  const { dock: known } = columns;
  const dockFacts = {
    gateCode,
    note: note ?? known?.note ?? null,
    position: known?.position ?? null,
  };
  const isKnown = Object.values(dockFacts).some((fact) => fact !== null);
  return {
    ...columns,
    boat: columns.boatId === null ? named : columns.boat,
    dock: columns.dockId === null ? (isKnown ? dockFacts : null) : known,
  };
}

/**
 * Throws `invalid_input` if the owner refuses orders outside the service area and this order is
 * outside. If it was there before the change, it may stay.
 */
export function refuseOutsideArea(
  area: ServiceArea,
  chosen: ChosenColumns,
  { before = null, done }: { before?: ChosenColumns | null; done: string },
): void {
  const isSame = before !== null && before.metresAway === chosen.metresAway;
  if (isSame || !isAreaRefused(area, chosen)) return;
  throw new DomainError('invalid_input', `${areaNotice(area, chosen)} ${done}`, {
    field: 'location',
  });
}

/** Throws `invalid_input` if the order's fuel must not go into its boat. */
export function refuseWrongFuel({ boat }: Pick<ChosenColumns, 'boat'>, order: PouredFuel): void {
  const mismatch = fuelMismatch(boat, order);
  if (!mismatch?.isRefused) return;
  throw new DomainError('invalid_input', mismatch.text, { field: 'fuelType' });
}
