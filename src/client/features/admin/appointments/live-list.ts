import { keepPreviousData } from '@tanstack/react-query';

/** Without the live stream, changes appear within this time. */
const POLL_MS = 10_000;

/** Query options that keep an open list up to date, and show the old list until the new one loads. */
export const LIVE_LIST = {
  placeholderData: keepPreviousData,
  refetchInterval: POLL_MS,
  refetchOnWindowFocus: 'always',
  refetchOnMount: 'always',
} as const;
