import { keepPreviousData } from '@tanstack/react-query';

/** A change appears within this time even without the live stream. */
const POLL_MS = 10_000;

/** Options of a list that staff keep open: it stays up to date, and as it was until the next answer. */
export const LIVE_LIST = {
  placeholderData: keepPreviousData,
  refetchInterval: POLL_MS,
  refetchOnWindowFocus: 'always',
  refetchOnMount: 'always',
} as const;
