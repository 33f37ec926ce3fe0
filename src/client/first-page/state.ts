import type { DehydratedState } from '@tanstack/react-query';

/** The id of the element that contains the state as JSON. */
export const STATE_ID = 'first-page';

/** The data the server rendered a page from. The browser hydrates the page with it. */
export type FirstPageState = {
  /** The server's clock (ms). */
  renderedAt: number;
  answers: DehydratedState;
};
