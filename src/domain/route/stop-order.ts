import { metresAlong, metresBetween, type Position } from './distance';

/** A delivery as the planning of a day sees it. */
export type Stop = {
  id: string;
  slotIndex: number;
  /** The driver has set out for it, so it comes before everything else. */
  enRoute: boolean;
  /** Null while the position of the dock is not known. */
  position: Position | null;
};

type LocatedStop = Stop & { position: Position };

/** Up to this many stops every sequence is tried; 8 stops have at most 40,320 sequences. */
export const TRY_ALL_UP_TO = 8;

const rank = (stop: Stop) => (stop.enRoute ? -1 : stop.slotIndex);
const isLocated = (stop: Stop): stop is LocatedStop => stop.position !== null;

/**
 * The stops of a day in sequence: those under way first, then one time slot after the other, and
 * within a time slot by the shortest way from the driver's position. A stop without a position comes
 * last in its time slot, in the given sequence.
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
 * The driver's own sequence in place of the planned one. A stop that was scheduled later comes after
 * the last one whose time slot is not later than its own.
 */
export function applyManualSequence(planned: readonly Stop[], manual: readonly string[]): Stop[] {
  const byId = new Map(planned.map((stop) => [stop.id, stop]));
  const known = new Set(manual);
  const ordered = manual.flatMap((id) => byId.get(id) ?? []);
  for (const stop of planned) {
    if (known.has(stop.id)) continue;
    const before = ordered.findLastIndex((other) => rank(other) <= rank(stop));
    ordered.splice(before + 1, 0, stop);
  }
  return ordered;
}

/** The length of the way through the stops with a position, in metres. */
export function routeMetres(stops: readonly Stop[], from: Position | null): number {
  return metresAlong([
    ...(from ? [from] : []),
    ...stops.filter(isLocated).map((stop) => stop.position),
  ]);
}

/** The shortest way through all stops, one time slot after the other, by trying every sequence. */
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

/** A short way without trying every sequence: the nearest stop next, then untangled (2-opt). */
export function goodWay(stops: readonly LocatedStop[], from: Position | null): LocatedStop[] {
  return untangled(nearestNext(stops, from), from);
}

/** The stops that may come next: those of the earliest time slot that is left. */
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

/** Reverses stretches within a time slot while that makes the whole way shorter. */
function untangled(start: readonly LocatedStop[], from: Position | null): LocatedStop[] {
  let way = [...start];
  let metres = routeMetres(way, from);
  for (let improved = true; improved; ) {
    improved = false;
    for (let i = 0; i < way.length - 1; i += 1) {
      for (let j = i + 1; j < way.length && sameRank(way[i], way[j]); j += 1) {
        const turned = [...way.slice(0, i), ...way.slice(i, j + 1).reverse(), ...way.slice(j + 1)];
        const length = routeMetres(turned, from);
        // A gain below a millimetre is the rounding of the numbers, and would never end.
        if (length < metres - 0.001) {
          way = turned;
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
