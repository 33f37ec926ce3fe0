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

const lettersOf = (address: string) =>
  address
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Who knows where a dock is: its customer gave the position, or a delivery learned it. */
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
