/** How far ahead the zones are compared. Time windows can't be booked later than this. */
const AHEAD_MS = 14 * 24 * 60 * 60_000;

/**
 * True if this device's clock shows the zone's time, both today and on the last date that can be
 * booked.
 */
function isOwnTime(zone: string): boolean {
  if (zone === Intl.DateTimeFormat().resolvedOptions().timeZone) return true;
  const style = { dateStyle: 'short', timeStyle: 'short' } as const;
  const there = new Intl.DateTimeFormat('en-US', { ...style, timeZone: zone });
  const here = new Intl.DateTimeFormat('en-US', style);
  return [Date.now(), Date.now() + AHEAD_MS].every((at) => there.format(at) === here.format(at));
}

/**
 * Shows the line that names the business's zone, if this device's clock shows another time. The
 * server writes the line into the page (src/server/http/zone-mark.ts). Without a known zone on the
 * device, it stays hidden.
 */
export function showZoneLine(): void {
  const { dataset } = document.documentElement;
  // The driver's page doesn't have the line, because drivers work where the business is and the
  // page has no room to spare.
  if (!dataset.zone || location.pathname.startsWith('/driver')) return;
  try {
    if (!isOwnTime(dataset.zone)) dataset.elsewhere = '';
  } catch {
    // The browser doesn't know the zone, so the line stays hidden.
  }
}
