import type { CardTrouble } from '../payment/card-trouble';
import type { Position } from '../route/distance';
import type { Track } from './approach';
import type { Step } from './timeline';

/** A delivery's progress, as its page shows it. Times are in the business's zone. */
export type DeliveryProgress = {
  /** The driver's first name and the truck's name. Null before the day of the delivery. */
  driver: string | null;
  truck: string | null;
  /** True while the driver is on the way, and on the day of a scheduled delivery. */
  isToday: boolean;
  /** The expected arrival ("10:40 AM"), or null before the driver has set out. */
  eta: string | null;
  /** The time (ms) of the facts behind the expected arrival. */
  etaUpdatedAt: number | null;
  /** The number of the driver's stops before this one. Null before the day of the delivery. */
  stopsBefore: number | null;
  /** Where the driver is. Null unless the driver is on the way to this stop. */
  approach: {
    driver: Track;
    /** Null if the dock's position is unknown. */
    dock: Position | null;
    /** "About 1.2 miles away" */
    distance: string | null;
    /** The direction from the dock to the driver, in degrees and as text. */
    degrees: number | null;
    direction: string | null;
    /** "10:42 AM" */
    seenAt: string;
    /** The source of the map's images. Null shows a drawing. */
    tiles: { tilesUrl: string; attribution: string } | null;
  } | null;
  timeline: Step[];
  /** The time at which the delivery was completed or cancelled. */
  doneAt: string | null;
  isNotDelivered: boolean;
  /** Why we ask for a card before the delivery, or null. */
  cardTrouble: CardTrouble | null;
  /** The instant (ms) until which a device may keep the page, to show it without signal. */
  keepUntil: number;
};
