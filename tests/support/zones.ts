/** The date of a zone; of the business's own when left out. */
export function todayIn(timeZone = 'America/New_York'): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format();
}

/**
 * A fixed zone in which it is between one and two at night now, so that all of today's time slots lie
 * ahead and can be booked.
 */
export function zoneOfEarlyMorning(): string {
  const ahead = (1 - new Date().getUTCHours() + 24) % 24;
  // The signs of these zones are the other way round: Etc/GMT-3 is three hours ahead.
  return ahead <= 12 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`;
}
