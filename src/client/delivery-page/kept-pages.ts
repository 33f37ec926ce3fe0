import { type DeliveryState, KEPT_PAGE_PREFIX } from '@/domain/delivery-page/state';

/** Replaces the token in a kept page, whose links contain it. */
const TOKEN_PLACE = '{token}';

/** Keys contain only a hash of the token, because anyone with the token can open the delivery. */
async function keyOf(token: string): Promise<string | null> {
  // Browsers have this only on secure pages, and so does keeping pages for times without signal.
  if (!globalThis.crypto?.subtle) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  const hex = [...new Uint8Array(hash).slice(0, 12)].map((byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return KEPT_PAGE_PREFIX + hex.join('');
}

/**
 * Keeps a page on this device until it's too old, and deletes others that are.
 * @param onlyAgain keeps it only if the device still has an earlier state
 */
export async function keepPage(
  token: string,
  state: DeliveryState,
  { onlyAgain }: { onlyAgain: boolean },
): Promise<void> {
  const key = await keyOf(token);
  try {
    for (const other of pageKeys()) if (isTooOld(other, state.now)) localStorage.removeItem(other);
    if (!key || (onlyAgain && localStorage.getItem(key) === null)) return;
    localStorage.setItem(key, JSON.stringify(state).replaceAll(token, TOKEN_PLACE));
  } catch {
    // The browser blocks its storage, or it's full. The page then only opens with a signal.
  }
}

/** Returns the page that this device keeps, or null. */
export async function keptPage(token: string): Promise<DeliveryState | null> {
  const key = await keyOf(token);
  try {
    if (!key || isTooOld(key, Date.now())) return null;
    return JSON.parse((localStorage.getItem(key) ?? 'null').replaceAll(TOKEN_PLACE, token));
  } catch {
    return null;
  }
}

/** Deletes what this device keeps of one delivery. */
export async function forgetPage(token: string): Promise<void> {
  const key = await keyOf(token);
  try {
    if (key) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

const pageKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(KEPT_PAGE_PREFIX));

function isTooOld(key: string, now: number): boolean {
  const { keepUntil } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<DeliveryState>;
  return !(Number(keepUntil) > now);
}
