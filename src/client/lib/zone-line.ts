import { zoneName } from '@/domain/time';

/** As far ahead as a time window can be booked. */
const AHEAD_MS = 14 * 24 * 60 * 60_000;

/** Whether this device's clock shows the zone's time, today and on the last date that can be booked. */
function isOwnTime(zone: string): boolean {
  const style = { dateStyle: 'short', timeStyle: 'short' } as const;
  const there = new Intl.DateTimeFormat('en-US', { ...style, timeZone: zone });
  const here = new Intl.DateTimeFormat('en-US', style);
  return [Date.now(), Date.now() + AHEAD_MS].every((at) => there.format(at) === here.format(at));
}

/** Names the business's zone above the page, for readers whose clock shows another time. */
export function showZoneLine(zone: string): void {
  // Drivers work where the business is, and their page has no room to spare.
  if (location.pathname.startsWith('/driver') || isOwnTime(zone)) return;
  const line = document.createElement('aside');
  line.setAttribute('aria-label', 'Time zone');
  line.className = 'border-b border-edge/70 bg-base-100 px-4 py-1.5 text-center text-sm';
  line.textContent = `Times are in ${zoneName(zone)}.`;
  document.body.prepend(line);
}
