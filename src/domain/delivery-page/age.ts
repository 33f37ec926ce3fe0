/**
 * Texts that the delivery page's script keeps current. The script must stay small, so this file
 * imports nothing.
 */

const MINUTE_MS = 60_000;
/** Longer ages are shown in hours. */
const MOST_MINUTES = 90;

/** "Updated 2 min ago" */
export function ageText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return 'Updated just now';
  if (minutes <= MOST_MINUTES) return `Updated ${minutes} min ago`;
  return `Updated ${Math.round(minutes / 60)} hours ago`;
}
