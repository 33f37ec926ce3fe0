import type { LiveTopic } from '@/domain/live/topics';
import type { Actor } from '@/domain/roles';

/** The changed topics, and the number of the newest change. */
export type LiveNews = { seq: number; topics: LiveTopic[] };

export type Listening = {
  /** The number of the last change the page received. Null for a new page. */
  after: number | null;
  /** The address whose streams are counted together. In our own network, many people may share it. */
  from: { text: string; isOwnNetwork: boolean };
  signal: AbortSignal;
};

/** Notifies open pages of topics that changed in any process. */
export type Live = {
  /**
   * Starts with the topics missed since `after`. A new staff page gets all topics of its work, and other new
   * pages get none. Ends with the signal or when the server stops. Null if too many pages already listen,
   * in total or from that address.
   */
  listen(actor: Actor, listening: Listening): AsyncGenerator<LiveNews> | null;
  /** Ends every listener's stream. */
  close(): void;
};
