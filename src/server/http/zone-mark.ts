import { zoneName } from '@/domain/time';

/**
 * Writes the business's time zone into a page, and a hidden line that names it. A script shows the
 * line to readers elsewhere before anything is painted, so that it doesn't push the page down.
 */
export const withZone = (html: string, timeZone: string): string =>
  html
    .replace('<html lang="en">', () => `<html lang="en" data-zone="${timeZone}">`)
    .replace(
      '<body>',
      () =>
        `<body><aside class="zone-line" aria-label="Time zone">Times are in ${zoneName(timeZone)}.</aside>`,
    );
