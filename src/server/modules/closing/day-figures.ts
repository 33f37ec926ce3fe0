import type { TruckStock } from '@/domain/closing/closed-day';
import {
  addLoads,
  expectedOf,
  loadedOf,
  sumOfCents,
  type TruckKey,
  varianceOf,
} from '@/domain/closing/closing';
import { LOAD_PARTS, type Load, NO_LOAD } from '@/domain/driver/on-board';
import { type Cents, cents, NO_CENTS } from '@/domain/money';
import type { Truck } from '@/domain/trucks/truck';
import type { CashCountRow, TruckCountRow } from './closing.repository';

/**
 * The fuel and ice that a driver loaded onto a truck, or delivered from it. The truck is 0 without
 * one.
 */
export type DriverLoad = Load & { driverId: number; truckId: number };

type Names = { trucks: readonly Truck[]; drivers: ReadonlyMap<number, string> };

/** The facts about the trucks of an open day. */
type StockFacts = Names & {
  /** The load left on each truck after the last closed day. */
  stock: readonly TruckStock[];
  entered: readonly DriverLoad[];
  delivered: readonly DriverLoad[];
  counts: readonly TruckCountRow[];
  /** The drivers who selected a truck for the day. */
  withTruck: ReadonlySet<number>;
};

/** Calculates the figures of each truck of an open day. Trucks that weren't used come last. */
export function truckLines(facts: StockFacts) {
  const entered = loadsByTruck(facts.entered);
  const delivered = loadsByTruck(facts.delivered);
  const carried = new Map(facts.stock.map(({ key, load }) => [key, load]));
  const counts = new Map(facts.counts.map((row) => [row.key, row]));
  const stockNames = new Map(facts.stock.map(({ key, name }) => [key, name]));
  const used = new Set([...entered.keys(), ...delivered.keys()]);
  const keys = [...used, ...carried.keys(), ...counts.keys()].toSorted(byNumber);
  return [...new Set(keys)]
    .map((key) => {
      const theirs = { entered: entered.get(key), delivered: delivered.get(key) };
      const count = counts.get(key);
      const before = carried.get(key) ?? NO_LOAD;
      const all = theirs.entered?.load ?? null;
      const day = {
        carried: before,
        loaded: count?.loaded ?? loadedOf(all, before),
        delivered: theirs.delivered?.load ?? NO_LOAD,
      };
      const ids = new Set([...(theirs.entered?.ids ?? []), ...(theirs.delivered?.ids ?? [])]);
      return {
        key,
        name: nameOf(key, facts) ?? stockNames.get(key) ?? key,
        drivers: [...ids].map((id) => driverName(id, facts.drivers)),
        isUsed: used.has(key),
        /** True for the own load of a driver who has selected a truck for the day. */
        hasTruckNow: key.startsWith('driver:') && facts.withTruck.has(idIn(key)),
        /** Everything that the drivers entered as on board, including what was carried over. */
        entered: all,
        ...day,
        expected: expectedOf(day),
        counted: count?.counted ?? null,
        variance: count ? varianceOf(day, count.counted) : null,
        reason: count?.reason ?? null,
        countedBy: count?.countedBy ?? null,
        countedAt: count?.countedAt ?? null,
        version: count?.version ?? 0,
      };
    })
    .toSorted((a, b) => Number(b.isUsed) - Number(a.isUsed));
}
export type TruckLine = ReturnType<typeof truckLines>[number];

const byNumber = (a: TruckKey, b: TruckKey) =>
  a.localeCompare(b, 'en', { numeric: true, sensitivity: 'base' });

/** Adds up the drivers' quantities by truck, and collects the drivers. */
function loadsByTruck(rows: readonly DriverLoad[]) {
  const found = new Map<TruckKey, { load: Load; ids: Set<number> }>();
  for (const row of rows) {
    const key = truckKeyOf(row);
    const { load, ids } = found.get(key) ?? { load: NO_LOAD, ids: new Set<number>() };
    found.set(key, { load: addLoads(load, row), ids: ids.add(row.driverId) });
  }
  return found;
}

const truckKeyOf = ({ driverId, truckId }: DriverLoad): TruckKey =>
  truckId === 0 ? `driver:${driverId}` : `truck:${truckId}`;

const idIn = (key: TruckKey) => Number(key.slice(key.indexOf(':') + 1));

function nameOf(key: TruckKey, { trucks, drivers }: Names): string | null {
  const id = idIn(key);
  if (key.startsWith('driver:')) return driverName(id, drivers);
  return trucks.find((truck) => truck.id === id)?.name ?? null;
}

const driverName = (id: number, drivers: Names['drivers']) =>
  id === 0 ? 'No driver' : (drivers.get(id) ?? `Driver #${id}`);

/** A driver's cash by kind of ledger entry. */
type DriverCash = { driverId: number; kind: string; cents: Cents };

/** Calculates the cash of each driver of an open day, and the cash that the office refunded. */
export function cashLines(
  cash: readonly DriverCash[],
  counts: readonly CashCountRow[],
  drivers: Names['drivers'],
) {
  const due = new Map<number, Cents>();
  for (const { driverId, kind, cents: amount } of cash) {
    if (kind === 'cash') due.set(driverId, cents((due.get(driverId) ?? 0) + amount));
  }
  const saved = new Map(counts.map((row) => [row.driverId, row]));
  const ids = [...new Set([...due.keys(), ...saved.keys()])].toSorted((a, b) => a - b);
  const refunds = cash.filter(({ kind }) => kind === 'cash_back');
  return {
    cash: ids.map((driverId) => {
      const row = saved.get(driverId);
      const dueCents = due.get(driverId) ?? NO_CENTS;
      return {
        driverId,
        name: driverName(driverId, drivers),
        dueCents,
        handedInCents: row?.handedInCents ?? null,
        reason: row?.reason ?? null,
        signedBy: row?.signedBy ?? null,
        signedAt: row?.signedAt ?? null,
        /** False if more cash was recorded, or some was taken back, after the sign-off. */
        isCurrent: row?.dueCents === dueCents,
        version: row?.version ?? 0,
      };
    }),
    refundsCents: sumOfCents(refunds.map(({ cents }) => cents)),
  };
}
export type CashLine = ReturnType<typeof cashLines>['cash'][number];

/** The load left on each truck after the day is closed. */
export const stockAfter = (trucks: readonly TruckLine[]): TruckStock[] =>
  trucks
    .map(({ key, name, counted, carried }) => ({ key, name, load: counted ?? carried }))
    .filter(({ load }) => LOAD_PARTS.some((part) => load[part] !== 0));
