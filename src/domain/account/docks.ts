import type { Position } from '../route/distance';

/** Maximum number of docks per customer. */
export const MAX_DOCKS = 20;

/** True if two addresses differ only in capitals, spaces, or punctuation. */
export const isSameAddress = (a: string, b: string): boolean => lettersOf(a) === lettersOf(b);

/** Returns the dock at an address. A dock with exactly this spelling takes priority. */
export const dockAt = <Dock extends { label: string }>(
  docks: readonly Dock[],
  address: string,
): Dock | null =>
  docks.find(({ label }) => label === address) ??
  docks.find(({ label }) => isSameAddress(label, address)) ??
  null;

/**
 * Returns the dock for a typed address: the chosen dock if it has that address, otherwise any dock
 * that does, or null.
 */
export const dockOfTyped = <Dock extends { label: string }>(
  docks: readonly Dock[],
  address: string,
  chosen: Dock | null,
): Dock | null =>
  chosen && isSameAddress(chosen.label, address) ? chosen : dockAt(docks, address);

const lettersOf = (address: string) =>
  address
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The source of a dock's position: entered by its customer, or learned from a delivery. */
export const POSITION_SOURCES = ['given', 'learned'] as const;
export type PositionSource = (typeof POSITION_SOURCES)[number];

/**
 * A dock's facts for the driver, other than the address and slip in the order. Each appointment at
 * the dock has a copy.
 */
export type DockFacts = {
  gateCode: string | null;
  note: string | null;
  position: Position | null;
};
