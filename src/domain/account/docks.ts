import type { Position } from '../route/distance';

/** The most docks of one customer. */
export const MAX_DOCKS = 20;

/** True for an address that differs in capitals, spaces and punctuation at most. */
export const isSameAddress = (a: string, b: string): boolean => lettersOf(a) === lettersOf(b);

/** The dock at an address: one of the very spelling before one of another. */
export const dockAt = <Dock extends { label: string }>(
  docks: readonly Dock[],
  address: string,
): Dock | null =>
  docks.find(({ label }) => label === address) ??
  docks.find(({ label }) => isSameAddress(label, address)) ??
  null;

/**
 * The dock of an order whose address was typed: the chosen one as long as that is its address, or the one
 * at the address; null where none is there.
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

/** Where the position of a dock comes from: its customer gave it, or a delivery learned it. */
export const POSITION_SOURCES = ['given', 'learned'] as const;
export type PositionSource = (typeof POSITION_SOURCES)[number];

/**
 * What a driver needs to know of a dock, besides its address and slip, which the order has. A copy of it
 * stands on each appointment to that dock.
 */
export type DockFacts = {
  gateCode: string | null;
  note: string | null;
  position: Position | null;
};
