import type { LiveTopic } from '@/domain/live/topics';
import type { Actor } from '@/domain/roles';

/** The topics that changed, and the number of the newest change among them. */
export type LiveNews = { seq: number; topics: LiveTopic[] };

export type Listening = {
  /** The number of the last change that the page was told; null for a new page. */
  after: number | null;
  /** Whose streams are counted together: an address, which of our own network stands for many people. */
  from: { text: string; isOwnNetwork: boolean };
  signal: AbortSignal;
};

/** Tells listening pages which topics changed, in this process or another. */
export type Live = {
  /**
   * Starts with the topics missed since `after`; a new page is told those of its work where it is of
   * staff, and else none. Ends with the signal, or when the server stops. Null when too many pages
   * listen already, here or from that address.
   */
  listen(actor: Actor, listening: Listening): AsyncGenerator<LiveNews> | null;
  /** Ends every listener's stream. */
  close(): void;
};
