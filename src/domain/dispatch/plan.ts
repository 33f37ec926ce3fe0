/** The stops of one driver in their order, or of no driver: the pool. */
export type PlanColumn = { driverId: number | null; stopIds: readonly string[] };

/** A spot in a plan; the index counts the stops of the column without the one that is moved. */
export type PlanSpot = { driverId: number | null; index: number };

/** The plan with a stop at another spot. A column that the plan does not have takes nothing. */
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
 * The plan with moves made in it, one after the other. A stop that the plan has no more, because others
 * took it out meanwhile, stays out.
 */
export function withMoves(
  plan: readonly PlanColumn[],
  moves: readonly { id: string; to: PlanSpot }[],
): readonly PlanColumn[] {
  return moves.reduce(
    (made, { id, to }) => (spotIn(made, id) ? withStopAt(made, id, to) : made),
    plan,
  );
}

/** The spot of a stop; null where it is in no column. */
export function spotIn(plan: readonly PlanColumn[], id: string): PlanSpot | null {
  for (const { driverId, stopIds } of plan) {
    const index = stopIds.indexOf(id);
    if (index >= 0) return { driverId, index };
  }
  return null;
}

/** Whether a stop stands elsewhere in the plan than at that spot. The pool has no order. */
export function isElsewhere(plan: readonly PlanColumn[], id: string, to: PlanSpot): boolean {
  const spot = spotIn(plan, id);
  if (spot?.driverId !== to.driverId) return true;
  return to.driverId !== null && spot?.index !== to.index;
}

/**
 * Where an arrow key takes a stop: one up or down in its column, or to the end of the column beside
 * it. Null for other keys, and where there is nothing further.
 */
export function spotByKey(plan: readonly PlanColumn[], id: string, key: string): PlanSpot | null {
  const spot = spotIn(plan, id);
  if (!spot) return null;
  const at = plan.findIndex(({ driverId }) => driverId === spot.driverId);
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const beside = plan[at + (key === 'ArrowLeft' ? -1 : 1)];
    return beside ? { driverId: beside.driverId, index: beside.stopIds.length } : null;
  }
  // The pool has no order.
  if (spot.driverId === null || (key !== 'ArrowUp' && key !== 'ArrowDown')) return null;
  const index = spot.index + (key === 'ArrowUp' ? -1 : 1);
  const last = (plan[at]?.stopIds.length ?? 0) - 1;
  return index < 0 || index > last ? null : { driverId: spot.driverId, index };
}
