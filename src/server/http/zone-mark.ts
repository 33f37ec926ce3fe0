/** Writes the business's time zone into a page, so that it can name the zone to readers elsewhere. */
export const withZone = (html: string, timeZone: string): string =>
  html.replace('<html lang="en">', () => `<html lang="en" data-zone="${timeZone}">`);
