import type { DehydratedState } from '@tanstack/react-query';

/** The element of the document that holds it, as JSON. */
export const STATE_ID = 'first-page';

/** What the server rendered a page from, for the browser to take it over. */
export type FirstPageState = {
  /** The server's clock (ms). */
  renderedAt: number;
  answers: DehydratedState;
};
