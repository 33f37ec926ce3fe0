import { type InstantFormats, instantsIn } from './instants';

/**
 * Formats instants in the business's time zone, wherever people read them. The server writes that zone
 * into each page. In development, Vite serves the page, so the device's own zone is used.
 */
export const useInstants = (): InstantFormats =>
  instantsIn(document.documentElement.dataset.zone, true);
