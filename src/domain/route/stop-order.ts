import { metresAlong, metresBetween, type Position } from './distance';

/** The facts about a delivery needed to plan a route. */
export type Stop = {
  id: string;
  slotIndex: number;
  /** True if the driver has set out for the stop, which then comes first. */
  enRoute: boolean;
  /** Null if the dock's position is unknown. */
  position: Position | null;
};

type LocatedStop = Stop & { position: Position };

/** Up to this many stops, every order is tried. 8 stops have at most 40,320 orders. */
export const TRY_ALL_UP_TO = 8;

const rank = (stop: Stop) => (stop.enRoute ? BEFORE_ALL : stop.slotIndex);
/** Lower than the index of any time window. */
const BEFORE_ALL = -1_000;
const isLocated = (stop: Stop): stop is LocatedStop => stop.position !== null;

/**
 * Returns a day's stops in order: those en route first, then by time window, and within a window by
 * the shortest route from the driver's position. Stops without a position come last in their
 * window, in the given order.
 */
export function planRoute(stops: readonly Stop[], from: Position | null): Stop[] {
  const located = stops.filter(isLocated);
  const way = located.length <= TRY_ALL_UP_TO ? shortestWay(located, from) : goodWay(located, from);
  return [...way, ...stops.filter((stop) => !isLocated(stop))]
    .map((stop, i) => ({ stop, i }))
    .sort((a, b) => rank(a.stop) - rank(b.stop) || a.i - b.i)
    .map(({ stop }) => stop);
}

/**
 * Applies the driver's own order to the planned route. A stop scheduled later is inserted after the
 * last stop with the same or an earlier time window.
 */
export function applyManualSequence(planned: readonly Stop[], manual: readonly string[]): Stop[] {
  const byId = new Map(planned.map((stop) => [stop.id, stop]));
  const placed = new Set(manual);
  const ordered = manual.flatMap((id) => byId.get(id) ?? []);
  for (const stop of planned) {
    if (placed.has(stop.id)) continue;
    const before = ordered.findLastIndex((other) => rank(other) <= rank(stop));
    ordered.splice(before + 1, 0, stop);
  }
  return ordered;
}

/** Returns the length of the route through the stops with a position, in meters. */
export function routeMetres(stops: readonly Stop[], from: Position | null): number {
  return metresAlong([
    ...(from ? [from] : []),
    ...stops.filter(isLocated).map((stop) => stop.position),
  ]);
}

/** Returns the shortest route through all stops, window by window, by trying every order. */
export function shortestWay(stops: readonly LocatedStop[], from: Position | null): LocatedStop[] {
  let best: LocatedStop[] = [];
  let least = Number.POSITIVE_INFINITY;
  const walk = (way: LocatedStop[], left: LocatedStop[], metres: number) => {
    if (metres >= least) return;
    if (left.length === 0) {
      best = way;
      least = metres;
      return;
    }
    const at = way.at(-1)?.position ?? from;
    for (const next of firstOnes(left)) {
      const step = at ? metresBetween(at, next.position) : 0;
      walk(
        [...way, next],
        left.filter((stop) => stop !== next),
        metres + step,
      );
    }
  };
  walk([], [...stops], 0);
  return best;
}

/** Returns a short route without trying every order: nearest stop first, then improved by 2-opt. */
export function goodWay(stops: readonly LocatedStop[], from: Position | null): LocatedStop[] {
  return untangled(nearestNext(stops, from), from);
}

/** Returns the possible next stops: those in the earliest remaining time window. */
function firstOnes(stops: readonly LocatedStop[]): LocatedStop[] {
  const earliest = Math.min(...stops.map(rank));
  return stops.filter((stop) => rank(stop) === earliest);
}

function nearestNext(stops: readonly LocatedStop[], from: Position | null): LocatedStop[] {
  const way: LocatedStop[] = [];
  let left = [...stops];
  while (left.length > 0) {
    const at = way.at(-1)?.position ?? from;
    const far = (stop: LocatedStop) => (at ? metresBetween(at, stop.position) : 0);
    const next = firstOnes(left).reduce((near, stop) => (far(stop) < far(near) ? stop : near));
    way.push(next);
    left = left.filter((stop) => stop !== next);
  }
  return way;
}

/** Reverses parts of the route within a time window as long as that shortens it. */
function untangled(start: readonly LocatedStop[], from: Position | null): LocatedStop[] {
  let way = [...start];
  let metres = routeMetres(way, from);
  for (let improved = true; improved; ) {
    improved = false;
    for (let i = 0; i < way.length - 1; i += 1) {
      for (let j = i + 1; j < way.length && sameRank(way[i], way[j]); j += 1) {
        const reversed = [
          ...way.slice(0, i),
          ...way.slice(i, j + 1).reverse(),
          ...way.slice(j + 1),
        ];
        const length = routeMetres(reversed, from);
        // Ignore gains below a millimeter: they're rounding errors, and the loop would never end.
        if (length < metres - 0.001) {
          way = reversed;
          metres = length;
          improved = true;
        }
      }
    }
  }
  return way;
}

const sameRank = (a: Stop | undefined, b: Stop | undefined) =>
  a !== undefined && b !== undefined && rank(a) === rank(b);
