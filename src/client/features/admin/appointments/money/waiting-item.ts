import type { Outputs } from '@/client/lib/trpc';

/** An open payment with its appointment. */
export type WaitingItem = Outputs['admin']['waitingMoney']['items'][number];

/** @returns the ID of the button that opens a line, to restore focus to it */
export const waitingButtonId = (key: string) => `waiting-${key}`;
