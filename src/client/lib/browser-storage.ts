/**
 * The browser's storage: `localStorage` is for all tabs, and `sessionStorage` is for one. A browser
 * may block both or be full. Then reads return nothing, and writes do nothing.
 */
type StorageKind = 'localStorage' | 'sessionStorage';

/** The key of the driver who signed out here while the server didn't answer. */
export const LATE_SIGN_OUT = 'dockside-logged-out';

/** The key of this tab's last booking. */
export const BOOKED_KEY = 'dockside.booked';

/** @returns the stored text, or null if there is none */
export function getItem(key: string, storage: StorageKind = 'localStorage'): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** @returns the stored JSON, or null if there is none or it can't be parsed */
export function getJson(key: string): unknown {
  try {
    return JSON.parse(getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores the text. Null deletes it. */
export function setItem(
  key: string,
  text: string | null,
  storage: StorageKind = 'localStorage',
): void {
  try {
    if (text === null) window[storage].removeItem(key);
    else window[storage].setItem(key, text);
  } catch {
    // The values in memory last until the page closes.
  }
}
