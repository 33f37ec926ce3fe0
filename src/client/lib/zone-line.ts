/** As far ahead as a time window can be booked. */
const AHEAD_MS = 14 * 24 * 60 * 60_000;

/** Whether this device's clock shows the zone's time, today and on the last date that can be booked. */
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
  // Drivers work where the business is, and their page has no room to spare.
  if (!dataset.zone || location.pathname.startsWith('/driver')) return;
  try {
    if (!isOwnTime(dataset.zone)) dataset.elsewhere = '';
  } catch {
    // The browser has no such zone.
  }
}
