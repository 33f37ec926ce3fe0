import { lengthText, type ZoneEffect } from '@/domain/time-zones';

const deliveries = (count: number) =>
  count === 1 ? '1 upcoming delivery' : `${count} upcoming deliveries`;

/** Returns what a change of the time zone means, in sentences for the owner. */
export function effectSentences({
  deliveries: count,
  moved,
  laterMinutes,
  plannedPrices,
}: ZoneEffect & { plannedPrices: number }): string[] {
  const [its, they] = count === 1 ? ['its', 'it’ll'] : ['their', 'they’ll'];
  const sentences =
    count === 0
      ? ['No upcoming deliveries are booked.']
      : [`${deliveries(count)} will keep ${its} date and window.`];
  if (count > 0 && moved === 0)
    sentences.push('Both time zones have the same time on those dates.');
  if (moved > 0) {
    const subject = moved < count ? `${moved} of them will` : they;
    const shift =
      laterMinutes === null
        ? 'at a different time'
        : `${lengthText(Math.abs(laterMinutes))} ${laterMinutes > 0 ? 'later' : 'earlier'}`;
    sentences.push(
      `In the new time zone, ${subject} be ${shift} than now.`,
      'We won’t notify customers. Calendars that use a calendar link will show the new time. A calendar file that a customer saved earlier will keep the old one.',
    );
  }
  if (plannedPrices > 0) {
    const changes =
      plannedPrices === 1 ? '1 planned price change' : `${plannedPrices} planned price changes`;
    sentences.push(
      `${changes} will start at the same moment as before, which is a different time in the new zone.`,
    );
  }
  return sentences;
}
