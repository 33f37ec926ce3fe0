/** The stops of one driver in their order, or of no driver: the pool. */
export type PlanColumn = { driverId: number | null; stopIds: readonly string[] };

/** A place in a plan; the index counts the stops of the column without the one that is moved. */
export type PlanPlace = { driverId: number | null; index: number };

/** The plan with a stop at another place. A column that the plan does not have takes nothing. */
export function withStopAt<C extends PlanColumn>(
  plan: readonly C[],
  id: string,
  { driverId, index }: PlanPlace,
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
  moves: readonly { id: string; to: PlanPlace }[],
): readonly PlanColumn[] {
  return moves.reduce(
    (made, { id, to }) => (placeIn(made, id) ? withStopAt(made, id, to) : made),
    plan,
  );
}

/** The place of a stop; null where it is in no column. */
export function placeIn(plan: readonly PlanColumn[], id: string): PlanPlace | null {
  for (const { driverId, stopIds } of plan) {
    const index = stopIds.indexOf(id);
    if (index >= 0) return { driverId, index };
  }
  return null;
}

/** Whether a stop stands elsewhere in the plan than at that place. The pool has no order. */
export function isElsewhere(plan: readonly PlanColumn[], id: string, to: PlanPlace): boolean {
  const place = placeIn(plan, id);
  if (place?.driverId !== to.driverId) return true;
  return to.driverId !== null && place?.index !== to.index;
}

/**
 * Where an arrow key takes a stop: one up or down in its column, or to the end of the column beside
 * it. Null for other keys, and where there is nothing further.
 */
export function placeByKey(plan: readonly PlanColumn[], id: string, key: string): PlanPlace | null {
  const place = placeIn(plan, id);
  if (!place) return null;
  const at = plan.findIndex(({ driverId }) => driverId === place.driverId);
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const beside = plan[at + (key === 'ArrowLeft' ? -1 : 1)];
    return beside ? { driverId: beside.driverId, index: beside.stopIds.length } : null;
  }
  // The pool has no order.
  if (place.driverId === null || (key !== 'ArrowUp' && key !== 'ArrowDown')) return null;
  const index = place.index + (key === 'ArrowUp' ? -1 : 1);
  const last = (plan[at]?.stopIds.length ?? 0) - 1;
  return index < 0 || index > last ? null : { driverId: place.driverId, index };
}
