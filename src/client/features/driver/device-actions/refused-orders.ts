import { type QueuedAction, threadOf } from './device-action';

/** What the server refused of one order, or of one report. */
export type RefusedOrder = {
  /** The keys of all its refused actions. */
  keys: string[];
  actions: QueuedAction[];
  /** Staff have what was done, and decide. */
  isKept: boolean;
  /** The pictures that belong to it and wait on the device. */
  photos: string[];
};

/**
 * The refused actions, those of one order together. Where staff have what was delivered, nothing before
 * it is left for the driver to decide.
 */
export function refusedOrders(queued: readonly QueuedAction[]): RefusedOrder[] {
  const byOrder = new Map<string, QueuedAction[]>();
  for (const one of queued) {
    if (one.refusal === null) continue;
    const order = threadOf(one);
    byOrder.set(order, [...(byOrder.get(order) ?? []), one]);
  }
  return [...byOrder.values()].map((actions) => {
    const keys = actions.map(({ actionKey }) => actionKey);
    const isKept = actions.some(
      ({ isKept: kept, action }) => kept === true && action.kind !== 'enRoute',
    );
    return { keys, actions, isKept, photos: photosOf(queued, keys) };
  });
}

/**
 * The order that a report about a refusal names; null where the report would be refused for it as well.
 * Staff have every press at an order that was this driver's (`isKept`), so any other one is at an order that
 * the server does not know as theirs.
 */
export function orderToName({ actions }: Pick<RefusedOrder, 'actions'>): string | null {
  const { action } = actions.at(-1) ?? {};
  const isKnown = actions.every(
    ({ isKept, action: { kind } }) => isKept || kind === 'completePhoto' || kind === 'fillerPhoto',
  );
  return isKnown && action && 'id' in action ? action.id : null;
}

const photosOf = (queued: readonly QueuedAction[], keys: readonly string[]): string[] =>
  queued.flatMap(({ actionKey, afterKey, action }) =>
    'photo' in action && (keys.includes(actionKey) || keys.includes(afterKey ?? ''))
      ? [action.photo]
      : [],
  );
