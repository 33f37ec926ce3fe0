import type { Position } from './distance';

/**
 * Returns the text to search for in a maps app: the dock's position if it's known, otherwise its
 * address. A name such as "Sandy Cove" alone could be found in another state, so the business's ZIP
 * Code is added.
 */
export function mapSearch(
  dock: { location: string; position: Position | null },
  zip: string,
): string {
  const { location, position } = dock;
  if (position) return `${position.latitude},${position.longitude}`;
  return /\b\d{5}(-\d{4})?$/.test(location.trim()) ? location : `${location}, ${zip}`;
}
