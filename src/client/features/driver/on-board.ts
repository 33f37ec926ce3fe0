import { leftOver, loadOfAll, NO_LOAD, type OnBoard, onBoard } from '@/domain/driver/on-board';
import { parseGallons } from '@/domain/money';
import type { Delivery, ShownDay } from './day/driver-day';
import { isEnded } from './day/shown-stop';
import type { QueuedAction } from './outbox/device-action';

/** The onboard load today and tomorrow, including unsent actions. Null if no load was entered. */
export function onBoardOf(
  { loads, done, deliveries, truck }: ShownDay,
  queued: readonly QueuedAction[],
): { today: OnBoard | null; tomorrow: OnBoard | null } {
  // Days stored by older builds don't have `truckId`.
  const isTheirs = (truckId: number | null | undefined) =>
    !(truckId && truck) || truckId === truck.id;
  const delivered = [
    ...done
      .filter(({ status, testMode }) => status === 'completed' && !testMode)
      .filter(({ truckId }) => isTheirs(truckId))
      .map(asDelivered),
    ...deliveries
      .filter(({ waiting, testMode }) => waiting === 'complete' && !testMode)
      .map(asCompleted(queued))
      .filter(({ truckId }) => isTheirs(truckId)),
  ];
  const isOnBoard = isTheirs(loads.truckId);
  const today = onBoard({
    loaded: isOnBoard ? loads.loaded : null,
    carried: isOnBoard ? loads.carried : null,
    delivered: loadOfAll(delivered),
    needed: loadOfAll(deliveries.filter((delivery) => !(isEnded(delivery) || delivery.testMode))),
  });
  const next = { ...loads.tomorrow, carried: leftOver(today), delivered: NO_LOAD };
  return { today, tomorrow: onBoard(next) };
}

const asDelivered = (done: ShownDay['done'][number]) => ({
  ...done,
  estimatedGallonsTenths: done.actualGallonsTenths ?? done.estimatedGallonsTenths,
});

/** A delivery with the figures of its unsent completion. */
const asCompleted = (queued: readonly QueuedAction[]) => (delivery: Delivery) => {
  const action = queued.find((one) => one.actionKey === delivery.waitingKey)?.action;
  if (action?.kind !== 'complete') return delivery;
  const { smallIceBags = delivery.smallIceBags, largeIceBags = delivery.largeIceBags } = action;
  const gallons = parseGallons(action.actualGallons) ?? delivery.estimatedGallonsTenths;
  const { truckId = delivery.truckId } = action;
  return { ...delivery, smallIceBags, largeIceBags, estimatedGallonsTenths: gallons, truckId };
};
