/** Returns today's date in a time zone. Default: the business's. */
export function todayIn(timeZone = 'America/New_York'): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format();
}

/**
 * Returns a fixed time zone in which it's now between 1 and 2 AM, so that all of today's time
 * windows are in the future and can be booked.
 */
export const zoneOfEarlyMorning = () => zoneInHour(1);

/** Returns a fixed time zone in which it's now between noon and 1 PM. */
export const zoneOfNoon = () => zoneInHour(12);

/** Returns a fixed time zone in which the clock now shows this hour. */
function zoneInHour(hour: number): string {
  const ahead = (hour - new Date().getUTCHours() + 24) % 24;
  // These zones' signs are reversed: Etc/GMT-3 is 3 hours ahead.
  return ahead <= 12 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`;
}
