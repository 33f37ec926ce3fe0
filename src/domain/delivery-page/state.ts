/** The id of the element that contains the page's state as JSON. */
export const DELIVERY_STATE_ID = 'delivery-state';

/** The start of the key under which a device keeps a delivery's page (browser's localStorage). */
export const KEPT_PAGE_PREFIX = 'dockside.page.';

/** What a delivery's page shows, as the server sends it to script.ts. */
export type DeliveryState = {
  /** Changes whenever the page shows something else. */
  version: string;
  /** The tab's title. */
  title: string;
  /** The markup of each part of the page. */
  parts: Record<string, string>;
  /** The text that a screen reader announces. */
  announcement: string;
  /** The delivery's ID, to remove it from this browser. */
  id: string;
  /** The instant (ms) until which a device may keep the page. */
  keepUntil: number;
  /** The server's clock (ms), because a device's clock may be wrong. */
  now: number;
  /** The server's time of day in the business's zone: "10:42 AM". */
  clock: string;
};

/**
 * The content of the first HTML: the state without the parts, or null on the page without signal.
 */
export type FirstDeliveryState = Omit<DeliveryState, 'parts'> | null;
