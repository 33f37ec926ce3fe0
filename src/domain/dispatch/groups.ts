import { APPOINTMENT_STATUSES, type AppointmentStatus } from '../appointment/status';
import { foldedText } from '../folding';
import type { GallonTenths } from '../money';
import type { PaymentChip } from '../payment/badges';

/** The ways to group a day's list, apart from its time windows. */
export const GROUPINGS = ['dock', 'driver', 'status', 'payment'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** The facts of a line that lists are grouped by. */
export type Groupable = {
  location: string;
  driverName: string | null;
  status: AppointmentStatus;
  paymentChip: PaymentChip;
};

export type Group<Line> = { key: string; lines: Line[] };

const KEYS: Readonly<Record<Grouping, (line: Groupable) => string>> = {
  dock: ({ location }) => location.trim(),
  driver: ({ driverName }) => driverName ?? '',
  status: ({ status }) => status,
  payment: ({ paymentChip }) => paymentChip,
};

/**
 * Groups a day's lines and keeps their order within each group. Groups are sorted by name, but
 * statuses are in the order of a delivery's life. Lines without a driver come first, with the key
 * ''. Docks whose names differ only in case or accents form one group.
 */
export function groupLines<Line extends Groupable>(
  lines: readonly Line[],
  by: Grouping,
): Group<Line>[] {
  const groups = new Map<string, Group<Line>>();
  for (const line of lines) {
    const key = KEYS[by](line);
    const group = groups.get(foldedText(key));
    if (group) group.lines.push(line);
    else groups.set(foldedText(key), { key, lines: [line] });
  }
  const rank = (key: string) =>
    by === 'status' ? APPOINTMENT_STATUSES.findIndex((one) => one === key) : 0;
  return [...groups.values()].sort(
    (a, b) => rank(a.key) - rank(b.key) || a.key.localeCompare(b.key, 'en-US', { numeric: true }),
  );
}

/** A driver's stops and gallons on a day. */
export type DriverLoad = { stops: number; gallonsTenths: GallonTenths };
type Assigned = { id: string; driverId: number | null; gallonsTenths: GallonTenths };

/**
 * Returns a driver's load today, and the load if these lines were assigned to them, for the button
 * that assigns them.
 */
export function loadWith(
  driverId: number,
  all: readonly Assigned[],
  chosen: readonly Assigned[],
): { before: DriverLoad; after: DriverLoad } {
  const own = all.filter((line) => line.driverId === driverId);
  const added = chosen.filter((line) => line.driverId !== driverId);
  return { before: loadOf(own), after: loadOf([...own, ...added]) };
}

const loadOf = (lines: readonly Assigned[]): DriverLoad => ({
  stops: lines.length,
  gallonsTenths: lines.reduce((sum, one) => sum + one.gallonsTenths, 0) as GallonTenths,
});
