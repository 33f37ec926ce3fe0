/** The ordered stops of one driver, or the pool of stops without one. */
export type PlanColumn = { driverId: number | null; stopIds: readonly string[] };

/** A position in a plan. The index counts the column's stops without the moved one. */
export type PlanSpot = { driverId: number | null; index: number };

/**
 * Returns the plan with a stop moved. If the plan doesn't have the target column, it's returned
 * unchanged.
 */
export function withStopAt<C extends PlanColumn>(
  plan: readonly C[],
  id: string,
  { driverId, index }: PlanSpot,
): C[] {
  if (!plan.some((column) => column.driverId === driverId)) return [...plan];
  return plan.map((column) => {
    const others = column.stopIds.filter((other) => other !== id);
    if (column.driverId !== driverId) return { ...column, stopIds: others };
    return { ...column, stopIds: [...others.slice(0, index), id, ...others.slice(index)] };
  });
}

/**
 * Returns the plan with several moves applied in order. A stop that someone else removed from the
 * plan isn't added back.
 */
export function withMoves(
  plan: readonly PlanColumn[],
  moves: readonly { id: string; to: PlanSpot }[],
): readonly PlanColumn[] {
  return moves.reduce(
    (moved, { id, to }) => (spotIn(moved, id) ? withStopAt(moved, id, to) : moved),
    plan,
  );
}

/** Returns a stop's position in the plan, or null if it isn't there. */
export function spotIn(plan: readonly PlanColumn[], id: string): PlanSpot | null {
  for (const { driverId, stopIds } of plan) {
    const index = stopIds.indexOf(id);
    if (index >= 0) return { driverId, index };
  }
  return null;
}

/** True if a stop's position in the plan differs from this one. The pool has no order. */
export function isElsewhere(plan: readonly PlanColumn[], id: string, to: PlanSpot): boolean {
  const spot = spotIn(plan, id);
  if (spot?.driverId !== to.driverId) return true;
  return to.driverId !== null && spot?.index !== to.index;
}

/**
 * Returns the position that an arrow key moves a stop to: up or down by one, or the end of the next
 * column. Null for other keys, or at the edge of the plan.
 */
export function spotByKey(plan: readonly PlanColumn[], id: string, key: string): PlanSpot | null {
  const spot = spotIn(plan, id);
  if (!spot) return null;
  const at = plan.findIndex(({ driverId }) => driverId === spot.driverId);
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const neighbor = plan[at + (key === 'ArrowLeft' ? -1 : 1)];
    return neighbor ? { driverId: neighbor.driverId, index: neighbor.stopIds.length } : null;
  }
  // The pool has no order.
  if (spot.driverId === null || (key !== 'ArrowUp' && key !== 'ArrowDown')) return null;
  const index = spot.index + (key === 'ArrowUp' ? -1 : 1);
  const last = (plan[at]?.stopIds.length ?? 0) - 1;
  return index < 0 || index > last ? null : { driverId: spot.driverId, index };
}
