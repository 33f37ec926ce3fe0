import { getJson, setItem } from './browser-storage';
import { lastPerson, pageOf } from './page-person';
import { serverNow } from './server-clock';

/** A delivery as its customer last saw it: its code, and the lines to show. */
export type KeptDelivery = { publicCode: string; lines: string[] };

export type Kept = { person: string; at: number; deliveries: KeptDelivery[] };

const KEY = 'dockside.deliveries';
/** Written again here, because the delivery page's script must share no code with the app. */
const KEPT_PAGES = 'dockside.page.';

/**
 * Two weeks, the longest time ahead that customers can book. An older list has no upcoming
 * delivery, and would only reveal an address to the next person at the device.
 */
const MOST_AGE_MS = 14 * 86_400_000;

/** Keeps a customer's deliveries in this browser, to be read without signal. */
export function keepDeliveries(kept: Kept): void {
  setItem(KEY, JSON.stringify(kept));
}

/**
 * Returns the deliveries that this browser stores for the person who was last signed in, and for no
 * one else. A list that's too old is deleted.
 */
export function keptDeliveries(): Kept | null {
  const kept = getJson(KEY) as Kept | null;
  if (kept && !(serverNow() - kept.at <= MOST_AGE_MS)) {
    forgetDeliveries();
    return null;
  }
  const person = pageOf() ?? lastPerson();
  return kept !== null && kept.person === person && Array.isArray(kept.deliveries) ? kept : null;
}

/**
 * Deletes the stored deliveries after a sign-out, or when someone else signs in. The delivery pages
 * that the device keeps (src/client/delivery-page) are deleted too.
 */
export function forgetDeliveries(): void {
  setItem(KEY, null);
  try {
    for (const key in localStorage) if (key.startsWith(KEPT_PAGES)) setItem(key, null);
  } catch {
    // The browser blocks its storage, so it keeps nothing.
  }
}
