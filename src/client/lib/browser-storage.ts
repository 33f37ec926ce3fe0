/**
 * What the browser keeps for these pages as text: `localStorage` for all tabs, `sessionStorage` for one.
 * A browser may forbid both, or have no room: then nothing is there, and nothing is kept.
 */
type StorageKind = 'localStorage' | 'sessionStorage';

/** The key of the driver who logged out here while the server didn't answer. */
export const LATE_SIGN_OUT = 'dockside-logged-out';

/** The text under the key; null where there is none. */
export function getItem(key: string, storage: StorageKind = 'localStorage'): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** The JSON under the key; null where there is none that can be read. */
export function getJson(key: string): unknown {
  try {
    return JSON.parse(getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps the text under the key; null deletes what is there. */
export function setItem(
  key: string,
  text: string | null,
  storage: StorageKind = 'localStorage',
): void {
  try {
    if (text === null) window[storage].removeItem(key);
    else window[storage].setItem(key, text);
  } catch {
    // The values in memory last until the page is closed.
  }
}
