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
  const [keep, they] = count === 1 ? ['keeps its', 'it’s'] : ['keep their', 'they’re'];
  const sentences =
    count === 0
      ? ['No upcoming deliveries are booked.']
      : [`${deliveries(count)} ${keep} date and window.`];
  if (count > 0 && moved === 0)
    sentences.push('Both time zones show the same time on those dates.');
  if (moved > 0) {
    const subject = moved < count ? `${moved} of them are` : they;
    const shift =
      laterMinutes === null
        ? 'at another time'
        : `${lengthText(Math.abs(laterMinutes))} ${laterMinutes > 0 ? 'later' : 'earlier'}`;
    sentences.push(
      `By the new clock, ${subject} ${shift} than now.`,
      'We don’t notify customers. Calendars that follow a calendar link show the new time. A calendar file that a customer saved before keeps the old one.',
    );
  }
  if (plannedPrices > 0) {
    const changes =
      plannedPrices === 1
        ? '1 planned price change starts'
        : `${plannedPrices} planned price changes start`;
    sentences.push(
      `${changes} at the same moment as before, which the new clock shows differently.`,
    );
  }
  return sentences;
}
