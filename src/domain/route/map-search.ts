import type { Position } from './distance';

/**
 * What a maps application is asked for: the position of a dock if it's known, else its address. A name
 * such as "Sandy Cove" is found in the wrong state without a ZIP Code, so that of the business is added.
 */
export function mapSearch(
  dock: { location: string; position: Position | null },
  zip: string,
): string {
  const { location, position } = dock;
  if (position) return `${position.latitude},${position.longitude}`;
  return /\b\d{5}(-\d{4})?$/.test(location.trim()) ? location : `${location}, ${zip}`;
}
