import type { Outputs } from '@/client/lib/trpc';

/** One thing that waits, with its appointment. */
export type WaitingItem = Outputs['admin']['waitingMoney']['items'][number];

/** The button that opens a line, to which the focus returns. */
export const waitingButtonId = (key: string) => `waiting-${key}`;
