import type { FollowedDelivery, LiveTopic } from '@/domain/live/topics';
import type { Actor } from '@/domain/roles';

/** The changed topics, and the number of the newest change. */
export type LiveNews = { seq: number; topics: LiveTopic[] };

export type Listening = {
  /** The number of the last change the page received. Null for a new page. */
  after: number | null;
  /**
   * The address under which streams are counted. Many people may share an address in our own
   * network.
   */
  from: { text: string; isOwnNetwork: boolean };
  signal: AbortSignal;
};

/** Notifies open pages of topics that changed in any process. */
export type Live = {
  /**
   * Returns a page's stream of topics. It starts with the topics missed since `after`. A new staff
   * page first gets all topics of its work, and other new pages get none. The stream ends with the
   * signal or when the server stops. Returns null if too many pages already listen, in total or
   * from that address.
   */
  listen(actor: Actor, listening: Listening): AsyncGenerator<LiveNews> | null;
  /**
   * Returns the stream of a delivery's page. It yields at the start and whenever the delivery may have
   * changed, but doesn't say how. The caller sets `driverId` when the delivery gets another driver.
   * Returns null if too many pages already listen, in total, from that address, or to this delivery.
   */
  follow(
    delivery: FollowedDelivery,
    listening: Omit<Listening, 'after'>,
  ): AsyncGenerator<void> | null;
  /** Ends every listener's stream. */
  close(): void;
};
