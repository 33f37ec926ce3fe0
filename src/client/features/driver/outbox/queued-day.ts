import * as z from 'zod/mini';
import {
  type Day,
  type Delivery,
  type ShownDay,
  stopNumber,
} from '@/client/features/driver/day/driver-day';
import { addDays } from '@/domain/dates';
import { loadSchema } from '@/domain/driver/load.schema';
import { parseGallons } from '@/domain/money';
import {
  type DeviceAction,
  isOfStop,
  isSetAside,
  type QueuedAction,
  type StopAction,
  waitingActions,
} from './device-action';
import { pauseOf } from './next-to-send';
import { waitingWalkUpOf, walkUpOf } from './unsent-walk-up';

/**
 * The day as it will be once all waiting actions have reached the server.
 *
 * @param hasSignal whether waiting actions are being sent now
 */
export function withQueuedActions(
  day: Day,
  queued: readonly QueuedAction[],
  hasSignal = false,
): ShownDay {
  // Days stored by older builds don't have these fields.
  const { photo = false, signature = false, readings = false } = day.asksFor ?? {};
  const requiredProof = {
    asksForPhoto: photo,
    asksForSignature: signature,
    asksForReadings: readings,
  };
  const truck = truckAfter(day, queued);
  const metered = {
    truckId: truck?.id ?? null,
    needsTruck: truck === null && (day.trucks ?? []).length > 1,
    meterTenths: truck?.lastReadingTenths ?? null,
  };
  let deliveries: Delivery[] = day.deliveries.map((delivery) => ({
    ...delivery,
    waiting: null,
    waitingKey: null,
    waitsFor: 'signal',
    ...requiredProof,
    ...metered,
  }));
  let { isManualOrder, driver, loads } = day;
  let truckNow = day.truck ?? null;
  for (const one of waitingActions(queued)) {
    const { action, actionKey } = one;
    const isLater = isSetAside(one) || pauseOf(one, queued) !== null;
    const waitsFor = waitsForOf(one, { isLater, hasSignal });
    if (action.kind === 'walkUp') {
      const walkUp = waitingWalkUpOf(day, action);
      const waiting = {
        waiting: action.kind,
        waitingKey: actionKey,
        waitsFor,
        ...requiredProof,
        ...metered,
      };
      if (walkUp) deliveries = [{ ...walkUp, ...waiting }, ...deliveries];
      continue;
    }
    if (action.kind === 'order' && action.driverId === day.driver.id && action.date === day.date) {
      isManualOrder = action.stopIds !== null;
      if (action.stopIds) deliveries = inOrder(deliveries, action.stopIds);
      continue;
    }
    if (action.kind === 'duty' && action.driverId === driver.id) {
      driver = { ...driver, status: action.status };
    }
    if (action.kind === 'load') loads = withLoad(day, loads, action, truckNow?.id ?? null);
    truckNow = truckAfterAction(day, truckNow, action);
    if (action.kind === 'fillerPhoto') {
      deliveries = deliveries.map((delivery) =>
        delivery.id === action.id ? { ...delivery, fillerPhoto: action.photo } : delivery,
      );
    }
    if (action.kind === 'seeChange') {
      deliveries = deliveries.map((delivery) => withSeen(delivery, action));
      continue;
    }
    if (!isOfStop(action) && action.kind !== 'undoEnRoute') continue;
    const { id } = action;
    const waiting = triesAgain(action) ? 'tryAgain' : action.kind;
    deliveries = deliveries.map((delivery) =>
      delivery.id === id
        ? { ...delivery, ...statusAfter(action), waiting, waitingKey: actionKey, waitsFor }
        : delivery,
    );
  }
  return { ...day, driver, deliveries, isManualOrder, loads, truck };
}

/** The delivery without the changes that the driver has seen. A later change stays. */
const withSeen = <D extends Pick<Delivery, 'id' | 'change'>>(
  delivery: D,
  { id, changeId }: Extract<DeviceAction, { kind: 'seeChange' }>,
): D =>
  delivery.id === id && delivery.change && delivery.change.id <= changeId
    ? { ...delivery, change: null }
    : delivery;

/** The driver's truck and its meter, after the waiting actions. */
function truckAfter(day: Day, queued: readonly QueuedAction[]): Day['truck'] {
  // Days stored by older builds don't have trucks.
  let truck = day.truck ?? null;
  for (const { action } of waitingActions(queued)) {
    truck = truckAfterAction(day, truck, action);
  }
  return truck;
}

function truckAfterAction(day: Day, truck: Day['truck'], action: DeviceAction): Day['truck'] {
  if (action.kind === 'truck') {
    const isShown = action.driverId === day.driver.id && action.date === day.date;
    return (isShown && day.trucks?.find(({ id }) => id === action.truckId)) || truck;
  }
  if (action.kind !== 'complete' || !truck || action.truckId !== truck.id) return truck;
  const lastReadingTenths = parseGallons(action.meterEnd ?? '') ?? truck.lastReadingTenths;
  return { ...truck, lastReadingTenths };
}

type StopChange = StopAction | Extract<DeviceAction, { kind: 'undoEnRoute' }>;

const triesAgain = (action: StopChange) =>
  action.kind === 'notDelivered' && action.tryAgain === true;

/** The status of a stop after an action that leaves it open. */
function statusAfter(action: StopChange): { status?: 'en_route' | 'scheduled' } {
  if (triesAgain(action) || action.kind === 'undoEnRoute') return { status: 'scheduled' };
  return action.kind === 'enRoute' ? { status: 'en_route' } : {};
}

function waitsForOf(
  { asked }: QueuedAction,
  { isLater, hasSignal }: { isLater: boolean; hasSignal: boolean },
): Delivery['waitsFor'] {
  if (asked) return 'driver';
  if (isLater) return 'dispatch';
  return hasSignal ? 'server' : 'signal';
}

/** The day after an action reached the server, until the next fetch. */
export function afterAction(day: Day, action: DeviceAction): Day {
  switch (action.kind) {
    case 'enRoute':
    case 'undoEnRoute':
    case 'complete':
    case 'notDelivered':
      return {
        ...day,
        truck: truckAfterAction(day, day.truck ?? null, action),
        firstNumber: stopNumber(day, action.kind === 'complete' ? 1 : 0),
        deliveries: day.deliveries.flatMap((delivery) => {
          if (delivery.id !== action.id) return [delivery];
          const after = statusAfter(action);
          return after.status ? [{ ...delivery, ...after }] : [];
        }),
      };
    case 'seeChange':
      return { ...day, deliveries: day.deliveries.map((one) => withSeen(one, action)) };
    case 'walkUp':
      return { ...day, deliveries: [walkUpOf(day, action) ?? [], day.deliveries].flat() };
    case 'order':
      return action.stopIds && action.date === day.date && action.driverId === day.driver.id
        ? { ...day, isManualOrder: true, deliveries: inOrder(day.deliveries, action.stopIds) }
        : day;
    case 'truck':
      return { ...day, truck: truckAfterAction(day, day.truck ?? null, action) };
    case 'load':
      return { ...day, loads: withLoad(day, day.loads, action, day.truck?.id ?? null) };
    case 'duty':
      return action.driverId === day.driver.id
        ? { ...day, driver: { ...day.driver, status: action.status } }
        : day;
    default:
      return day;
  }
}

/** The loads with an action's load applied. */
function withLoad(
  { driver, date }: Day,
  loads: Day['loads'],
  action: Extract<DeviceAction, { kind: 'load' }>,
  truckId: number | null,
): Day['loads'] {
  const loaded = z.safeParse(loadSchema, action).data;
  // Days stored by older builds don't have loads.
  if (!loads || !loaded || action.driverId !== driver.id) return loads;
  if (action.date === date) return { ...loads, loaded, truckId };
  const isNext = action.date === addDays(date, 1);
  return isNext ? { ...loads, tomorrow: { ...loads.tomorrow, loaded } } : loads;
}

/**
 * The deliveries in the order of `ids`. A delivery that isn't listed stays after its predecessor.
 */
function inOrder<T extends { id: string }>(deliveries: readonly T[], ids: readonly string[]): T[] {
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const named = new Set(ids);
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  for (const [i, delivery] of deliveries.entries()) {
    if (named.has(delivery.id)) continue;
    const before = ordered.findIndex(({ id }) => id === deliveries[i - 1]?.id);
    ordered.splice(before + 1, 0, delivery);
  }
  return ordered;
}
