import type { Load } from '../driver/on-board';
import type { Cents } from '../money';
import type { TruckDay, TruckKey } from './closing';

/** A truck's figures in a closed day. */
export type ClosedTruck = TruckDay & {
  key: TruckKey;
  name: string;
  counted: Load;
  reason: string | null;
  countedBy: string;
  countedAt: number;
};

/** A driver's cash in a closed day. Driver 0 is nobody. */
export type ClosedCash = {
  driverId: number;
  name: string;
  dueCents: Cents;
  handedInCents: Cents;
  reason: string | null;
  signedBy: string;
  signedAt: number;
};

/** A truck's load after a day was closed. */
export type TruckStock = { key: TruckKey; name: string; load: Load };
