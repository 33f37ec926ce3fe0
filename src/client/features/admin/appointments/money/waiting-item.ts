import type { Outputs } from '@/client/lib/trpc';

/** One thing that waits, with its appointment. */
export type WaitingItem = Outputs['admin']['waitingMoney']['items'][number];
