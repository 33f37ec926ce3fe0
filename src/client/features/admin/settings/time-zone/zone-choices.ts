import { instantsIn } from '@/client/lib/instants';
import { foldedText } from '@/domain/folding';
import { zoneName } from '@/domain/time';

/** A time zone as the list shows it. */
export type ZoneChoice = {
  zone: string;
  /** "Chicago" */
  title: string;
  /** "Central Time, America" */
  detail: string;
};

/** The zones of most owners, which are listed first. */
const FIRST = [
  'America/New_York',
  'America/Detroit',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

/** Returns a zone's place, such as "Louisville, Kentucky". */
export function zonePlace(zone: string): string {
  const parts = zone.replaceAll('_', ' ').split('/');
  return (parts.length > 1 ? parts.slice(1) : parts).reverse().join(', ');
}

/** Returns the zones for the list, those of most owners first. */
export function zoneChoices(zones: readonly string[]): ZoneChoice[] {
  const known = new Set(zones);
  const all = new Set([...FIRST.filter((zone) => known.has(zone)), ...zones]);
  return [...all].map((zone) => {
    const region = zone.includes('/') ? `, ${zone.split('/')[0]}` : '';
    return { zone, title: zonePlace(zone), detail: `${nameOf(zone)}${region}` };
  });
}

/** Returns the zones whose place or name contains all the typed words. */
export function choicesLike(choices: readonly ZoneChoice[], typed: string): ZoneChoice[] {
  const words = foldedText(typed)
    .split(/[\s,/_]+/)
    .filter(Boolean);
  return choices.filter(({ zone, title, detail }) => {
    const text = foldedText(`${title} ${detail} ${zone}`);
    return words.every((word) => text.includes(word));
  });
}

/** Returns the present time in a zone: "3:15 PM". Empty if this browser doesn't know the zone. */
export function timeIn(zone: string, now: number): string {
  try {
    return instantsIn(zone, true).formatWeekdayAndTime(now);
  } catch {
    return '';
  }
}

/** Returns a zone's everyday name, or its own if this browser doesn't know it. */
export function nameOf(zone: string): string {
  try {
    return zoneName(zone);
  } catch {
    return zone;
  }
}
