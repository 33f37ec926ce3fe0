import type { Outputs } from '@/client/lib/trpc';
import type { RequiredProof } from '@/domain/appointment/proof';

/** A driver's day as the server answered it. */
export type Day = Outputs['driver']['day'];

/** A delivery with the queued action that the server does not have yet. */
export type Delivery = Day['deliveries'][number] & {
  waiting: 'walkUp' | 'enRoute' | 'complete' | 'notDelivered' | 'tryAgain' | null;
  /** The key of that action, by which it is taken back. */
  waitingKey: string | null;
  /** What it waits for: the answer to come, signal, a server that takes it later, or the driver. */
  waitsFor: 'server' | 'signal' | 'dispatch' | 'driver';
  /** The photo of the filler that this device took and the server does not have yet. */
  fillerPhoto?: string;
} & RequiredProof;

/** The number of a stop on the route, from 1; those that were delivered today count. */
export const stopNumber = ({ firstNumber = 1 }: Pick<Day, 'firstNumber'>, index: number): number =>
  // A day that an older program kept counts only what is open.
  firstNumber + index;

/** A driver's day with the effect of the queued actions. */
export type ShownDay = Omit<Day, 'deliveries'> & { deliveries: Delivery[] };

/** The stop that the driver set out for; null where there is none. */
export const stopUnderWay = ({ deliveries }: Pick<ShownDay, 'deliveries'>): Delivery | null =>
  deliveries.find(({ status }) => status === 'en_route') ?? null;

/** The dock where the driver is, as far as the day tells. */
export const dockAtHand = (day: ShownDay): string =>
  (stopUnderWay(day) ?? day.done.at(-1))?.location ?? '';
