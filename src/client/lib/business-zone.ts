import { type InstantFormats, instantsIn } from './instants';

/**
 * Returns this device's time zone, or UTC if it's unknown. Some report "Etc/Unknown", which isn't
 * valid.
 */
function ownZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/**
 * Formats instants in the business's time zone, wherever people read them. The server writes that zone
 * into each page. In development, Vite serves the page, so the device's own zone is used.
 */
export const useInstants = (): InstantFormats =>
  instantsIn(document.documentElement.dataset.zone ?? ownZone(), true);
