import type { Outputs } from '@/client/lib/trpc';
import type { RequiredProof } from '@/domain/appointment/proof';
import type { GallonTenths } from '@/domain/money';

/** A driver's day as the server sent it. */
export type Day = Outputs['driver']['day'];

/** A delivery, with the effect of its queued actions. */
export type Delivery = Day['deliveries'][number] & {
  /** The last queued action for this stop, or null. */
  waiting: 'walkUp' | 'enRoute' | 'undoEnRoute' | 'complete' | 'notDelivered' | 'tryAgain' | null;
  /** The key that undoes that action. */
  waitingKey: string | null;
  /**
   * What the action waits for: the server's answer, signal, a later try, or the driver's decision.
   */
  waitsFor: 'server' | 'signal' | 'dispatch' | 'driver';
  /** A fuel-fill photo from this device that isn't sent yet. */
  fillerPhoto?: string;
  /** The driver's truck, or null. */
  truckId: number | null;
  /** True if the driver must select one of several trucks first. */
  needsTruck: boolean;
  /** The last reading of the truck's meter, or null if it's unknown. */
  meterTenths: GallonTenths | null;
} & RequiredProof;

/** The number of a stop on the route, from 1. Stops already delivered today count. */
export const stopNumber = ({ firstNumber = 1 }: Pick<Day, 'firstNumber'>, index: number): number =>
  // Days stored by older builds only count open stops.
  firstNumber + index;

/** A driver's day with the effect of the queued actions. */
export type ShownDay = Omit<Day, 'deliveries'> & { deliveries: Delivery[] };

/** The stop the driver is on the way to, or null. */
export const stopUnderWay = ({ deliveries }: Pick<ShownDay, 'deliveries'>): Delivery | null =>
  deliveries.find(({ status }) => status === 'en_route') ?? null;

/** The dock the driver is at or heading to, by the day's stops. Blank if unknown. */
export const dockAtHand = (day: ShownDay): string =>
  (stopUnderWay(day) ?? day.done.at(-1))?.location ?? '';
