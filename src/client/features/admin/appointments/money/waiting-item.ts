import type { Outputs } from '@/client/lib/trpc';

/** An open payment with its appointment. */
export type WaitingItem = Outputs['admin']['waitingMoney']['items'][number];

/** @returns the ID of the button that opens a line, which gets the focus back */
export const waitingButtonId = (key: string) => `waiting-${key}`;
